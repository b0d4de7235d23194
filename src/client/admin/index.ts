export { createAdmin } from "./adminApi.ts";
export type {
  AdminApi,
  AdminRelation,
  AdminRelationPage,
  AdminTarget,
  Administrator,
  ServiceInformation,
} from "./adminApi.ts";
export type { FolderApi, MediaFolder, NewMediaFolder } from "./adminApi.ts";
export { diagnose } from "./diagnosis.ts";
export type { Diagnosis } from "./diagnosis.ts";
export { hasPermission } from "./permission.ts";
export type { PermissionCheck } from "./permission.ts";
