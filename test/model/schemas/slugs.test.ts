import assert from "node:assert/strict";
import { newDocumentId } from "../../../src/model/foundation/address.ts";
import { freeSlug } from "../../../src/model/create/freeSlugs.ts";
import { slugify } from "../../../src/model/schemas/slugs.ts";
import { openPanel } from "../administrator.ts";
import { ask, magazine, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("slugify", () => {
  /** Requests the slug that Strapi's admin panel suggests for a title. */
  const generator = async () => {
    const model = await openPanel();
    const jwt = model.store.tokens.get(`admin/${model.connection.id}`) ?? "";
    return async (title: string): Promise<string> => {
      const response = await fetch(`${magazine().url}/content-manager/uid/generate?locale=en`, {
        method: "POST",
        headers: { authorization: `Bearer ${jwt}`, "content-type": "application/json" },
        body: JSON.stringify({
          contentTypeUID: "api::article.article",
          field: "slug",
          data: { title },
        }),
      });
      const { data } = (await response.json()) as { data: string };
      return data;
    };
  };

  let generate: Awaited<ReturnType<typeof generator>>;
  before("sign in", async () => {
    generate = await generator();
  });

  const titles = [
    "Grüße & Küsse aus Łódź",
    "iPhone 15ProMAX, fooBAR2 and XMLHttpRequest",
    "  --Trimmed__and   spaced!--  ",
    "I ♥ Dogs 🦄 100% \\ done",
    "Щи да каша — пища наша",
    "Καλημέρα κόσμε",
    "Crème bru\u0302le\u0301e ǎ ﬁ",
  ];

  for (const title of titles) {
    it(`slugify returns the same slug as Strapi for ${JSON.stringify(title)}`, async () => {
      assert.equal(slugify(title), await generate(title));
    });
  }

  it("slugify returns the same slug as Strapi for every letter up to U+1FFF", async function () {
    this.timeout(60_000);
    const letters = Array.from({ length: 0x1fff - 0xa0 }, (_, at) =>
      String.fromCodePoint(0xa0 + at),
    );
    for (let at = 0; at < letters.length; at += 1000) {
      const title = `Letters ${letters.slice(at, at + 1000).join(" ")}`;
      assert.equal(slugify(title), await generate(title));
    }
  });

  it("slugify follows the options of the attribute", () => {
    const options = { separator: "_", lowercase: false, decamelize: false };

    assert.equal(slugify("Tea inWinter", options), "Tea_inWinter");
    assert.equal(slugify("C++", { customReplacements: [["+", "plus"]] }), "cplusplus");
    assert.equal(slugify("_a b", { preserveLeadingUnderscore: true }), "_a-b");
  });

  it("freeSlug adds the suffix that Strapi adds when a draft of the locale has the slug", async () => {
    const model = openModel();
    const title = `Taken ${Date.now()}`;
    const slug = slugify(title);
    const articleIds: string[] = [];
    for (const existingSlug of [slug, `${slug}-1`]) {
      const answer = await ask("POST", "articles?status=draft", { title, slug: existingSlug });
      articleIds.push((answer as { data: { documentId: string } }).data.documentId);
    }
    try {
      const service = must(await model.catalogs.type(model.connection.id, "articles"));
      const free = async (id: string, locale: string) =>
        must(await freeSlug(service, model.article(id, locale), { name: "slug", slug }));

      assert.equal(await free(newDocumentId(), "en"), await generate(title));
      assert.equal(await free(newDocumentId(), "en"), `${slug}-2`);
      assert.equal(await free(newDocumentId(), "fr"), slug);
      assert.equal(await free(articleIds[0] ?? "", "en"), slug);
    } finally {
      for (const id of articleIds) await ask("DELETE", `articles/${id}`);
    }
  });
});
