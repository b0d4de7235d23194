import { takePicture } from "./useWindow.ts";
import { Workbench } from "./workbench.ts";
import type { WorkbenchOptions } from "./workbench.ts";

/**
 * Gives the tests of a describe() a window and a profile of their own. The window opens before the first test and
 * closes after the last. Only tests of the window or the profile itself need this. All others share a window:
 * useWindow(). Options that aren't known at once come from a function.
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
    await takePicture(this.currentTest, workbench);
  });
  after("close the window", async () => {
    await workbench?.close();
  });

  return () => {
    if (workbench === undefined) throw new Error("The window opens with the first test.");
    return workbench;
  };
}
