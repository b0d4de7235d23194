export type { AuthApi, SignInResult } from "./auth.ts";
export { createCms } from "./cms.ts";
export type { Cms } from "./cms.ts";
export type { Collection } from "./collection.ts";
export type { AnyDocument, CmsRole, CmsUser } from "./types/content.ts";
export * from "./errors.ts";
export type * from "./types/files.ts";
export type { Filters } from "./types/filters.ts";
export type * from "./types/inputs.ts";
export type * from "./types/params.ts";
export type {
  ConnectTarget,
  DocumentData,
  DocumentReference,
  Payload,
  RelationChange,
  UserData,
} from "./types/payload.ts";
export type { CmsOptions } from "./options.ts";
export type { FieldList, FieldName, Populate } from "./types/populate.ts";
// A star export: module augmentation through this file doesn't reach named exports.
export type * from "./types/registry.ts";
export type { Result } from "./result.ts";
export type {
  AttributeSchema,
  ComponentSchema,
  ContentTypeSchema,
  Locale,
  SchemaApi,
} from "./schema.ts";
export type { NotGiven, Shaped } from "./types/shaped.ts";
export type { SortKey } from "./types/sort.ts";
export type { SingleType } from "./single.ts";
export type { LogEntry } from "./http/call.ts";
export type { UploadApi } from "./upload.ts";
export type { UsersApi } from "./users.ts";
