import type { Workbench } from "./workbench.ts";

/** Lets the log say all it can. It is there once the extension is awake. */
export async function logAll(workbench: Workbench): Promise<void> {
  await workbench.command("Developer: Set Log Level...");
  await workbench.quickInput.pick("CMS");
  await workbench.quickInput.pick("Trace");
}
