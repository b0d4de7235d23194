export { createCms } from "./cms.ts";
export type { Cms, CmsOptions } from "./cms.ts";
export type { Collection, DocumentInput } from "./collection.ts";
export type { AnyDocument, CmsContentTypes, CmsRole, CmsUser } from "./content.ts";
export type { CreateInput, UpdateInput } from "./create.ts";
export type { Payload } from "./documents.ts";
export type { CallFacts, CmsError, Issue } from "./errors.ts";
export type { ListInput } from "./pages.ts";
export type * from "./params.ts";
export type { Result } from "./result.ts";
export type {
  AttributeSchema,
  ComponentSchema,
  ContentTypeSchema,
  Locale,
  Schema,
} from "./schema.ts";
export type { Single } from "./single.ts";
export type { LogEntry } from "./call.ts";
export type { UpsertInput } from "./upsert.ts";
export type { Users } from "./users.ts";
