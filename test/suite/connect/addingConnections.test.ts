import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { until } from "../../window/until.ts";
import { enterInBoxes } from "../enteredText.ts";
import { launchedService } from "../launchedService.ts";
import { connect, removeConnections } from "../useMagazine.ts";
import { useNetwork } from "./useNetwork.ts";

describe("Add Connection", () => {
  const { fileOf, servers } = useNetwork();
  const { createQuickPick, showOpenDialog, withProgress } = vscode.window;
  afterEach(() => {
    Object.assign(vscode.window, { createQuickPick, showOpenDialog, withProgress });
  });

  after(removeConnections);

  it("Add Connection asks for the certificate file again when the user cancels the connection attempt", async () => {
    const { authority, secure } = servers();
    secure.hold();
    const placeholders: (string | undefined)[] = [];
    Object.assign(vscode.window, {
      showOpenDialog: () => Promise.resolve([vscode.Uri.file(fileOf(authority.cert))]),
      createQuickPick: () => {
        const pick = createQuickPick();
        const show = pick.show.bind(pick);
        pick.show = () => {
          placeholders.push(pick.placeholder);
          pick.activeItems = pick.items.slice(0, 1);
          show();
          const key = placeholders.length === 1 ? "acceptSelectedQuickOpenItem" : "closeQuickOpen";
          void press(`workbench.action.${key}`, pick);
        };
        return pick;
      },
      withProgress: (...[options, task]: Parameters<typeof withProgress>) => {
        if (options.location !== vscode.ProgressLocation.Notification) {
          return withProgress(options, task);
        }
        const cancelling = new vscode.CancellationTokenSource();
        void pause(100).then(() => cancelling.cancel());
        return task({ report: () => undefined }, cancelling.token);
      },
    });
    const entering = enterInBoxes(secure.url);

    const adding = vscode.commands.executeCommand("cms.connection.add");
    await until("The certificate file is not asked for twice", () =>
      Promise.resolve(placeholders.length === 2),
    );
    entering.dispose();

    await adding;
    assert.equal(placeholders[0], placeholders[1]);
  });

  it("a list that opens as soon as a connection was added stays open", async () => {
    await connect(launchedService());
    const pick = createQuickPick();
    let isHidden = false;
    pick.onDidHide(() => (isHidden = true));
    pick.show();

    await pause(1_500);

    assert.equal(isHidden, false);
    pick.dispose();
  });
});

/** Presses a key until the quick pick is hidden. VS Code ignores keys while it draws the quick pick. */
async function press(command: string, pick: vscode.QuickPick<vscode.QuickPickItem>): Promise<void> {
  let isHidden = false;
  pick.onDidHide(() => (isHidden = true));
  await until("The list is still there", async () => {
    await vscode.commands.executeCommand(command);
    return isHidden;
  });
}
