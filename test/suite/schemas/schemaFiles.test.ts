import assert from "node:assert/strict";
import * as vscode from "vscode";
import { hangUp } from "../../support/loopback.ts";
import { untilEqual } from "../../window/until.ts";
import { useFaults } from "../useFaults.ts";
import { connect, useMagazine } from "../useMagazine.ts";

describe("JSON schema file", () => {
  const magazine = useMagazine();
  const faults = useFaults();

  it("a JSON schema file is empty for an unknown type", async () => {
    const uri = vscode.Uri.parse(`cms-schema://${magazine.connection}/recipes.json`);

    const document = await vscode.workspace.openTextDocument(uri);

    assert.equal(document.getText(), "{}");
  });

  it("a JSON schema file is filled once the service is reachable again", async () => {
    // A new connection, because a schema of the shared connections may already be open.
    const id = await connect({ ...magazine.service, url: faults().url });
    const uri = vscode.Uri.parse(`cms-schema://${id}/articles.json`);
    faults().inject(/content-type-builder/, hangUp);
    await vscode.commands.executeCommand("cms.content.refresh", { connection: { id } });
    const schema = await vscode.workspace.openTextDocument(uri);
    const inVain = schema.getText();

    faults().heal();
    await vscode.commands.executeCommand("cms.content.refresh", { connection: { id } });

    assert.equal(inVain, "{}");
    await untilEqual(
      () => Promise.resolve((JSON.parse(schema.getText()) as { title?: string }).title),
      "Article",
    );
  });
});
