import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { launchedService } from "./launchedService.ts";

/** Gives each test of a describe() a way to the service on which things can be made to go wrong. */
export function useFaults(): () => Faults {
  const { url } = launchedService();
  let faults: Faults | undefined;
  beforeEach(async () => {
    faults = await startFaults(url);
  });
  afterEach(() => faults?.stop());
  return () => {
    if (faults === undefined) throw new Error("The way opens with the first test.");
    return faults;
  };
}
