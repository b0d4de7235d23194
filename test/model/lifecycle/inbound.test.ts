import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { findInboundRelations } from "../../../src/model/query/finding/inbound.ts";
import type { InboundOptions } from "../../../src/model/query/finding/inbound.ts";
import type { Desk } from "../desk.ts";
import {
  ask,
  changeElsewhere,
  draft,
  magazine,
  make,
  makeArticle,
  openDesk,
  unique,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";

const inbound = async (desk: Desk, address: Address, asking: InboundOptions = {}) =>
  findInboundRelations(must(await desk.catalogs.service(desk.connection.id)), address, asking);

/** Who points there, and from where. */
async function pointers(desk: Desk, address: Address): Promise<string[][]> {
  const found = must(await inbound(desk, address)).relations;
  return found.map(({ type, path, documentId }) => [type, path, documentId]).sort();
}

describe("What points to a document", () => {
  it("is every document with a relation to it, of whatever type, with its title", async () => {
    const desk = openDesk();
    const target = await makeArticle();
    const title = unique("Reader");
    const id = await makeArticle({ title, related: [target], sequel: target });
    const page = await make("pages", { title: unique("Page"), leadArticle: target });

    const { relations: found, total } = must(await inbound(desk, desk.article(target)));

    const names = found.map(({ type, path, documentId, title: name }) =>
      [type, path, documentId, name === title].join(" "),
    );
    assert.deepEqual(
      [names.sort(), total],
      [
        [
          `articles related ${id} true`,
          `articles sequel ${id} true`,
          `pages leadArticle ${page} false`,
        ],
        3,
      ],
    );
  });

  it("is found in every locale, in drafts, and in what is published and was changed since", async () => {
    const desk = openDesk();
    const target = await make("categories", { name: unique("Category") });
    const drafted = await makeArticle({ category: target }, "status=draft");
    const french = await makeArticle();
    await ask("PUT", `articles/${french}?locale=fr`, { title: "Thé", category: target });
    const left = await makeArticle({ category: target });
    await changeElsewhere(left, { category: null });

    const found = await pointers(desk, desk.at("categories", target));

    const expected = [drafted, french, left].map((id) => ["articles", "category", id]).sort();
    assert.deepEqual(found, expected);
  });

  it("is found in single types, which are read whole", async () => {
    const desk = openDesk();
    const author = await make("authors", { name: unique("Author") });
    const put = (featuredAuthors: readonly unknown[]) =>
      ask("PUT", "homepage?status=draft&locale=en", { featuredAuthors });
    const before = await draft("homepage", "locale=en&populate=featuredAuthors");
    await put([author]);

    const found = await pointers(desk, desk.at("authors", author));

    await put(before?.["featuredAuthors"] as unknown[]);
    assert.deepEqual(
      found.map(([type, path]) => [type, path]),
      [["homepage", "featuredAuthors"]],
    );
  });

  it("is not the document itself, nor what it points to", async () => {
    const desk = openDesk();
    const id = await makeArticle();
    const category = await make("categories", { name: unique("Category") });
    await changeElsewhere(id, { related: [id], category });

    assert.deepEqual(await pointers(desk, desk.article(id)), []);
  });

  it("says where it could not look: in zones, and where the token may not", async () => {
    const desk = openDesk();
    const limited = openDesk({ token: magazine().tokens.custom });
    const id = await make("authors", { name: unique("Author") });

    const { unsearchable } = must(await inbound(desk, desk.at("authors", id)));
    const { unsearchable: more } = must(await inbound(limited, limited.at("authors", id)));

    assert.deepEqual(unsearchable, ["articles.sections", "pages.sections"]);
    assert.deepEqual(more, ["articles.author", "articles.sections", "homepage", "pages.sections"]);
  });

  it("names a hundred of each relation, says how many there are, and looks in one locale alone where it is asked to", async () => {
    const desk = openDesk();
    const id = await make("tags", { name: unique("tag") });
    const ids: string[] = [];
    for (let count = 0; count < 103; count += 1) {
      ids.push(await makeArticle({ tags: [id] }, "status=draft"));
    }
    // The service gives it last, behind the hundred that it grants.
    const last = ids.sort().at(-1) ?? "";
    await ask("PUT", `articles/${last}?locale=fr&status=draft`, { title: "Thé", tags: [id] });

    const { relations: named, total } = must(await inbound(desk, desk.at("tags", id)));
    const french = must(await inbound(desk, desk.at("tags", id), { only: "fr" }));
    const german = must(await inbound(desk, desk.at("tags", id), { only: "de" }));

    assert.deepEqual([named.length, total], [100, 104]);
    assert.deepEqual(
      [french.total, french.relations.map(({ documentId, locale }) => [documentId, locale])],
      [1, [[last, "fr"]]],
    );
    assert.equal(german.total, 0);
  });

  it("is nothing for a type that nobody can point to, and nothing for what is not there", async () => {
    const desk = openDesk();

    const found = [
      await pointers(desk, desk.at("articles", "nothing")),
      await pointers(desk, desk.at("users", "1")),
      await pointers(desk, desk.single("site-setting")),
    ];

    assert.deepEqual(found, [[], [], []]);
  });

  it("is not told where the service can't be asked", async () => {
    const desk = openDesk();
    const service = must(await desk.catalogs.service(desk.connection.id));
    const address = desk.article(await makeArticle());

    const outcome = await findInboundRelations(service, address, { signal: AbortSignal.abort() });

    assert.equal(why(outcome), "AbortError");
  });
});
