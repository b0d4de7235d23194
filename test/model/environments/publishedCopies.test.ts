import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { Service } from "../../support/service.ts";
import { describeService } from "../../services/descriptions.ts";
import { askOf, Copying, listOf, makeIn, unique } from "./copying.ts";
import { useTwoServices } from "./twoServices.ts";

const relations = [
  "populate[related][fields][0]=slug",
  "populate[sequel][fields][0]=slug",
  "populate[sections][on][sections.reading-list][populate][articles][fields][0]=slug",
].join("&");

const slugsIn = (value: unknown): string[] =>
  [value ?? []].flat().map((one) => textIn(one as JsonObject, "slug"));

const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

/** The relations of a version, such as `related some-slug`. */
async function relationsOf(service: Service, slug: string, status: string): Promise<string[]> {
  const query = `articles?filters[slug][$eq]=${slug}&status=${status}&${relations}`;
  const [found = {}] = await listOf(service, query);
  const { related, sequel, sections } = found;
  const lists = (sections ?? []) as JsonObject[];
  return [
    ...slugsIn(related).map((name) => `related ${name}`),
    ...slugsIn(sequel).map((name) => `sequel ${name}`),
    ...lists.flatMap(({ articles }) =>
      slugsIn(articles).map((name) => `sections.articles ${name}`),
    ),
  ];
}

/** The relations of a draft that its published version lacks. */
async function missingIn(service: Service, slug: string): Promise<string[]> {
  const draft = await relationsOf(service, slug, "draft");
  const published = await relationsOf(service, slug, "published");
  return draft.filter((name) => !published.includes(name)).map((name) => `${slug} ${name}`);
}

describe("Copies that publish", function () {
  this.timeout(120_000);
  const both = useTwoServices();

  it("keep each relation of documents that refer to each other, or name the relation in the result", async () => {
    const { from, to } = both();
    const slugs = ["one", "other"].map((word) => unique(word).replaceAll(" ", "-"));
    const ids: string[] = [];
    for (const slug of slugs) ids.push(await makeIn(from, "articles", { title: slug, slug }));
    const [one = "", other = ""] = ids;
    await askOf(from, "PUT", `articles/${one}?status=draft`, {
      ...{ related: [other], sequel: other },
      sections: [readingList(one, other)],
    });
    await askOf(from, "PUT", `articles/${other}?status=draft`, {
      ...{ related: [one], sequel: one },
      sections: [readingList(one)],
    });
    for (const id of ids) await askOf(from, "PUT", `articles/${id}`, {});
    const copying = new Copying();

    const comparison = await copying.compare({ articles: ids });
    const result = await copying.run(await copying.plan(comparison, { publish: true }));

    const missing = (await Promise.all(slugs.map((slug) => missingIn(to, slug)))).flat();
    const named = result.published.flatMap(({ item, compared }) =>
      (compared?.[1]?.missingRelations ?? []).map(
        ({ reference: { path, title } }) => `${item.document.title} ${path} ${title}`,
      ),
    );
    assert.deepEqual(named.sort(), missing.sort());
    // The service drops the relation of a component to its own document in every publish.
    const [slug = ""] = slugs;
    const expected = [`${slug} sections.articles ${slug}`];
    if (describeService().name === "newest") assert.deepEqual(missing, expected);
  });
});
