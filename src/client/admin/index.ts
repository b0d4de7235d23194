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
export { diagnose, type Diagnosis } from "./diagnosis.ts";
export { hasPermission, type PermissionCheck } from "./permission.ts";
