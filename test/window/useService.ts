import { startService } from "../support/service.ts";
import { sharedService } from "../support/sharedService.ts";

/** Gives the tests of a describe() the service with the magazine as it was seeded. */
export const useService = sharedService(
  "with the magazine",
  () => startService(),
  (service) => service.restore(),
);
