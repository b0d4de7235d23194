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
export { diagnose } from "./diagnose.ts";
export type { Diagnosis } from "./diagnose.ts";
export { hasPermission } from "./permission.ts";
export type { PermissionCheck } from "./permission.ts";
