export { createAdmin } from "./adminApi.ts";
export type * from "./adminApi.ts";
export { diagnose, type Diagnosis } from "./diagnosis.ts";
export { hasPermission, type PermissionCheck } from "./permission.ts";
