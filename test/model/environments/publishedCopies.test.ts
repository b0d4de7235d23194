import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
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

describe("Copies that publish", function () {
  this.timeout(120_000);
  const both = useTwoServices();

  it("keep each relation of documents that refer to each other, or name the relation in the result", async () => {
    const { from, to } = both();
    const slugs = ["one", "other"].map((word) => `${unique(word).replaceAll(" ", "-")}`);
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

    const missing: string[] = [];
    for (const slug of slugs) {
      const versions: string[][] = [];
      for (const status of ["draft", "published"]) {
        const query = `articles?filters[slug][$eq]=${slug}&status=${status}&${relations}`;
        const [found = {}] = await listOf(to, query);
        const lists = (found["sections"] ?? []) as JsonObject[];
        versions.push([
          ...slugsIn(found["related"]).map((name) => `related ${name}`),
          ...slugsIn(found["sequel"]).map((name) => `sequel ${name}`),
          ...lists.flatMap(({ articles }) =>
            slugsIn(articles).map((name) => `sections.articles ${name}`),
          ),
        ]);
      }
      const [draft = [], published = []] = versions;
      missing.push(
        ...draft.filter((name) => !published.includes(name)).map((name) => `${slug} ${name}`),
      );
    }
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
