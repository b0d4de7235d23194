import assert from "node:assert/strict";
import * as vscode from "vscode";
import { plainFind } from "../support/plainHttp.ts";
import { useBoxes } from "./boxes.ts";
import { unique, useMagazine } from "./useMagazine.ts";

/** A question as the user sees it: what it says, below it, and its buttons. */
interface Question {
  readonly words: string;
  readonly detail: readonly string[];
  readonly buttons: readonly string[];
}

/** Answers what the extension asks, one answer after the other, and gives what was asked. */
function useQuestions() {
  const asked: Question[] = [];
  const answers: string[] = [];
  const { showWarningMessage, showInformationMessage } = vscode.window;
  const answer = (words: string, ...rest: readonly (string | vscode.MessageOptions)[]) => {
    const buttons = rest.filter((one) => typeof one === "string");
    const options = rest.find((one) => typeof one !== "string");
    asked.push({ words, detail: options?.detail?.split("\n") ?? [], buttons });
    return Promise.resolve(buttons.includes(answers[0] ?? "") ? answers.shift() : undefined);
  };
  before("answer the questions", () => {
    Object.assign(vscode.window, { showWarningMessage: answer, showInformationMessage: answer });
  });
  afterEach(() => {
    asked.length = 0;
    answers.length = 0;
  });
  after(() => {
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
  });
  return { asked, answers };
}

const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

describe("Publishing a document with relations", () => {
  const magazine = useMagazine();
  const boxes = useBoxes();
  const { asked, answers } = useQuestions();
  const place = "Hearth & Compass";

  const publishedList = async (id: string): Promise<unknown> => {
    const query =
      "populate[sections][on][sections.reading-list][populate][articles][fields][0]=title";
    const found = await plainFind(magazine.service, `articles/${id}?${query}`);
    const [list] = (found?.["sections"] ?? []) as { articles: { documentId: string }[] }[];
    return list?.articles.map(({ documentId }) => documentId);
  };

  it("warns of relations to unpublished documents, and publishes those first on request", async () => {
    const [title, name] = [unique("Article"), unique("Target")];
    const target = await magazine.makeArticle({ title: name });
    const id = await magazine.makeArticle({ title, sections: [readingList(target)] });
    answers.push("Publish with Relations", "Publish 2 Documents");

    const running = vscode.commands.executeCommand("cms.document.publish", {
      address: magazine.article(id),
    });
    await boxes.accept(`Publish with Relations: 2 items on ${place}`);
    await running;

    const [warning, question, report] = asked;
    assert.deepEqual(
      [warning?.words, warning?.detail, warning?.buttons],
      [
        `Publish '${title}' (en) on ${place}?`,
        [
          "It goes live for the first time.",
          `The published version gets no relations to documents that are not published: sections.articles '${name}'.`,
        ],
        ["Publish", "Publish with Relations"],
      ],
    );
    assert.deepEqual(question?.buttons, ["Publish 2 Documents"]);
    assert.equal(report?.words, "Published 2 items.");
    assert.deepEqual(await publishedList(id), [target]);
  });

  it("republishes an unedited document that lacks a relation, and names the relation", async () => {
    const [title, name] = [unique("Article"), unique("Target")];
    const target = await magazine.makeArticle({ title: name });
    const id = await magazine.makeArticle({ title, sections: [readingList(target)] }, "");
    await magazine.change(`articles/${target}?status=published`, {});
    assert.deepEqual(await publishedList(id), []);
    answers.push("Publish Again");

    const row = { address: magazine.article(id) };
    await vscode.commands.executeCommand("cms.document.publish", row);
    await vscode.commands.executeCommand("cms.document.publish", row);

    assert.deepEqual(asked, [
      {
        words: `Publish '${title}' (en) on ${place} again?`,
        detail: [
          `Nothing was edited, but the published version lacks relations of the draft. These come back: sections.articles '${name}'.`,
        ],
        buttons: ["Publish Again"],
      },
      {
        words: `'${title}' (en) is published, and nothing has changed since.`,
        detail: [],
        buttons: [],
      },
    ]);
    assert.deepEqual(await publishedList(id), [target]);
  });

  it("names the other published versions that change before it publishes", async () => {
    const [name, title] = [unique("Nora"), unique("Tea in Winter")];
    const author = await magazine.make("authors", { name }, "");
    const id = await magazine.makeArticle({ title }, "");
    await magazine.change(`articles/${id}?status=draft`, { author });
    await magazine.change(`authors/${author}?status=draft`, { bio: "Writes." });

    await vscode.commands.executeCommand("cms.document.publish", {
      address: { connection: magazine.connection, type: "authors", id: author },
    });

    assert.ok(
      asked[0]?.detail.includes(
        `Publishing also adds relations to the published version of other documents, because their drafts have them: '${title}' (en) author.`,
      ),
      JSON.stringify(asked),
    );
  });
});
