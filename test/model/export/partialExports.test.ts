import assert from "node:assert/strict";
import { exportable } from "../../../src/model/export/exportable.ts";
import { countTargets } from "../../../src/model/batch/batchTarget.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import { drafts, magazine, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { exported, matching, recordsIn, selected } from "./exports.ts";

describe("Export of selected documents", () => {
  it("an export contains only what matches the list query, and countTargets gives their number", async () => {
    const model = openModel();
    const title = unique("Narrow");
    const ids = await Promise.all([
      makeArticle({ title }, "status=draft"),
      makeArticle({ title }, "status=draft"),
      makeArticle({ title }),
    ]);
    const target = matching(model, "articles");
    model.lists.changeListQuery(target.collection, {
      filter: { title: { $eq: title } },
      state: "draft",
    });

    const counted = must(await countTargets(target, model));
    const { text } = await exported(model, target);

    const versions = recordsIn(text).map(({ documentId, $status }) => [documentId, $status]);
    assert.deepEqual(
      versions,
      ids
        .slice(0, 2)
        .sort()
        .map((id) => [id, "draft"]),
    );
    assert.equal(counted, 2);
  });

  it("an export contains and requests only the chosen fields", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Chosen" });

    const { text } = await exported(model, selected(model, "articles", [id]), {
      names: ["title", "tags"],
    });

    const facts = { documentId: id, $locale: "en", $status: "published" };
    assert.deepEqual(recordsIn(text), [{ ...facts, title: "Chosen", tags: [] }]);
  });

  it("an export leaves out and reports relations that the token may not read, so no import clears them", async () => {
    const limited = openModel({ token: magazine().tokens.custom });
    const target = selected(limited, "articles", [await makeArticle()]);

    const { text, from } = await exported(limited, target, { format: "csv" });

    const [header = ""] = text.split("\n");
    const relations = header.split(",").filter((name) => /^(author|editor|category)\b/.test(name));
    assert.deepEqual(from.hidden, ["author", "editor"]);
    assert.deepEqual(relations, ["category.documentId", "category.name", "category.slug"]);
  });

  it("an export probes hidden relations on a document in any locale", async () => {
    const proxy = await startFaultyProxy(magazine().url);
    const limited = openModel({ url: proxy.url, token: magazine().tokens.custom });

    const collection = { connection: limited.connection.id, type: "articles" };
    const { hidden } = must(await exportable(collection, limited));

    await proxy.stop();
    const articleReads = proxy.passages.filter(({ target }) => /^\/\w+\/articles\?/.test(target));
    const locales = articleReads.map(({ target }) =>
      new URL(target, proxy.url).searchParams.get("locale"),
    );
    assert.deepEqual([hidden, new Set(locales)], [["author", "editor"], new Set(["*"])]);
  });

  it("an export contains only the selected documents, also more than one request can name", async () => {
    const model = openModel();
    const query = "fields[0]=title&pagination[pageSize]=7&pagination[page]";
    const pages = await Promise.all(
      Array.from({ length: 15 }, (_, at) => drafts("articles", `${query}=${at + 1}`)),
    );
    const ids = pages.flat().map((row) => textIn(row, "documentId"));
    const target = selected(model, "articles", ids);

    const counted = must(await countTargets(target, model));
    const { text } = await exported(model, target, { names: ["title"] });

    const exportedIds = recordsIn(text).map(({ documentId }) => documentId);
    assert.deepEqual([counted, exportedIds.sort()], [105, ids.sort()]);
  });
});
