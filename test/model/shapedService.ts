import type { Service } from "../support/service.ts";
import { startService } from "../support/service.ts";

let service: Service | undefined;

after("stop the shaped service", () => service?.stop());

/**
 * Gives the tests of a describe() the service `shaped` with its seeded content, which they may change. Its API has
 * the prefix v1, and a page has at most 7 rows. The tests of all files share it.
 */
export function useShapedService(): () => Service {
  before("start the shaped service", async function () {
    this.timeout(180_000);
    if (service) await service.restore();
    else service = await startService({ service: "shaped" });
  });
  return () => {
    if (!service) throw new Error("The tests need useShapedService().");
    return service;
  };
}
