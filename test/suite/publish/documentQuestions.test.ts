import assert from "node:assert/strict";
import * as vscode from "vscode";
import { plainList } from "../../support/plainHttp.ts";
import { edit, open, stateOf } from "../editors.ts";
import { useMessages } from "../messages.ts";
import { useQuestions } from "../questions.ts";
import { unique, useMagazine } from "../useMagazine.ts";

const name = "Hearth & Compass";

describe("Publish", () => {
  const magazine = useMagazine();
  const questions = useQuestions();

  it("Publish asks one question for unsaved changes, saves them and publishes them", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const document = await open(magazine.article(id));
    await edit(document, { summary: "Water, and then more water." });
    questions.answer("Save and Publish");

    await vscode.commands.executeCommand("cms.document.publish");

    const [question, ...others] = questions.history;
    assert.deepEqual(others, []);
    assert.equal(question?.words, `Publish '${title}' (en) on ${name}?`);
    assert.equal(question.detail.split("\n")[0], "Your changes are saved first.");
    const published = await magazine.published(id);
    assert.equal(published?.["summary"], "Water, and then more water.");
    assert.equal(stateOf(document).isDirty, false);
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
