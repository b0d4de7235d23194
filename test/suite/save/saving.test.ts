import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, stateOf } from "../editors.ts";
import { openSeen } from "./seenArticles.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Save", () => {
  const magazine = useMagazine();

  it("a save sends only the changes to the draft, and then shows the values of the service", async () => {
    const { id, document, detour } = await openSeen(magazine, { summary: "As it was" });
    const { title } = contentOf(document);

    await edit(document, { kicker: "Changed", readingMinutes: 4, broadcastTime: "10:30:00" });
    const saved = await document.save();

    const sent = detour.writes.map(({ method, path, query, body }) => [
      ...[method, path, query["status"], query["locale"]],
      body,
    ]);
    const data = { kicker: "Changed", readingMinutes: 4, broadcastTime: "10:30:00" };
    assert.deepEqual(
      [saved, sent],
      [true, [["PUT", `/api/articles/${id}`, "draft", "en", { data }]]],
    );
    const readState = async () => {
      const draft = await magazine.draft(id);
      const { $, ...content } = contentOf(document);
      return [
        document.isDirty,
        [content["title"], content["broadcastTime"]],
        ($ as JsonObject)["updatedAt"] === draft?.["updatedAt"],
      ];
    };
    await untilEqual(readState, [false, [title, "10:30:00.000"], true]);
  });

  itLong("a save doesn't change the published version", async () => {
    const { id, document } = await openSeen(magazine, {}, "");
    const before = await magazine.published(id);

    await edit(document, { kicker: "Not for readers yet" });
    await document.save();

    const draft = await magazine.draft(id);
    assert.deepEqual(
      [draft?.["kicker"], await magazine.published(id)],
      ["Not for readers yet", before],
    );
  });

  itLong("a save sends only the latest changes when it is repeated", async () => {
    const { document, sent } = await openSeen(magazine);

    const saves: boolean[] = [];
    for (const kicker of ["One", "Two", "Three"]) {
      await edit(document, { kicker });
      saves.push(await document.save());
    }

    assert.deepEqual(
      [saves, sent()],
      [[true, true, true], ["One", "Two", "Three"].map((kicker) => ({ data: { kicker } }))],
    );
  });

  it("a save keeps text that is typed meanwhile for the next one", async () => {
    const { id, document, detour, sent } = await openSeen(magazine);
    const letPass = detour.hold(/^PUT/);

    await edit(document, { kicker: "First" });
    const saving = document.save();
    await untilEqual(() => Promise.resolve(sent().length), 1);
    await edit(document, { summary: "Typed meanwhile" });
    letPass();
    await saving;
    const { isDirty } = stateOf(document);
    const saved = await document.save();

    const draft = await magazine.draft(id);
    assert.deepEqual(
      [isDirty, saved, draft?.["kicker"], draft?.["summary"]],
      [true, true, "First", "Typed meanwhile"],
    );
  });

  it("a save doesn't send the content of $", async () => {
    const { id, document, sent } = await openSeen(magazine);
    const facts = contentOf(document)["$"] as JsonObject;

    const words: string[] = [];
    const { showInformationMessage, showWarningMessage } = vscode.window;
    const show = (text: string) => Promise.resolve(void words.push(text));
    Object.assign(vscode.window, { showInformationMessage: show, showWarningMessage: show });

    await edit(document, { $: { ...facts, documentId: "mine", publishedAt: "2020-01-01" } });
    const saved = await document.save();

    await untilEqual(
      () => Promise.resolve(words),
      ["Changes to $ and $schema were not sent. The service sets them."],
    );
    Object.assign(vscode.window, { showInformationMessage, showWarningMessage });
    assert.deepEqual([saved, sent()], [true, []]);
    assert.ok(await magazine.draft(id));
  });
});
