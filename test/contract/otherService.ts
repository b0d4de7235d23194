import { startService } from "../support/service.ts";
import { sharedService } from "../support/sharedService.ts";

/**
 * Gives the tests of a describe() a service with strict parameters, other limits, no totals and compression. A project
 * can change these settings, so the client must support them. All files share the service.
 */
export const useOtherService = sharedService("with other settings", () =>
  startService({
    env: {
      ...{ REST_STRICT_PARAMS: "true", REST_MAX_LIMIT: "250", REST_DEFAULT_LIMIT: "10" },
      ...{ REST_WITH_COUNT: "false", COMPRESSION: "true" },
      UPLOAD_LIMIT: "100000",
    },
  }),
);
