import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ConnectionEnvironment } from "../../../src/model/connect/connection.ts";
import { itLong } from "../../support/longRun.ts";
import { plainFind, plainRequest } from "../../support/plainHttp.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf, type } from "../editors.ts";
import { useQuestions } from "../questions.ts";
import { openText } from "../texts.ts";
import { connect, unique, useMagazine } from "../useMagazine.ts";

/** Saves the active editor as an agent does. VS Code doesn't announce such a save. */
const saveUnannounced = () =>
  vscode.commands.executeCommand("workbench.action.files.saveWithoutFormatting");

const isDirty = (document: vscode.TextDocument) => stateOf(document).isDirty;

describe("Unannounced save", () => {
  const magazine = useMagazine();
  const questions = useQuestions();

  /** A new connection for this test, because "don't ask again" applies to one connection. */
  const connectAs = (environment: ConnectionEnvironment) =>
    connect(magazine.service, undefined, environment);

  const opened = async (
    connection = magazine.connection,
    data: object = { title: "Tea in Winter" },
  ) => {
    const id = await magazine.makeArticle(data);
    const document = await open({ ...magazine.article(id), connection });
    const kicker = async () => (await magazine.draft(id))?.["kicker"];
    return { id, document, kicker };
  };

  /** Opens an article of a production connection, and unlocks the connection at the question. */
  const openedInProduction = async () => {
    const connection = await connectAs("production");
    questions.answer("Unlock");
    const row = { connection: { id: connection } };
    await vscode.commands.executeCommand("cms.connection.unlock", row);
    return { connection, ...(await opened(connection)) };
  };

  it("an unannounced save asks before it saves, until Save and Don't Ask Again, and always when it publishes", async () => {
    const connection = await connectAs("staging");
    const { document, kicker } = await opened(connection);
    questions.answer("Save", "Save and Don't Ask Again");

    const observations: unknown[] = [];
    for (const word of ["First", "Second", "Third"]) {
      await edit(document, { kicker: word });
      await saveUnannounced();
      observations.push([await kicker(), isDirty(document), questions.history.length]);
    }
    const name = unique("Tea");
    const category = await magazine.make("categories", { name }, "");
    const live = await open({ connection, type: "categories", id: category });
    await edit(live, { name: `${name} leaves` });
    await saveUnannounced();

    assert.deepEqual(observations, [
      ["First", false, 1],
      ["Second", false, 2],
      ["Third", false, 2],
    ]);
    const [first, , last] = questions.history;
    assert.deepEqual(first, {
      words: "Save 'Tea in Winter' (en) to Hearth & Compass (Staging)?",
      detail: [
        "An extension, an agent or the command Save without Formatting started this save.",
        "Only the draft changes.",
        "Don't Ask Again applies to drafts on Hearth & Compass (Staging) in this window.",
      ].join("\n"),
      buttons: ["Save", "Save and Don't Ask Again", "Show Changes", "Don't Save"],
    });
    assert.match(last?.detail ?? "", /The change is published immediately\.$/);
    assert.deepEqual(last?.buttons, ["Save", "Show Changes", "Don't Save"]);
    const now = await plainFind(magazine.service, `categories/${category}`);
    assert.deepEqual([now?.["name"], isDirty(live)], [name, true]);
  });

  for (const [answer, test] of [
    ["Don't Save", it],
    ["Escape", itLong],
  ] as const) {
    test(`an unannounced save sends nothing after ${answer} and Show Changes, keeps the text, and can be saved by hand`, async () => {
      const { document, kicker } = await opened();
      await edit(document, { kicker: "By an agent" });
      const { text } = stateOf(document);

      questions.answer(answer, "Show Changes");
      await saveUnannounced();
      const atFirst = [stateOf(document), await kicker()];
      await saveUnannounced();

      let input: vscode.TabInputTextDiff | undefined;
      await until("No changes are shown", () => {
        const tabInput = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        input = tabInput instanceof vscode.TabInputTextDiff ? tabInput : undefined;
        return Promise.resolve(input !== undefined);
      });
      const before = await vscode.workspace.openTextDocument(input!.original);
      const { label } = vscode.window.tabGroups.activeTabGroup.activeTab!;
      assert.equal(input!.modified.toString(), document.uri.toString());
      assert.equal(contentOf(before)["kicker"], "Made");
      assert.equal(label, "Tea in Winter: saved ↔ unsaved changes");
      const afterShown = [await kicker(), isDirty(document)];
      const saved = await document.save();

      assert.deepEqual(atFirst, [{ text, isDirty: true }, "Made"]);
      assert.deepEqual(afterShown, ["Made", true]);
      assert.deepEqual([saved, await kicker(), questions.history.length], [true, "By an agent", 2]);
    });
  }

  itLong("an unannounced save merges remote changes of other attributes", async () => {
    const { id, document } = await opened();
    await edit(document, { kicker: "By an agent" });
    await magazine.change(`articles/${id}?status=draft`, { summary: "By somebody else" });

    questions.answer("Save");
    await saveUnannounced();

    const draft = await magazine.draft(id);
    assert.deepEqual([draft?.["kicker"], draft?.["summary"]], ["By an agent", "By somebody else"]);
    await untilEqual(
      () => Promise.resolve([contentOf(document)["summary"], isDirty(document)]),
      ["By somebody else", false],
    );
  });

  const sides = { "Keep Mine": "By an agent", "Take Theirs": "By somebody else" };
  for (const [side, keptKicker] of Object.entries(sides)) {
    const test = side === "Keep Mine" ? it : itLong;
    test(`an unannounced save asks about a conflict, sends nothing without an answer, and follows ${side}`, async () => {
      const { id, document, kicker } = await opened();
      await edit(document, { kicker: "By an agent", summary: "Also by the agent" });
      await magazine.change(`articles/${id}?status=draft`, { kicker: "By somebody else" });

      questions.answer("Save", "Cancel");
      await saveUnannounced();
      const atFirst = [await kicker(), isDirty(document)];
      questions.answer("Save", side);
      await saveUnannounced();

      const draft = await magazine.draft(id);
      assert.deepEqual(atFirst, ["By somebody else", true]);
      assert.deepEqual([await kicker(), draft?.["summary"]], [keptKicker, "Also by the agent"]);
      assert.deepEqual(
        questions.history.map(({ buttons }) => buttons.includes(side)),
        [false, true, false, true],
      );
    });
  }

  itLong("an unannounced save leaves a revert to the remote content possible", async () => {
    const { id, document, kicker } = await opened();
    await edit(document, { kicker: "By an agent" });
    await magazine.change(`articles/${id}?status=draft`, { kicker: "By somebody else" });
    await saveUnannounced();

    await vscode.commands.executeCommand("workbench.action.files.revert");
    const reverted = contentOf(document)["kicker"];
    await edit(document, { kicker: "By hand" });
    const saved = await document.save();

    assert.deepEqual([reverted, saved, await kicker()], ["By somebody else", true, "By hand"]);
  });

  it("an unannounced save asks every time in unlocked production, and to unlock it while it is locked", async () => {
    const { connection, document, kicker } = await openedInProduction();

    questions.answer("Save", "Save");
    for (const word of ["First", "Second", "Third"]) {
      await edit(document, { kicker: word });
      if (word === "Third")
        await vscode.commands.executeCommand("cms.connection.lock", {
          connection: { id: connection },
        });
      await saveUnannounced();
    }

    assert.deepEqual(
      questions.history.map(({ buttons }) => buttons),
      [["Unlock"], ...Array<string[]>(2).fill(["Save", "Show Changes", "Don't Save"]), ["Unlock"]],
    );
    assert.deepEqual([await kicker(), isDirty(document)], ["Second", true]);
  });

  it("an unannounced save by another extension through the file system asks, too", async () => {
    const { document, kicker } = await opened();
    const text = document.getText().replace('"Made"', '"By an extension"');
    const write = () => vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(text));

    await assert.rejects(Promise.resolve(write()));
    const before = await kicker();
    questions.answer("Save");
    await write();

    assert.deepEqual(
      [before, await kicker(), questions.history.length],
      ["Made", "By an extension", 2],
    );
  });

  it("an unannounced save asks after a stopped save by hand", async () => {
    const detour = await magazine.detour();
    const { document, kicker } = await opened(detour.article("").connection);
    await edit(document, { kicker: "Not saved" });
    detour.inject(/^GET/, (response) => response.destroy());
    const saved = await document.save();
    detour.heal();

    await saveUnannounced();

    assert.deepEqual([saved, questions.history.length, await kicker()], [false, 1, "Made"]);
  });

  it("an unannounced save of Markdown asks, keeps both texts after Don't Save, and saves after Save", async () => {
    const id = await magazine.makeArticle({ title: "Tea in Winter", body: "One." });
    const document = await open(magazine.article(id));
    const text = await openText(document, "body");
    const now = async () => (await magazine.draft(id))?.["body"];
    await type(text, "Two.");

    questions.answer("Don't Save", "Save");
    await saveUnannounced();
    const atFirst = [await now(), stateOf(text), contentOf(document)["body"], isDirty(document)];
    await vscode.window.showTextDocument(text);
    await saveUnannounced();

    assert.deepEqual(atFirst, ["One.", { text: "Two.", isDirty: true }, "Two.", true]);
    assert.deepEqual(
      [await now(), stateOf(text).isDirty, isDirty(document)],
      ["Two.", false, false],
    );
    assert.deepEqual(
      questions.history.map(({ words }) => words),
      Array(2).fill("Save 'Tea in Winter' (en) to Hearth & Compass?"),
    );
  });

  it("an unannounced save of a new document asks before it is created", async () => {
    const collection = { connection: magazine.connection, type: "articles" };
    await vscode.commands.executeCommand("cms.collection.newDocument", { collection });
    const { document } = vscode.window.activeTextEditor!;
    const title = unique("Written by an agent");
    await edit(document, { title });
    const count = async () => {
      const path = `articles?status=draft&filters[title]=${encodeURIComponent(title)}`;
      const { body } = await plainRequest(magazine.service, "GET", path);
      return (body as { data: unknown[] }).data.length;
    };

    await saveUnannounced();

    assert.deepEqual([await count(), isDirty(document)], [0, true]);
    assert.deepEqual(
      questions.history.map(({ words }) => words),
      [`Save '${title}' (en) to Hearth & Compass?`],
    );
  });
});
