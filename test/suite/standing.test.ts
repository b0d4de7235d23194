import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Address } from "../../src/model/address.ts";
import { refusal } from "../support/loopback.ts";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { untilEqual } from "../window/until.ts";
import { edit, open } from "./editors.ts";
import { aboveOf } from "./lenses.ts";
import { useMagazine } from "./useMagazine.ts";

describe("How a document stands, above its first line,", () => {
  const magazine = useMagazine();
  const undated = async (document: vscode.TextDocument) =>
    (await aboveOf(document)).map((words) => words.replace(/changed .*/i, "changed …"));
  /** How it stands, without what can be done with it. */
  const standing = async (document: vscode.TextDocument) =>
    (await undated(document)).find((words) => words.endsWith("changed …"));
  const published = async () => magazine.makeArticle({}, "");

  it("is its state, its locale and when it was changed, with what can be done", async () => {
    const draft = await open(magazine.article(await magazine.makeArticle()));

    await untilEqual(
      () => undated(draft),
      ["Publish", "Other Locales", "Open in Admin", "Draft · en · changed …", "No changes"],
    );
  });

  it("offers to publish what differs from what is published, and nothing else", async () => {
    const document = await open(magazine.article(await published()));

    const clean = ["Other Locales", "Open in Admin", "Published · en · changed …", "No changes"];
    await untilEqual(() => undated(document), clean);
    await edit(document, { kicker: "Edited" });

    assert.deepEqual(await undated(document), [
      "Publish",
      "Compare with Published",
      "Other Locales",
      "Open in Admin",
      "Published · en · changed …",
      "1 change",
    ]);
  });

  it("is said once it is known; the text is there before, and can be saved", async () => {
    const id = await published();
    const detour = await magazine.detour();
    const release = detour.hold(/^GET \/api\/articles$/);

    const document = await open(detour.article(id));
    const before = await undated(document);
    await edit(document, { kicker: "Saved" });
    const isSaved = await document.save();
    release();

    const unknown = ["Other Locales", "Open in Admin", "en · changed …", "No changes"];
    assert.deepEqual([before, isSaved], [unknown, true]);
    await untilEqual(() => standing(document), "Modified · en · changed …");
  });

  it("is said once the service tells it, where that could not be read at first", async () => {
    const id = await published();
    const detour = await magazine.detour();
    detour.inject(/^GET \/api\/articles$/, refusal(403, "ForbiddenError", "Forbidden"));
    const document = await open(detour.article(id));
    await edit(document, { kicker: "Saved" });
    const before = await standing(document);
    detour.heal();

    await document.save();

    assert.equal(before, "en · changed …");
    await untilEqual(() => standing(document), "Modified · en · changed …");
  });

  it("follows a save", async () => {
    const document = await open(magazine.article(await published()));
    await edit(document, { kicker: "Saved" });

    await document.save();

    await untilEqual(() => standing(document), "Modified · en · changed …");
  });

  it("has no state and no locale where the type has none", async () => {
    const { connection, service } = magazine;
    const [category] = await plainList(service, "categories");
    const { body } = await plainRequest(service, "GET", "users");
    const [user] = body as { readonly id: number }[];
    const places: Address[] = [
      { connection, type: "site-setting", id: "-" },
      { connection, type: "categories", id: category!.documentId },
      { connection, type: "users", id: String(user!.id) },
    ];

    for (const address of places) {
      const document = await open(address);

      const words = await undated(document);
      assert.match((await standing(document))!, /^changed …$/i, address.type);
      assert.deepEqual(
        words.filter((one) => /Publish|Locale/.test(one)),
        [],
        address.type,
      );
    }
  });
});
