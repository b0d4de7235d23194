export * from "../exports.ts";
export { createFetchCms as createCms, type FetchCmsOptions } from "./fetchCms.ts";
export type { Fetch } from "./fetchChannel.ts";
