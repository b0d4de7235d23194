import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";

/** The service of all files. */
let shared: Promise<Service> | undefined;

after("stop the service", async () => {
  await (await shared)?.stop();
});

/** Gives the tests of a describe() the service with the magazine as it was seeded. */
export function useService(): () => Service {
  let service: Service | undefined;
  before("start or restore the service", async function () {
    // The first start on a machine fills the database.
    this.timeout(180_000);
    const isRunning = shared !== undefined;
    service = await (shared ??= startService());
    if (isRunning) await service.restore();
  });
  return () => {
    if (service === undefined) throw new Error("The service starts with the first test.");
    return service;
  };
}
