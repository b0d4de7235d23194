import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { plainFind } from "../../support/plainHttp.ts";
import { until, untilEqual } from "../../window/until.ts";
import { usePrompts } from "../prompts.ts";
import { edit, open, stateOf, tabs } from "../editors.ts";
import { useShownFailures } from "../shownFailures.ts";
import { unique, useMagazine } from "../useMagazine.ts";

/** A question as the user sees it: the message, the detail and the buttons. */
interface Question {
  readonly words: string;
  readonly detail: readonly string[];
  readonly buttons: readonly string[];
}

/** Answers the extension's questions, one after the other, and records them. */
function useQuestions() {
  const questions: Question[] = [];
  const answers: string[] = [];
  const { showWarningMessage, showInformationMessage } = vscode.window;
  const answer = (words: string, ...items: readonly (string | vscode.MessageOptions)[]) => {
    const buttons = items.filter((item) => typeof item === "string");
    const options = items.find((item) => typeof item !== "string");
    questions.push({ words, detail: options?.detail?.split("\n") ?? [], buttons });
    return Promise.resolve(buttons.includes(answers[0] ?? "") ? answers.shift() : undefined);
  };
  before("answer the questions", () => {
    Object.assign(vscode.window, { showWarningMessage: answer, showInformationMessage: answer });
  });
  afterEach(() => {
    questions.length = 0;
    answers.length = 0;
  });
  after(() => {
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
  });
  return { questions, answers };
}

const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

describe("Publish, with relations", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const { questions, answers } = useQuestions();
  const connectionName = "Hearth & Compass";

  const publishedList = async (id: string): Promise<unknown> => {
    const query =
      "populate[sections][on][sections.reading-list][populate][articles][fields][0]=title";
    const article = await plainFind(magazine.service, `articles/${id}?${query}`);
    const [list] = (article?.["sections"] ?? []) as { articles: { documentId: string }[] }[];
    return list?.articles.map(({ documentId }) => documentId);
  };

  it("Publish warns of relations to unpublished documents, and publishes those first on request", async () => {
    const [title, name] = [unique("Article"), unique("Target")];
    const target = await magazine.makeArticle({ title: name });
    const id = await magazine.makeArticle({ title, sections: [readingList(target)] });
    answers.push("Publish with Relations");

    const running = vscode.commands.executeCommand("cms.document.publish", {
      address: magazine.article(id),
    });
    await prompts.accept(`Publish 2 documents on ${connectionName}?`, "Publish 2 Documents");
    await running;

    const [warning, report] = questions;
    assert.deepEqual(
      [warning?.words, warning?.detail, warning?.buttons],
      [
        `Publish '${title}' (en) on ${connectionName}?`,
        [
          "This publishes the document for the first time.",
          `Publishing omits relations to unpublished documents: sections.articles '${name}'.`,
        ],
        ["Publish", "Publish with Relations"],
      ],
    );
    assert.equal(report?.words, "Published 2 documents.");
    assert.deepEqual(await publishedList(id), [target]);
  });

  itLong(
    "Publish republishes an unedited document that lacks a relation, and names the relation",
    async () => {
      const [title, name] = [unique("Article"), unique("Target")];
      const target = await magazine.makeArticle({ title: name });
      const id = await magazine.makeArticle({ title, sections: [readingList(target)] }, "");
      await magazine.change(`articles/${target}?status=published`, {});
      assert.deepEqual(await publishedList(id), []);
      answers.push("Publish Again");

      const row = { address: magazine.article(id) };
      await vscode.commands.executeCommand("cms.document.publish", row);
      await vscode.commands.executeCommand("cms.document.publish", row);

      assert.deepEqual(questions, [
        {
          words: `Publish '${title}' (en) on ${connectionName} again?`,
          detail: [
            `The draft was not edited, but the published version lacks some of its relations. Publishing adds them: sections.articles '${name}'.`,
          ],
          buttons: ["Publish Again"],
        },
        {
          words: `Published '${title}' (en) on ${connectionName}.`,
          detail: [],
          buttons: ["Unpublish"],
        },
        {
          words: `'${title}' (en) is published and has no unpublished changes.`,
          detail: [],
          buttons: [],
        },
      ]);
      assert.deepEqual(await publishedList(id), [target]);
    },
  );

  it("Publish names the other published versions that change before it publishes", async () => {
    const [name, title] = [unique("Nora"), unique("Tea in Winter")];
    const author = await magazine.make("authors", { name }, "");
    const id = await magazine.makeArticle({ title }, "");
    await magazine.change(`articles/${id}?status=draft`, { author });
    await magazine.change(`authors/${author}?status=draft`, { bio: "Writes." });

    await vscode.commands.executeCommand("cms.document.publish", {
      address: { connection: magazine.connection, type: "authors", id: author },
    });

    assert.ok(
      questions[0]?.detail.includes(
        `Published versions of other documents get relations: '${title}' (articles, en) author.`,
      ),
      JSON.stringify(questions),
    );
  });
});

/** The texts that are marked with errors in the open documents. */
const marked = (): string[] =>
  vscode.languages
    .getDiagnostics()
    .flatMap(([, all]) => all)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
    .map(({ message }) => message);

describe("Publish", () => {
  const magazine = useMagazine();
  const { questions, answers } = useQuestions();
  const failures = useShownFailures();
  const publish = (id: string, row = {}) =>
    vscode.commands.executeCommand("cms.document.publish", {
      address: magazine.article(id),
      ...row,
    });

  it("Publish opens the document and marks the field when the service rejects a value", async () => {
    const title = unique("Letter");
    const id = await magazine.makeArticle({ title, contactEmail: "no address" });
    const before = await magazine.draft(id);
    answers.push("Publish");

    await publish(id);

    await until("The document is not opened", () =>
      Promise.resolve(tabs().some((tab) => tab.includes(title))),
    );
    await untilEqual(() => Promise.resolve(marked()), ["contactEmail must be a valid email."]);
    assert.deepEqual(
      failures.map(({ words }) => words),
      [`contactEmail must be a valid email. '${title}' (en) was not published.`],
    );
    assert.deepEqual([await magazine.draft(id), await magazine.published(id)], [before, undefined]);
  });

  it("Publish says that the document changed after its row was read, and opens it instead", async () => {
    const title = unique("Lamps");
    const id = await magazine.makeArticle({ title });
    const updatedAt = (await magazine.draft(id))?.["updatedAt"];
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Harbours" });
    answers.push("Open");

    await publish(id, { row: { kind: "document", updatedAt } });

    assert.match(
      questions[0]?.detail.join("\n") ?? "",
      /^The localization en changed .+, after this list was loaded\.$/m,
    );
    await until("The document is not opened", () =>
      Promise.resolve(tabs().some((tab) => tab.includes(title))),
    );
    assert.equal(await magazine.published(id), undefined);
  });
});

describe("Publish All Locales", () => {
  const magazine = useMagazine();
  const { questions, answers } = useQuestions();
  const failures = useShownFailures();
  const publishAll = (document: vscode.TextDocument) =>
    vscode.commands.executeCommand("cms.document.publishAllLocales", document.uri);
  const change = (id: string, query: string, data: object) =>
    magazine.change(`articles/${id}?${query}`, data);
  const publishedIn = (id: string, locale: string) =>
    plainFind(magazine.service, `articles/${id}?locale=${locale}`);

  it("Publish All Locales lists each locale that changed, publishes them, and keeps the text of the editor", async () => {
    const title = unique("Wind");
    const id = await magazine.makeArticle({ title }, "");
    await change(id, "locale=fr&status=draft", { title: unique("Vent") });
    await change(id, "locale=de&status=draft", { title: unique("Winde") });
    await change(id, "locale=en&status=draft", { kicker: "Winds" });
    const document = await open(magazine.article(id));
    const { text } = stateOf(document);
    answers.push("Publish 3 Locales");

    await publishAll(document);
    await vscode.commands.executeCommand("workbench.action.files.revert");

    assert.deepEqual(
      [questions[0]?.words, questions[0]?.detail],
      [
        `Publish 3 locales of '${title}' on Hearth & Compass?`,
        ["de: published for the first time", "en: kicker", "fr: published for the first time"],
      ],
    );
    const live = await Promise.all(["de", "en", "fr"].map((locale) => publishedIn(id, locale)));
    assert.ok(live.every((version) => version !== undefined));
    assert.deepEqual(stateOf(document), { text, isDirty: false });
  });

  itLong(
    "Publish All Locales saves unsaved changes first, and then lists what they change in each locale",
    async () => {
      const title = unique("Snow");
      const id = await magazine.makeArticle({ title }, "");
      await change(id, "locale=fr", { title: unique("Neige") });
      const document = await open(magazine.article(id));
      await edit(document, { featured: true });
      answers.push("Save", "Publish 2 Locales");

      await publishAll(document);

      assert.equal(
        questions[0]?.words,
        `Save your changes to '${title}' on Hearth & Compass first?`,
      );
      assert.deepEqual(questions[1]?.detail, ["en: featured", "fr: featured"]);
      assert.equal((await publishedIn(id, "fr"))?.["featured"], true);
    },
  );

  itLong(
    "Publish All Locales says which locale was published or rejected and why, and marks the field",
    async () => {
      const title = unique("Half");
      const id = await magazine.makeArticle({ title });
      await change(id, "locale=fr&status=draft", { title: null, kicker: "À moitié" });
      const document = await open(magazine.article(id));
      answers.push("Publish 2 Locales");

      await publishAll(document);

      assert.deepEqual(
        failures.map(({ words }) => words),
        [`fr was not published. title must not be empty. Published '${title}': en.`],
      );
      await untilEqual(() => Promise.resolve(marked()), ["title must not be empty."]);
      assert.ok(tabs().some((tab) => tab.includes("Untitled")));
      assert.equal((await publishedIn(id, "en"))?.["title"], title);
      assert.equal(await publishedIn(id, "fr"), undefined);
    },
  );
});
