import assert from "node:assert/strict";
import type { Json } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import { contentOf, edit, open } from "../editors.ts";
import { offersAt, take, titles } from "./relationOffers.ts";
import { connect, unique, useMagazine } from "../useMagazine.ts";

describe("Completion of a relation", () => {
  const magazine = useMagazine();

  const openArticle = async () => open(magazine.article(await magazine.makeArticle()));

  it("completion of a relation offers target documents by title from a search on the service, which can be saved", async () => {
    const name = unique("Puddings");
    const categoryId = await magazine.make("categories", { name });
    await magazine.make("categories", { name: unique("Soups") });
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));

    const items = await offersAt(document, "category", `"${name.slice(2).toUpperCase()}|"`);
    await take(document, items[0]!);

    assert.deepEqual(titles(items), [name]);
    assert.deepEqual(contentOf(document)["category"], { documentId: categoryId, name });
    assert.equal(await document.save(), true);
    const savedDraft = await magazine.draft(id, "en&populate=category");
    assert.equal((savedDraft!["category"] as { documentId: string }).documentId, categoryId);
  });

  it("completion of a relation offers the latest documents when nothing or only a documentId is typed", async () => {
    const [name, category] = [unique("Newest"), unique("Broths")];
    await magazine.make("tags", { name });
    const documentId = await magazine.make("categories", { name: category });
    const document = await openArticle();

    const items = await offersAt(document, "tags", "[|]");
    const inside = `{ "documentId": "${documentId.slice(0, 9)}|${documentId.slice(9)}", "name": "" }`;
    const categories = await offersAt(document, "category", inside);
    await take(
      document,
      categories.find((item) => titles([item])[0] === category)!,
    );

    assert.equal(titles(items)[0], name);
    assert.equal(items.length, 25);
    assert.deepEqual(contentOf(document)["category"], { documentId, name: category });
  });

  itLong("completion of a relation replaces an existing value of several lines", async () => {
    const [name, other] = [unique("Stews"), unique("Roasts")];
    const [id, otherId] = [
      await magazine.make("categories", { name }),
      await magazine.make("categories", { name: other }),
    ];
    const value = `{\n    "documentId": "${id}",\n    "name": "${other}|"\n  }`;
    const document = await openArticle();

    const items = await offersAt(document, "category", value);
    await take(document, items[0]!);

    assert.deepEqual(contentOf(document)["category"], { documentId: otherId, name: other });
  });

  it("completion of a relation adds an entry to a list, which stays valid JSON", async () => {
    const name = unique("tag");
    const tagId = await magazine.make("tags", { name });
    const document = await openArticle();

    const [item] = await offersAt(document, "tags", `[{ "documentId": "a" }, "${name}|"]`);
    await take(document, item!);

    assert.deepEqual(contentOf(document)["tags"], [
      { documentId: "a" },
      { documentId: tagId, name },
    ]);
  });

  it("completion of a relation offers only documents in the locale of the document", async () => {
    const title = unique("Only in English");
    const english = await magazine.makeArticle({ title });
    const id = await magazine.makeArticle();
    await magazine.change(`articles/${id}?locale=fr&status=draft`, { title: unique("Thé") });
    const inEnglish = await open(magazine.article(id));
    const inFrench = await open(magazine.article(id, "fr"));

    const offered = [
      titles(await offersAt(inEnglish, "sequel", `"${title}|"`)),
      titles(await offersAt(inFrench, "sequel", `"${title}|"`)),
    ];

    assert.deepEqual(offered, [[title], []]);
    await edit(inFrench, { sequel: { documentId: english } });
    assert.equal(await inFrench.save(), false);
  });

  itLong(
    "completion of a relation works in a component of a dynamic zone, and for users",
    async () => {
      const name = unique("Quoted");
      const author = await magazine.make("authors", { name });
      const document = await openArticle();

      const inZone = `[{ "__component": "sections.quote", "author": "${name}|" }]`;
      const [item] = await offersAt(document, "sections", inZone);
      await take(document, item!);
      const zone = contentOf(document)["sections"] as readonly Readonly<Record<string, Json>>[];
      const users = await offersAt(document, "editor", '"nora|"');
      await take(document, users[0]!);

      assert.deepEqual(zone[0]?.["author"], { documentId: author, name });
      assert.deepEqual(titles(users), ["nora.whitlock"]);
      assert.equal(
        (contentOf(document)["editor"] as Readonly<Record<string, Json>>)["username"],
        "nora.whitlock",
      );
    },
  );

  itLong(
    "completion of a relation offers nothing when the token can't read the targets",
    async () => {
      const { service } = magazine;
      const connection = await connect(service, service.tokens.custom);
      const id = await magazine.makeArticle();
      const document = await open({ ...magazine.article(id), connection });

      const offered = [
        titles(await offersAt(document, "author", '"a|"')),
        titles(await offersAt(document, "editor", '"a|"')),
      ];

      assert.deepEqual(offered, [[], []]);
    },
  );

  it("completion of a relation offers and reports nothing when the service can't be reached", async () => {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    detour.inject(/GET \/api\/categories/, (response) => response.socket?.destroy());

    assert.deepEqual(await offersAt(document, "category", '"a|"'), []);
    assert.deepEqual(await offersAt(document, "title", '"a|"'), []);
  });
});
