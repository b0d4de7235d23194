import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";

let shared: Promise<Service> | undefined;

after(async () => {
  await (await shared)?.stop();
});

/**
 * Gives the tests of a describe() a service with strict parameters, other limits, no totals and compression. A project
 * can change these settings, so the client must support them. All files share the service.
 */
export function useOtherService(): () => Service {
  let service: Service;
  before("start the service with other settings", async function () {
    this.timeout(180_000);
    shared ??= startService({
      env: {
        ...{ REST_STRICT_PARAMS: "true", REST_MAX_LIMIT: "250", REST_DEFAULT_LIMIT: "10" },
        ...{ REST_WITH_COUNT: "false", COMPRESSION: "true" },
        UPLOAD_LIMIT: "100000",
      },
    });
    service = await shared;
  });
  return () => service;
}
