export type { AuthApi, SignInInput, SignInResult } from "./auth.ts";
export type { Cms } from "./cms.ts";
export type { CustomRequest } from "./customRequest.ts";
export type { Collection } from "./collection.ts";
export * from "./errors.ts";
export type * from "./types/files.ts";
export type { Filters } from "./types/filters.ts";
export type {
  AnyDocument,
  CmsRole,
  CmsUser,
  DocumentIdentity,
  KnownShape,
  PopulatableKey,
  ScalarKey,
  SystemFields,
  SystemFieldsOf,
} from "./types/content.ts";
export type * from "./types/params.ts";
export type {
  ConnectTarget,
  DocumentData,
  DocumentReference,
  NewUserData,
  Payload,
  RelationChange,
  UserData,
} from "./types/payload.ts";
export type { CmsOptions, NetworkOptions, TlsOptions } from "./options.ts";
export type { FieldList, FieldName, Populate, SortKey, SortPath } from "./types/populate.ts";
// A star export: module augmentation through an entry point doesn't reach named exports.
export type * from "./types/registry.ts";
export type {
  DraftLimit,
  ExactFilters,
  LocaleLimit,
  Refused,
  RequiredInput,
} from "./types/limits.ts";
export type { ReadProgress } from "./readProgress.ts";
export type { Result } from "./result.ts";
export type {
  AttributeSchema,
  ComponentSchema,
  ContentTypeSchema,
  Locale,
  SchemaApi,
} from "./schema.ts";
export type { CallFields, CallPopulate, NotGiven, Shaped } from "./types/shapedDocument.ts";
export type { SingleType } from "./single.ts";
export type { ExactPopulate, PopulateFault } from "./types/strictPopulate.ts";
export type { LogEntry } from "./http/call.ts";
export type { UploadApi } from "./upload.ts";
export type { UserInput, UsersApi, WrittenUser } from "./users.ts";
