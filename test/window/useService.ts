import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";

/** Gives the tests of a describe() a service of their own, with the magazine as it was seeded. */
export function useService(): () => Service {
  let service: Service | undefined;
  before("start the service", async function () {
    // The first start on a machine fills the database.
    this.timeout(180_000);
    service = await startService();
  });
  after("stop the service", async () => {
    await service?.stop();
  });
  return () => {
    if (service === undefined) throw new Error("The service starts with the first test.");
    return service;
  };
}
