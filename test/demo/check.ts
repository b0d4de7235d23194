import { Workbench } from "../window/workbench.ts";
import { connectedTo, pageName } from "./connector.ts";
import type { DemoConnection, DemoPage } from "./connector.ts";
import type { Step } from "./stage.ts";

interface Checked {
  /** The steps act on the first one. */
  readonly connections: readonly [DemoConnection, ...DemoConnection[]];
  readonly page: DemoPage;
  readonly steps: readonly Step[];
  readonly say: (line: string) => void;
}

/** The page that the demo shows first, beside the connections. */
const firstPage: Step = {
  name: "show three things to try",
  run: async ({ workbench, connection }) => {
    const { page, editor, tree } = workbench;
    await editor.tab(`Preview ${pageName}`).waitFor({ timeout: 60_000 });
    const preview = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
    await preview.getByText("Three things to try").waitFor();
    await tree.row(connection).waitFor();
  },
};

/** Runs every step. It prints a line and saves a picture for each. Resolves with the number of failed steps. */
export async function check({ connections, page, say, ...demo }: Checked): Promise<number> {
  say("Opening VS Code …");
  const workbench = await Workbench.open(await connectedTo(connections, page));
  const steps = [firstPage, ...demo.steps];
  const [{ name: connection, service }] = connections;
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
