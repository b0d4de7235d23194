import type { Service } from "../support/service.ts";
import { Workbench } from "../window/workbench.ts";
import { connectedTo } from "./connector.ts";
import { steps } from "./steps.ts";

interface Checked {
  readonly service: Service;
  readonly connection: string;
  readonly say: (line: string) => void;
}

/** Runs every step. It prints a line and saves a picture for each. Resolves with the number of failed steps. */
export async function check({ service, connection, say }: Checked): Promise<number> {
  say("Opening VS Code …");
  const workbench = await Workbench.open(await connectedTo(service, connection));
  let failed = 0;
  try {
    for (const [index, step] of steps.entries()) {
      const { name } = step;
      const start = performance.now();
      const error = await step.run({ workbench, service, connection }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      say(`${error === undefined ? "ok  " : "FAIL"}  ${seconds.padStart(5)} s  ${name}`);
      if (error !== undefined) {
        failed += 1;
        console.error(error);
      }
      await workbench.screenshot(`demo-${index + 1}-${name.toLowerCase().replace(/\W+/g, "-")}`);
    }
  } finally {
    await workbench.close();
  }
  say(`${steps.length - failed} passed, ${failed} failed, 0 skipped`);
  return failed;
}
