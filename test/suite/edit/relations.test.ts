import assert from "node:assert/strict";
import * as vscode from "vscode";
import { refusal } from "../../support/loopback.ts";
import { until, untilEqual } from "../../window/until.ts";
import { edit, open } from "../editors.ts";
import { linksIn, marked, warnings } from "./shownRelations.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Diagnostics of relations", () => {
  const magazine = useMagazine();

  it("diagnostics of relations warn of a target that was never published until it is, also in another language mode", async () => {
    const [never, live] = [unique("never"), unique("live")];
    const tag = await magazine.make("tags", { name: never });
    const published = await magazine.make("tags", { name: live }, "");
    const address = { connection: magazine.connection, type: "tags", id: tag };
    const id = await magazine.makeArticle({ tags: [tag, published] });
    const document = await open(magazine.article(id));
    await untilEqual(() => marked(document), [tag]);
    assert.match(warnings(document)[0]!.message, new RegExp(`'${never}' was never published`));

    await vscode.languages.setTextDocumentLanguage(document, "json");
    const inJson = await marked(document);
    await magazine.change(`tags/${tag}?status=published`, {});
    const target = await open(address);
    await edit(target, { color: "#123456" });
    assert.ok(await target.save());
    await vscode.window.showTextDocument(document);

    assert.deepEqual(inJson, [tag]);
    await untilEqual(() => marked(document), []);
  });

  it("diagnostics of relations warn of a target that was deleted or is missing in the locale", async () => {
    const english = await magazine.makeArticle();
    const id = await magazine.makeArticle();
    await magazine.change(`articles/${id}?locale=fr&status=draft`, { title: unique("Thé") });
    const missing = "a".repeat(24);
    const document = await open(magazine.article(id, "fr"));

    await edit(document, { sequel: { documentId: english }, category: missing });

    await untilEqual(async () => (await marked(document)).sort(), [english, missing].sort());
    assert.equal(await document.save(), false);
    await edit(document, { sequel: null, category: null });
    await untilEqual(() => marked(document), []);
  });

  it("diagnostics of relations are updated after the service has rejected a save", async () => {
    const tag = await magazine.make("tags", { name: unique("tag") }, "");
    const never = await magazine.make("tags", { name: unique("never") });
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { tags: [{ documentId: never }, { documentId: tag }] });
    // One request looks up both targets, so the extension knows now that the other one exists.
    await untilEqual(() => marked(document), [never]);
    await magazine.delete(`tags/${tag}`);

    assert.equal(await document.save(), false);

    await untilEqual(() => marked(document), [never, tag]);
  });

  it("diagnostics of relations are absent when the targets can't be read", async () => {
    const tag = await magazine.make("tags", { name: unique("tag") });
    const id = await magazine.makeArticle({ tags: [tag] });
    const detour = await magazine.detour();
    detour.inject(/GET \/api\/tags/, refusal(403, "ForbiddenError", "Forbidden"));

    const document = await open(detour.article(id));
    await until("Nothing was asked", () =>
      Promise.resolve(detour.requests.some(({ path }) => path === "/api/tags")),
    );
    // A later look-up succeeds and marks its target. So the earlier look-up is done too.
    const other = await open(magazine.article(await magazine.makeArticle({ tags: [tag] })));
    await untilEqual(() => marked(other), [tag]);

    assert.deepEqual([document.isClosed, await marked(document)], [false, []]);
    assert.equal((await linksIn(document)).length, 1);
  });
});
