import assert from "node:assert/strict";
import * as vscode from "vscode";
import { untilEqual } from "../window/until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("JSON schema file", () => {
  const magazine = useMagazine();

  it("is empty for an unknown type", async () => {
    const uri = vscode.Uri.parse(`cms-schema://${magazine.connection}/recipes.json`);

    const document = await vscode.workspace.openTextDocument(uri);

    assert.equal(document.getText(), "{}");
  });

  it("is filled once the service is reachable again", async () => {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const address = detour.article(id);
    const uri = vscode.Uri.parse(`cms-schema://${address.connection}/articles.json`);
    detour.inject(/content-type-builder/, (response) => response.socket?.destroy());
    await vscode.commands.executeCommand("cms.content.refresh", {
      connection: { id: address.connection },
    });
    const schema = await vscode.workspace.openTextDocument(uri);
    const inVain = schema.getText();

    detour.heal();
    await vscode.commands.executeCommand("cms.content.refresh", {
      connection: { id: address.connection },
    });

    assert.equal(inVain, "{}");
    await untilEqual(
      () => Promise.resolve((JSON.parse(schema.getText()) as { title?: string }).title),
      "Article",
    );
  });
});
