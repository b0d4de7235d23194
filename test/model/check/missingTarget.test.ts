import assert from "node:assert/strict";
import { plainAll, plainList, plainRequest } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { ask, magazine, make, makeArticle, openModel, unique } from "../magazine.ts";
import { useChangedService } from "./changedService.ts";
import { allOf, check, only, shownIn, some } from "./checking.ts";
import { changeMagazine } from "./database.ts";

const rules = only("missing-target");

describe("Rule missing-target, for required relations", function () {
  this.timeout(120_000);
  const service = useChangedService();
  let model: TestModel;

  before(() => {
    model = modelOn(service());
  });
  after(() => model.close());

  const reportedLines = async (type: string): Promise<string[]> => {
    const { findings } = await check(model, allOf(model, type), { rules });
    return findings
      .map(({ severity, address, path }) =>
        [severity, address.id, address.locale ?? "-", path.join(".")].join(" "),
      )
      .sort();
  };

  async function expectedLines(
    type: string,
    name: string,
    locales: readonly string[],
  ): Promise<string[]> {
    const lines: string[] = [];
    for (const locale of locales) {
      const query = `populate=${name}${locale === "-" ? "" : `&locale=${locale}`}`;
      const drafts = await plainAll(service(), `${type}?status=draft&${query}`);
      const published = await plainAll(service(), `${type}?status=published&${query}`);
      const isLive = ({ documentId }: PlainDocument) =>
        published.some((row) => row.documentId === documentId);
      const empty = drafts.filter((row) => row[name] === null);
      lines.push(
        ...empty.map((row) =>
          [isLive(row) ? "error" : "warning", row.documentId, locale, name].join(" "),
        ),
      );
    }
    return lines.sort();
  }

  it("rule missing-target finds exactly the required relations and media files that are empty", async () => {
    const pages = await reportedLines("pages");

    assert.deepEqual(pages, await expectedLines("pages", "leadArticle", ["en", "fr", "de"]));
    assert.ok(pages.length > 0);
    assert.deepEqual(
      await reportedLines("authors"),
      await expectedLines("authors", "portrait", ["-"]),
    );
  });

  it("rule missing-target finds a required relation whose target was deleted, until it has another", async () => {
    const [page] = (await plainList(service(), "pages?populate=leadArticle")).filter(
      ({ leadArticle }) => leadArticle !== null,
    );
    const { documentId: id, leadArticle } = page!;
    const before = await reportedLines("pages");

    await plainRequest(
      service(),
      "DELETE",
      `articles/${(leadArticle as { documentId: string }).documentId}`,
    );
    const missingLines = await reportedLines("pages");
    const [other] = await plainList(service(), "articles?pagination[pageSize]=1");
    const data = { leadArticle: other?.documentId };
    await plainRequest(service(), "PUT", `pages/${id}`, { data });

    assert.deepEqual(
      missingLines.filter((line) => !before.includes(line)),
      [`error ${id} en leadArticle`],
    );
    assert.deepEqual(await reportedLines("pages"), before);
  });
});

describe("Rule missing-target", () => {
  it("rule missing-target reports relations to a document whose draft is gone", async () => {
    const model = openModel();
    const author = await make("authors", { name: unique("Author") });
    const [id, other] = [await makeArticle({ author }), await makeArticle()];
    // The published version still refers to the published version of the author.
    await changeMagazine(
      "DELETE FROM authors WHERE document_id = ? AND published_at IS NULL",
      author,
    );

    const checked = some(model, "articles", id, other);
    const before = await check(model, checked, { rules });
    await ask("PUT", `articles/${id}`, { author: null });
    const after = await check(model, checked, { rules });
    await changeMagazine("DELETE FROM authors WHERE document_id = ?", author);

    assert.deepEqual(shownIn(before.findings, id, other), ["error 0 en author"]);
    assert.deepEqual(shownIn(after.findings, id, other), []);
  });

  it("rule missing-target reports nothing where the token may not read the targets", async () => {
    const model = openModel({ token: magazine().tokens.custom });
    const author = await make("authors", { name: unique("Author") });
    const quote = { __component: "sections.quote", text: "So", speaker: "Ada", author };
    const id = await makeArticle({ author, sections: [quote] });

    const { findings, report } = await check(model, some(model, "articles", id), { rules });

    assert.deepEqual(findings, []);
    assert.deepEqual(
      report.unchecked.map((part) => [part.code, part.code === "attribute" ? part.path : ""]),
      [
        ["attribute", "author"],
        ["attribute", "editor"],
        ["attribute", "sections.author"],
      ],
    );
  });
});
