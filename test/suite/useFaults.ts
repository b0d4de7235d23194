import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { launchedService } from "./launchedService.ts";

/** Gives each test of a describe() a proxy to the service, for which the test can set faults. */
export function useFaults(): () => Faults {
  const { url } = launchedService();
  let faults: Faults | undefined;
  beforeEach(async () => {
    faults = await startFaults(url);
  });
  afterEach(() => faults?.stop());
  return () => {
    if (faults === undefined) throw new Error("The proxy starts with the first test.");
    return faults;
  };
}
