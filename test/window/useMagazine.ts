import { connectedTo } from "../demo/connector.ts";
import type { ConnectionRole } from "../../src/model/connections/connection.ts";
import type { Stage } from "../demo/stage.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { useWorkbench } from "./useWorkbench.ts";
import type { WorkbenchOptions } from "./workbench.ts";

const connection = "Magazine";

interface Options extends Omit<WorkbenchOptions, "env" | "extensions"> {
  /** Where the window is to find the service: a way to it on which things can be made to go wrong. */
  readonly through?: (service: Service) => Promise<string>;
  /** What the connection is. */
  readonly role?: ConnectionRole;
  /** Whether its tabs, each with a document of its own, and what is unsaved in them are there after a reload. */
  readonly keepsTabs?: boolean;
}

const keepingTabs = {
  "files.hotExit": "onExitAndWindowClose",
  // A preview gives way to the next one.
  "workbench.editor.enablePreview": false,
};

/** Gives the tests of a describe() one window, connected to a service of its own. */
export function useMagazine({
  through,
  role,
  keepsTabs = false,
  ...options
}: Options = {}): () => Stage & { readonly service: Service } {
  // In the browser, a window without a folder forgets its tabs.
  const folder = keepsTabs ? temporaryFolder() : undefined;
  let service: Service | undefined;
  const started = (): Service => {
    if (service === undefined) throw new Error("The service starts with the first test.");
    return service;
  };

  before("start the service", async function () {
    this.timeout(120_000);
    service = await startService();
  });
  const workbench = useWorkbench(async () => {
    const url = (await through?.(started())) ?? started().url;
    const settings = { ...(keepsTabs && keepingTabs), ...options.settings };
    const window = { folder: folder?.path, ...options, settings };
    return { ...window, ...(await connectedTo({ ...started(), url }, connection, role)) };
  });
  before("wait for the connection", async function () {
    this.timeout(60_000);
    await workbench().openContainer("CMS");
    await workbench().tree.row(connection, "Articles").waitFor({ timeout: 30_000 });
  });
  after("stop the service", async () => {
    await service?.stop();
    folder?.remove();
  });

  return () => ({ workbench: workbench(), service: started(), connection });
}
