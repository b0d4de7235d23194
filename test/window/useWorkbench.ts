import { Workbench } from "./workbench.ts";
import type { WorkbenchOptions } from "./workbench.ts";

/**
 * Gives the tests of a describe() one window: open before the first, closed after the last. A failing test
 * leaves a picture of what it saw. Options that are known only later come from a function.
 */
export function useWorkbench(
  options: WorkbenchOptions | (() => Promise<WorkbenchOptions>) = {},
): () => Workbench {
  let workbench: Workbench | undefined;

  before("open the window", async function () {
    this.timeout(120_000);
    workbench = await Workbench.open(typeof options === "function" ? await options() : options);
  });
  afterEach("take a picture of a failure", async function () {
    const { currentTest } = this;
    if (currentTest?.state !== "failed") return;
    const name = currentTest.fullTitle().toLowerCase().replace(/\W+/g, "-");
    await workbench?.screenshot(`failed-${name}`);
  });
  after("close the window", async () => {
    await workbench?.close();
  });

  return () => {
    if (workbench === undefined) throw new Error("The window opens with the first test.");
    return workbench;
  };
}
