import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";

let service: Service | undefined;

// The tests of all files share it.
after("stop the service", () => service?.stop());

/** Gives the tests of a describe() a service. They only add documents to it. */
export function useService(): () => Service {
  before("start the service", async function () {
    // The first start on a machine seeds the database.
    this.timeout(180_000);
    service ??= await startService();
  });
  return () => {
    if (!service) throw new Error("The service is not started yet.");
    return service;
  };
}
