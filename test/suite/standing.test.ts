import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Address } from "../../src/model/foundation/address.ts";
import { refusal } from "../support/loopback.ts";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { untilEqual } from "../window/until.ts";
import { edit, open } from "./editors.ts";
import { aboveOf } from "./lenses.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Above the first line of a document, what can be done and when it was changed", () => {
  const magazine = useMagazine();
  const undated = async (document: vscode.TextDocument) =>
    (await aboveOf(document)).map((words) => words.replace(/^Changed .*/, "Changed …"));
  const modified = ["Publish", "Compare", "More…", "Changed …"];
  const published = async () => magazine.makeArticle({}, "");

  it("is all that is said, since the status bar has its state and its locale", async () => {
    const draft = await open(magazine.article(await magazine.makeArticle()));

    await untilEqual(() => undated(draft), ["Publish", "More…", "Changed …"]);
  });

  it("offers to publish what differs from what is published, and nothing else", async () => {
    const document = await open(magazine.article(await published()));

    await untilEqual(() => undated(document), ["More…", "Changed …"]);
    await edit(document, { kicker: "Edited" });

    assert.deepEqual(await undated(document), [
      "Publish",
      "Compare",
      "More…",
      "Changed …",
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

    assert.deepEqual([before, isSaved], [["More…", "Changed …"], true]);
    await untilEqual(() => undated(document), modified);
  });

  it("is said once the service tells it, where that could not be read at first", async () => {
    const id = await published();
    const detour = await magazine.detour();
    detour.inject(/^GET \/api\/articles$/, refusal(403, "ForbiddenError", "Forbidden"));
    const document = await open(detour.article(id));
    await edit(document, { kicker: "Saved" });
    const before = await undated(document);
    detour.heal();

    await document.save();

    assert.deepEqual(before, ["More…", "Changed …", "1 change"]);
    await untilEqual(() => undated(document), modified);
  });

  it("follows a save", async () => {
    const document = await open(magazine.article(await published()));
    await edit(document, { kicker: "Saved" });

    await document.save();

    await untilEqual(() => undated(document), modified);
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
      assert.deepEqual(words, ["Open in Admin", "Changed …", "Saving publishes immediately"]);
    }
  });
});
