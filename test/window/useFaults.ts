import type { Stage } from "../demo/stage.ts";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import type { Service } from "../support/service.ts";
import { useMagazine } from "./useMagazine.ts";

/**
 * Gives the tests of a describe() one window that reaches its service through a proxy with faults. After each test all
 * faults are removed.
 */
export function useFaults(): () => Stage & {
  readonly service: Service;
  readonly faults: Faults;
} {
  let faults: Faults | undefined;
  const started = (): Faults => {
    if (faults === undefined) throw new Error("The way opens with the first test.");
    return faults;
  };
  const magazine = useMagazine({
    through: async ({ url }) => (faults = await startFaults(url)).url,
  });

  afterEach("leave no fault", () => started().heal());
  after("close the way", async () => {
    await faults?.stop();
  });

  return () => ({ ...magazine(), faults: started() });
}
