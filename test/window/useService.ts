import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";

/** The service of the next file. It starts while the tests of the current file run. */
let next: Promise<Service> | undefined;

after("stop the service that no file needs", async () => {
  await (await next)?.stop();
});

/** Gives the tests of a describe() a service of their own, with the magazine as it was seeded. */
export function useService(): () => Service {
  let service: Service | undefined;
  before("start the service", async function () {
    // The first start on a machine fills the database.
    this.timeout(180_000);
    service = await (next ?? startService());
    next = startService();
    // The file that needs the service reports the failure.
    next.catch(() => undefined);
  });
  after("stop the service", async () => {
    await service?.stop();
  });
  return () => {
    if (service === undefined) throw new Error("The service starts with the first test.");
    return service;
  };
}
