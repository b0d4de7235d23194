import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { plainList } from "../../support/plainHttp.ts";
import { untilEqual } from "../../window/until.ts";
import { usePrompts } from "../prompts.ts";
import { contentOf, open } from "../editors.ts";
import { enterInBoxes } from "../enteredText.ts";
import { useMessages } from "../messages.ts";
import { useQuestions } from "../questions.ts";
import { unique, useMagazine } from "../useMagazine.ts";

const name = "Hearth & Compass";

describe("Signed-in administrator", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const questions = useQuestions();
  const messages = useMessages();
  const { setStatusBarMessage } = vscode.window;
  const statusBar: string[] = [];

  before("sign in once", async () => {
    Object.assign(vscode.window, {
      setStatusBarMessage: (words: string) => void statusBar.push(words),
    });
    const { connection, service } = magazine;
    const entering = enterInBoxes(service.admin.email, service.admin.password);
    const row = { connection: { id: connection, name, url: service.url } };
    const running = vscode.commands.executeCommand("cms.connection.adminSignIn", row);
    await prompts.accept(`Sign In to ${name} as Administrator`, "Use email and password");
    await running;
    entering.dispose();
    Object.assign(vscode.window, { setStatusBarMessage });
  });
  after("sign out", async () => {
    const { connection, service } = magazine;
    const row = { connection: { id: connection, name, url: service.url } };
    await vscode.commands.executeCommand("cms.connection.adminSignOut", row);
  });

  const kickers = async (id: string): Promise<unknown[]> =>
    [await magazine.draft(id), await magazine.published(id)].map((version) => version?.["kicker"]);

  it("a signed-in administrator is named in the status bar after the sign-in", () => {
    const words = `Signed in to ${name} as administrator ${magazine.service.admin.email}`;
    assert.ok(
      statusBar.some((text) => text.includes(words)),
      statusBar.join("\n"),
    );
  });

  it("an administrator discards changes after a question about the fields, and Undo Last Save restores them", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title, kicker: "Live" }, "");
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Draft", featured: true });
    const address = magazine.article(id);
    const document = await open(address);
    questions.answer("Discard Changes");

    await vscode.commands.executeCommand("cms.document.discardChanges", { address });

    assert.deepEqual(questions.history, [
      {
        words: `Discard the changes to '${title}' (en) on ${name}?`,
        detail: [
          "Reverts to the published version: kicker, featured.",
          "Undo Last Save can restore the changes.",
        ].join("\n"),
        buttons: ["Discard Changes", "Show Changes"],
      },
    ]);
    await untilEqual(() => Promise.resolve(contentOf(document)["kicker"]), "Live");
    assert.deepEqual(await kickers(id), ["Live", "Live"]);
    await vscode.commands.executeCommand("cms.document.undoLastSave", document.uri);
    await untilEqual(() => kickers(id), ["Draft", "Live"]);
  });

  it("More… offers Preview to an administrator, without a preview URL of the connection", async () => {
    const title = unique("Tea");
    const document = await open(magazine.article(await magazine.makeArticle({ title })));

    const running = vscode.commands.executeCommand("cms.document.showActions", document.uri);
    const pick = await prompts.waitForPick(title);
    const labels = pick.items.map(({ label }) => label);
    pick.hide();
    await running;

    assert.ok(labels.includes("Preview"), labels.join(", "));
  });

  it("the message of a publish offers Unpublish, which asks its own question", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    questions.answer("Publish", "Unpublish");
    messages.press("Unpublish");

    await vscode.commands.executeCommand("cms.document.publish", { address: magazine.article(id) });

    await untilEqual(
      () => Promise.resolve(messages.texts),
      [`Published '${title}' (en) on ${name}.`, `Unpublished '${title}' (en) on ${name}.`],
    );
    assert.equal(questions.history[1]?.words, `Unpublish '${title}' (en) on ${name}?`);
    assert.equal(await magazine.published(id), undefined);
  });

  itLong(
    "an administrator unpublishes the selected documents after a preview and a question",
    async () => {
      const ids = [
        await magazine.makeArticle({ kicker: "Live" }, ""),
        await magazine.makeArticle({ kicker: "Live" }, ""),
      ];
      const rows = ids.map((id) => ({
        address: magazine.article(id),
        row: { kind: "document", id, title: "" },
      }));

      const running = vscode.commands.executeCommand("cms.selection.unpublish", rows[0], rows);
      const notes = await prompts.proceed(
        `Unpublish 2 documents on ${name}?`,
        "Unpublish 2 Documents",
      );
      await running;

      assert.deepEqual(questions.history, []);
      const effect = [
        "This removes the published versions. The drafts don't change.",
        "Undo publishes a document again if its draft equals the previous published version.",
      ].join(" ");
      assert.ok(notes.includes(effect), notes);
      assert.deepEqual(messages.texts, ["Unpublished 2 documents."]);
      assert.deepEqual(await Promise.all(ids.map(kickers)), Array(2).fill(["Live", undefined]));
    },
  );

  it("Unpublish All Matching Documents previews all documents of a collection, and names the collection", async () => {
    const collection = { connection: magazine.connection, type: "pages" };
    const query = "pages?status=published&locale=en&pagination[pageSize]=100";
    const { length: count } = await plainList(magazine.service, query);

    const running = vscode.commands.executeCommand("cms.collection.unpublishAll", {
      collection,
    });
    const { items } = await prompts.waitForPick(`Unpublish ${count} documents on ${name}?`);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await running;

    assert.ok(
      items.some(
        ({ label }) => label === "Pages · en: no filter is set, so everything is included.",
      ),
    );
  });
});

describe("Sign-in of an administrator", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const questions = useQuestions();

  it("the sign-in of an administrator comes before the question of a command that needs one, and says why", async () => {
    const id = await magazine.makeArticle({ kicker: "Live" }, "");
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Draft" });
    const said: (string | undefined)[][] = [];

    for (const command of [
      "document.unpublish",
      "document.discardChanges",
      "selection.unpublish",
    ]) {
      const row = { address: magazine.article(id) };
      const running = vscode.commands.executeCommand(`cms.${command}`, row);
      const pick = await prompts.waitForPick(`Sign In to ${name} as Administrator`);
      said.push([command, pick.placeholder]);
      pick.hide();
      await running;
    }

    assert.deepEqual(said, [
      ["document.unpublish", "Only administrators can unpublish documents."],
      ["document.discardChanges", "Only administrators can discard changes."],
      ["selection.unpublish", "Only administrators can unpublish documents."],
    ]);
    assert.deepEqual(questions.history, []);
    assert.equal((await magazine.published(id))?.["kicker"], "Live");
  });
});
