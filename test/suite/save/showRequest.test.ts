import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import * as vscode from "vscode";
import type { Json } from "../../../src/model/foundation/json.ts";
import { until } from "../../window/until.ts";
import { contentOf, edit, open, stateOf, type } from "../editors.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Show Save Request", () => {
  const magazine = useMagazine();

  /** Changes an article, lets another client change it too, and shows the request that a save would send. */
  const show = async (mine: Readonly<Record<string, Json | undefined>>, theirs?: object) => {
    const id = await magazine.makeArticle({ summary: "A summary" });
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    await edit(document, mine);
    if (theirs) await magazine.change(`articles/${id}?status=draft`, theirs);
    const request = await showRequest(document);
    return { id, document, detour, request };
  };
  const showRequest = async ({ uri }: vscode.TextDocument): Promise<vscode.TextDocument> => {
    await vscode.commands.executeCommand("cms.document.showRequest", uri);
    let request: vscode.TextDocument | undefined;
    await until("The request is not shown", () => {
      request = vscode.window.activeTextEditor?.document;
      return Promise.resolve(request?.uri.scheme === "cms-version");
    });
    return request!;
  };
  const lines = (request: vscode.TextDocument): string[] =>
    request
      .getText()
      .split("\n")
      .filter((line) => line.startsWith("//"));

  it("Show Save Request shows the request of the next save without the token in a read-only tab, and sends nothing", async () => {
    const { id, document, detour, request } = await show({ kicker: "Mine", readingMinutes: 4 });
    const before = [...detour.writes];
    const text = request.getText();
    await vscode.commands.executeCommand("type", { text: "x" });
    const { tabs } = vscode.window.tabGroups.activeTabGroup;
    const saved = await document.save();

    const [{ method, path, query, body } = { path: "" }] = detour.writes;
    const line = lines(request).at(-1)!.replace("// ", "");
    const { origin } = new URL(line.replace("PUT ", ""));
    assert.deepEqual([before, saved, path], [[], true, `/api/articles/${id}`]);
    assert.equal(line, `${method!} ${origin}${path}?status=draft&locale=en`);
    assert.deepEqual([query!["status"], query!["locale"]], ["draft", "en"]);
    assert.deepEqual(parse(text), body);
    assert.deepEqual(body, { data: { kicker: "Mine", readingMinutes: 4 } });
    const { title } = contentOf(document);
    assert.deepEqual([request.languageId, request.getText()], ["jsonc", text]);
    assert.ok(tabs.some(({ label }) => label === `Save Request: ${title as string}.jsonc`));
    const { full, readOnly, custom } = magazine.service.tokens;
    assert.deepEqual(
      [full, readOnly, custom, "uthorization"].filter((secret) => text.includes(secret)),
      [],
    );
  });

  it("Show Save Request lists cleared fields, remote changes and conflicts, and updates its tab when it runs again", async () => {
    const theirs = { kicker: "Theirs", readingMinutes: 7 };
    const { document, request } = await show({ kicker: "Mine", summary: undefined }, theirs);
    const listed = lines(request).slice(0, 4);
    const content = contentOf(document);

    await type(document, JSON.stringify({ ...content, kicker: "Made", summary: "A summary" }));
    const again = await showRequest(document);

    assert.deepEqual(listed, [
      "// Saving sends the following request. Nothing has been sent yet.",
      "// Also changed on the service: kicker. You choose which values to keep before anything is sent.",
      "// Changed on the service and left unchanged by this save: readingMinutes.",
      "// Saving clears content that you removed from the text: summary.",
    ]);
    await until("The tab still shows the first one", () =>
      Promise.resolve(request.getText().startsWith("// Saving sends nothing. ")),
    );
    assert.equal(again.uri.toString(), request.uri.toString());
  });

  it("Show Save Request opens nothing for a text that can't be sent", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    await type(document, "{ broken");
    const before = stateOf(document);

    await vscode.commands.executeCommand("cms.document.showRequest", document.uri);

    const active = vscode.window.activeTextEditor?.document.uri;
    assert.deepEqual([active?.toString(), stateOf(document)], [document.uri.toString(), before]);
  });
});
