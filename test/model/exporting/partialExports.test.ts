import assert from "node:assert/strict";
import { exportable } from "../../../src/model/bulk/exporting/exportable.ts";
import { countTargets } from "../../../src/model/bulk/batch/batchTarget.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaultyWay } from "../../support/faultyWay.ts";
import { ask, magazine, makeArticle, openDesk, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { exported, matching, recordsIn, selected } from "./exports.ts";

interface Listed {
  readonly data: readonly JsonObject[];
}

describe("An export of a part", () => {
  it("is of what a collection is narrowed to, and knows how many that are before", async () => {
    const desk = openDesk();
    const title = unique("Narrow");
    const ids = await Promise.all([
      makeArticle({ title }, "status=draft"),
      makeArticle({ title }, "status=draft"),
      makeArticle({ title }),
    ]);
    const meant = matching(desk, "articles");
    desk.content.changeListQuery(meant.place, {
      filter: { title: { $eq: title } },
      state: "draft",
    });

    const counted = must(await countTargets(meant, desk));
    const { text } = await exported(desk, meant);

    const found = recordsIn(text).map(({ documentId, status }) => [documentId, status]);
    assert.deepEqual(
      found,
      ids
        .slice(0, 2)
        .sort()
        .map((id) => [id, "draft"]),
    );
    assert.equal(counted, 2);
  });

  it("has no more fields than were chosen, and asks for no others", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Chosen" });

    const { text } = await exported(desk, selected(desk, "articles", [id]), {
      names: ["title", "tags"],
    });

    const facts = { documentId: id, locale: "en", status: "published" };
    assert.deepEqual(recordsIn(text), [{ ...facts, title: "Chosen", tags: [] }]);
  });

  it("has no relations to what may not be read, and says which: they would be cleared by an import", async () => {
    const limited = openDesk({ token: magazine().tokens.custom });
    const meant = selected(limited, "articles", [await makeArticle()]);

    const { text, from } = await exported(limited, meant, { format: "csv" });

    const [header = ""] = text.split("\n");
    const relations = header.split(",").filter((name) => /^(author|editor|category)\b/.test(name));
    assert.deepEqual(from.hidden, ["author", "editor"]);
    assert.deepEqual(relations, ["category.documentId", "category.name", "category.slug"]);
  });

  it("asks for one document in any locale to learn what may not be read: there may be none in the default one", async () => {
    const way = await startFaultyWay(magazine().url);
    const limited = openDesk({ url: way.url, token: magazine().tokens.custom });

    const place = { connection: limited.connection.id, type: "articles" };
    const { hidden } = must(await exportable(place, limited));

    await way.stop();
    const asked = way.passages.filter(({ target }) => /^\/\w+\/articles\?/.test(target));
    const locales = asked.map(({ target }) => new URL(target, way.url).searchParams.get("locale"));
    assert.deepEqual([hidden, new Set(locales)], [["author", "editor"], new Set(["*"])]);
  });

  it("is of what is selected alone, more than one question can name too", async () => {
    const desk = openDesk();
    const { data } = (await ask(
      "GET",
      "articles?status=draft&fields[0]=title&pagination[pageSize]=100",
    )) as Listed;
    const { data: more } = (await ask(
      "GET",
      "articles?status=draft&fields[0]=title&pagination[pageSize]=100&pagination[page]=2",
    )) as Listed;
    const ids = [...data, ...more.slice(0, 5)].map((row) => textIn(row, "documentId"));
    const meant = selected(desk, "articles", ids);

    const counted = must(await countTargets(meant, desk));
    const { text } = await exported(desk, meant, { names: ["title"] });

    const found = recordsIn(text).map(({ documentId }) => documentId);
    assert.deepEqual([counted, found.sort()], [105, ids.sort()]);
  });
});
