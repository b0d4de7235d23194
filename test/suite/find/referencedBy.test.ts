import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { keyOf } from "../../../src/model/foundation/address.ts";
import { untilEqual } from "../../window/until.ts";
import { open } from "../editors.ts";
import { usePrompts } from "../prompts.ts";
import { connect, removeConnections, unique, useMagazine } from "../useMagazine.ts";

describe("Show Referencing Documents", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();

  it("Show Referencing Documents opens the chosen referencing document in its locale", async () => {
    const target = await magazine.makeArticle();
    const pointing = await magazine.makeArticle();
    await magazine.change(`articles/${pointing}?locale=fr&status=draft`, { title: unique("Thé") });
    await magazine.change(`articles/${target}?locale=fr&status=draft`, { title: unique("But") });
    await magazine.change(`articles/${pointing}?locale=fr&status=draft`, { sequel: target });
    await open(magazine.article(target));

    const running = vscode.commands.executeCommand("cms.document.referencedBy");
    const inFront = async () => {
      await pause(300);
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      const uri = vscode.window.activeTextEditor?.document.uri;
      const address = uri && fromUri(uri);
      return address && keyOf(address);
    };

    await untilEqual(inFront, keyOf(magazine.article(pointing, "fr")));
    await running;
    const { document, selection } = vscode.window.activeTextEditor!;
    assert.equal(document.getText(selection), target);
    assert.match(
      document.getText().slice(0, document.offsetAt(selection.start)),
      /"sequel": \{[^}]*$/,
    );
  });

  it("Show Referencing Documents warns below its list of relations that the token can't look up", async () => {
    const target = await magazine.makeArticle();
    const title = unique("Pointing");
    await magazine.makeArticle({ title, sequel: target });
    const { service } = magazine;
    const connection = await connect(
      { ...service, connectionName: "Custom" },
      service.tokens.custom,
    );
    const address = { ...magazine.article(target), connection };

    const running = vscode.commands.executeCommand("cms.document.referencedBy", { address });
    const items = await prompts.waitForItems("Documents That Reference 'Untitled'");
    const rows = items.map(({ label, iconPath }) => ({ label, iconPath }));
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await running;
    await removeConnections();

    const [heading, document, ...warnings] = rows;
    assert.deepEqual([heading?.label, document?.label], ["Articles", title]);
    const { label, iconPath } = warnings.at(-1) ?? {};
    assert.match(label ?? "", /^Relations that can't be looked up: /);
    assert.deepEqual(iconPath, new vscode.ThemeIcon("warning"));
  });
});
