import { startService } from "../support/service.ts";
import { sharedService } from "../support/sharedService.ts";

/**
 * Gives the tests of a describe() the service `shaped` with its seeded content, which they may change. Its API has
 * the prefix v1, and a page has at most 7 rows. The tests of all files share it.
 */
export const useShapedService = sharedService(
  "shaped",
  () => startService({ service: "shaped" }),
  (service) => service.restore(),
);
