import type { Workbench } from "./workbench.ts";

/** Sets the log to the most detailed level. The log exists once the extension is active. */
export async function logAll(workbench: Workbench): Promise<void> {
  await workbench.command("Developer: Set Log Level...");
  await workbench.quickInput.pick("CMS");
  await workbench.quickInput.pick("Trace");
}
