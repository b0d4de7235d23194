import assert from "node:assert/strict";
import * as vscode from "vscode";
import { plainFind, plainList } from "../../support/plainHttp.ts";
import { useWarnings } from "../copy/warnings.ts";
import { contentOf, edit, open, stateOf } from "../editors.ts";
import { until, untilEqual } from "../../window/until.ts";
import { useMessages } from "../messages.ts";
import { useQuestions } from "../questions.ts";
import { unique, useMagazine } from "../useMagazine.ts";

const name = "Hearth & Compass";

describe("Publish", () => {
  const magazine = useMagazine();
  const questions = useQuestions();
  const warnings = useWarnings();
  const messages = useMessages();
  const publish = (id: string) =>
    vscode.commands.executeCommand("cms.document.publish", { address: magazine.article(id) });

  it("Publish asks one question for unsaved changes, names those that the service would reject, saves and publishes the others", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const document = await open(magazine.article(id));
    await edit(document, { contactEmail: "no address" });
    await publish(id);
    await edit(document, { contactEmail: null, summary: "Water, and then more water." });
    questions.answer("Save and Publish");

    await vscode.commands.executeCommand("cms.document.publish");

    const [rejected, question, ...others] = questions.history;
    assert.deepEqual(others, []);
    assert.equal(
      rejected?.detail.split("\n")[0],
      "The service would reject this: contactEmail must be an email address.",
    );
    assert.deepEqual(rejected.buttons, ["Show Problems", "Save and Publish"]);
    assert.equal(question?.words, `Publish '${title}' (en) on ${name}?`);
    assert.equal(question.detail.split("\n")[0], "Your changes are saved first.");
    const published = await magazine.published(id);
    assert.equal(published?.["summary"], "Water, and then more water.");
    assert.equal(stateOf(document).isDirty, false);
    assert.deepEqual(messages.texts, [`Published '${title}' (en) on ${name}.`]);
  });

  it("Publish names the values that the service would reject, and goes to the first on request", async () => {
    const id = await magazine.makeArticle({ title: null, contactEmail: "no address" });
    questions.answer("Show Problems");

    await publish(id);

    const { detail = "", buttons = [] } = questions.history[0] ?? {};
    assert.equal(
      detail.split("\n")[0],
      "The service would reject this: title must not be empty, contactEmail must be an email address.",
    );
    assert.deepEqual(buttons, ["Show Problems", "Publish"]);
    const editor = vscode.window.activeTextEditor;
    const { start } = editor!.selection;
    assert.match(editor!.document.lineAt(start.line).text, /"title"/);
    assert.equal(await magazine.published(id), undefined);
  });

  it("Publish shows the draft beside the published version, and then asks again", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title, kicker: "Live" }, "");
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Draft" });
    questions.answer("Show Changes");
    warnings.answer("Publish");

    await publish(id);

    assert.deepEqual(questions.history[0]?.buttons, ["Publish", "Show Changes"]);
    assert.deepEqual(warnings.texts, [`Publish '${title}' (en) on ${name}?`]);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const sides = [input.original, input.modified].map((uri) =>
      vscode.workspace.openTextDocument(uri),
    );
    assert.deepEqual(
      (await Promise.all(sides)).map((side) => contentOf(side)["kicker"]),
      ["Live", "Draft"],
    );
    assert.equal((await magazine.published(id))?.["kicker"], "Draft");
  });

  it("Publish lists on request all names that its question leaves out", async () => {
    const id = await magazine.makeArticle({}, "");
    const changes = {
      ...{ title: unique("Tea"), kicker: "Tea", summary: "Tea", featured: true },
      ...{ readingMinutes: 4, rating: 2, issueDate: "2026-01-31" },
    };
    await magazine.change(`articles/${id}?status=draft`, changes);
    questions.answer("Show All");

    await publish(id);

    const { detail = "", buttons = [] } = questions.history[0] ?? {};
    assert.match(detail, /^Changes to publish: .+ and 2 more\.$/m);
    assert.deepEqual(buttons, ["Publish", "Show Changes", "Show All"]);
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    for (const field of Object.keys(changes)) assert.match(text, new RegExp(`\\b${field}[,.]`));
    assert.doesNotMatch(text, /more/);
  });
});

describe("Delete", () => {
  const magazine = useMagazine();
  const questions = useQuestions();

  it("Delete names title, collection, connection, locales and relations, and deletes nothing on Cancel", async () => {
    const find = () => plainList(magazine.service, "pages?locale=*&filters[title]=Contact");
    const [page] = await plainList(magazine.service, "pages?locale=en&filters[title]=Contact");
    assert.ok(page);
    const before = await find();
    const { documentId: id } = page;
    const address = { connection: magazine.connection, type: "pages", locale: "en", id };

    await vscode.commands.executeCommand("cms.document.delete", { address });

    const [question] = questions.history;
    assert.equal(question?.words, `Delete 'Contact' from Pages on ${name}?`);
    const [locales, relations, restore] = question.detail.split("\n");
    assert.equal(
      locales,
      "This deletes all localizations, including drafts and published versions: de, en, fr.",
    );
    assert.match(
      relations ?? "",
      /^Relations from other documents that are also removed: .*Pages 'Write for Us'/,
    );
    assert.equal(
      restore,
      "To restore the content with a new documentId, run Restore Deleted Document.",
    );
    assert.deepEqual(await find(), before);
  });

  it("Delete names the fields that another client changed after the document was opened", async () => {
    const id = await magazine.makeArticle();
    const address = magazine.article(id);
    await open(address);
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Meanwhile" });

    await vscode.commands.executeCommand("cms.document.delete", { address });

    const { detail = "", buttons = [] } = questions.history[0] ?? {};
    assert.equal(detail.split("\n")[0], "Changed in en after you opened it: kicker.");
    assert.deepEqual(buttons, ["Delete", "Show Changes"]);
    assert.ok(await magazine.draft(id));
  });
});

describe("Message of an action", () => {
  const magazine = useMagazine();
  const questions = useQuestions();
  const messages = useMessages();

  const untilRestored = () =>
    until("No message names what was restored", () =>
      Promise.resolve(messages.texts.some((text) => text.startsWith("Restored "))),
    );

  it("the message of a delete offers Undo, which restores the document after a question", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title, kicker: "Kept" });
    questions.answer("Delete", "Restore");
    messages.press("Undo");

    await vscode.commands.executeCommand("cms.document.delete", { address: magazine.article(id) });

    const restored = async () => {
      const query = `articles?status=draft&filters[title]=${encodeURIComponent(title)}`;
      const drafts = await plainList(magazine.service, query);
      return drafts.map(({ documentId, kicker }) => [documentId === id, kicker]);
    };
    await untilEqual(restored, [[false, "Kept"]]);
    await untilRestored();
    assert.equal(messages.texts[0], `Deleted '${title}' from ${name}.`);
    assert.deepEqual(
      [questions.history[1]?.words, questions.history[1]?.detail.split("\n")[0]],
      [`Restore '${title}' on ${name}?`, "Restoring creates a draft in en with a new documentId."],
    );
  });

  it("the message of a deleted localization offers Undo, which restores that one, also after another was deleted", async () => {
    const id = await magazine.makeArticle();
    const path = (locale: string) => `articles/${id}?locale=${locale}&status=draft`;
    for (const locale of ["fr", "de"]) await magazine.change(path(locale), { title: locale });
    questions.answer("Delete Localization", "Delete Localization", "Restore");
    const release = messages.hold("Undo");
    for (const locale of ["fr", "de"]) {
      const address = { ...magazine.article(id), locale };
      await vscode.commands.executeCommand("cms.document.deleteLocalization", { address });
    }

    release(`Deleted 'fr' (fr) from ${name}.`);

    const find = async () => {
      const all = await Promise.all(
        ["fr", "de"].map((locale) => plainFind(magazine.service, path(locale))),
      );
      return all.map((localization) => localization?.["title"]);
    };
    await untilEqual(find, ["fr", undefined]);
    await untilRestored();
  });
});

describe("Count", () => {
  const magazine = useMagazine();
  const messages = useMessages();

  it("Count counts the collection of the document in front in its locale, and the users", async () => {
    const { connection, service } = magazine;
    const query = "pages?status=draft&locale=en&pagination[pageSize]=100";
    const pages = await plainList(service, query);
    const id = pages[0]?.documentId ?? "";
    await open({ connection, type: "pages", locale: "en", id });

    await vscode.commands.executeCommand("cms.collection.count");
    const users = { connection, type: "users" };
    await vscode.commands.executeCommand("cms.collection.count", { collection: users });

    const [first, second] = messages.texts;
    assert.equal(first, `Pages on ${name}: ${pages.length} in en`);
    assert.match(second ?? "", new RegExp(`^Users on ${name}: \\d+$`));
  });
});
