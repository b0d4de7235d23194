import type { ConnectionEnvironment } from "../../src/model/connect/connection.ts";
import type { Stage } from "../demo/stage.ts";
import type { Service } from "../support/service.ts";
import { openSharedWindow } from "./sharedWindow.ts";
import type { Beginning, SharedWindow } from "./sharedWindow.ts";
import { useService } from "./useService.ts";
import { useWindow } from "./useWindow.ts";

const connection = "Magazine";

interface Options extends Pick<Beginning, "settings"> {
  /** Resolves with the URL through which the window reaches the service, for example of a proxy with faults. */
  readonly through?: (service: Service) => Promise<string>;
  /** The environment of the connection. */
  readonly environment?: ConnectionEnvironment;
}

/**
 * Gives the tests of a describe() the shared window, connected to a service of their own. After each test, all editors
 * and notifications are closed.
 */
export function useMagazine({ through, environment, settings = {} }: Options = {}): () => Stage &
  SharedWindow & { readonly service: Service } {
  before("open the window", async function () {
    this.timeout(180_000);
    await openSharedWindow();
  });
  const service = useService();
  const shared = useWindow(async () => {
    const url = (await through?.(service())) ?? service().url;
    return {
      settings,
      connection: { name: connection, service: { ...service(), url }, environment },
    };
  });
  before("wait for the connection", async function () {
    this.timeout(60_000);
    const { workbench } = shared();
    await workbench.openContainer("CMS");
    await workbench.tree.row(connection, "Articles").waitFor({ timeout: 30_000 });
  });
  afterEach("leave no editor and no notification", () => shared().clear());

  return () => ({ ...shared(), service: service(), connection });
}
