import assert from "node:assert/strict";
import fc from "fast-check";
import type { Contents } from "../database.ts";
import { Database } from "../database.ts";
import { askOf, Copying, makeIn, outcomesOf, unique } from "./copying.ts";
import { useTwoServices } from "./twoServices.ts";

// A case writes some thirty documents, so a long run has one for each hundred of other tests.
const numRuns = Math.ceil(Number(process.env["CMS_LONG"] ?? 300) / 100);
const seed = Number(process.env["CMS_SEED"] ?? 20_261_126);

/** Documents by number, and the numbers that the relations of each one name. */
interface Graph {
  readonly articles: readonly {
    readonly related: readonly number[];
    readonly sequel: number | null;
    readonly tags: readonly number[];
    /** The author in an entry of the dynamic zone. */
    readonly quoted: number | null;
  }[];
  /** The articles that are chosen. */
  readonly chosen: readonly number[];
}

const count = 4;
const anyNumber = fc.integer({ min: 0, max: count - 1 });
const anyNumbers = fc.uniqueArray(anyNumber, { maxLength: 3 });

const anyGraph: fc.Arbitrary<Graph> = fc
  .record({
    articles: fc.array(
      fc.record({
        related: anyNumbers,
        sequel: fc.constant(null),
        tags: anyNumbers,
        quoted: fc.option(anyNumber),
      }),
      { minLength: count, maxLength: count },
    ),
    // Only one document can have the same sequel.
    sequels: fc.shuffledSubarray([0, 1, 2, 3]),
    chosen: fc.uniqueArray(anyNumber, { minLength: 1, maxLength: count }),
  })
  .map(({ articles, sequels, chosen }) => ({
    articles: articles.map((one, at) => ({ ...one, sequel: sequels[at] ?? null })),
    chosen,
  }));

/** The numbers of the articles that a copy of the chosen ones needs. */
function reached({ articles, chosen }: Graph): ReadonlySet<number> {
  const found = new Set(chosen);
  for (const at of found) {
    const { related = [], sequel = null } = articles[at] ?? {};
    for (const target of [...related, ...(sequel === null ? [] : [sequel])]) found.add(target);
  }
  return found;
}

describe("Copies of any documents", function () {
  this.timeout(600_000);
  const both = useTwoServices();

  const numbered = (word: string): string[] =>
    Array.from({ length: count }, () => unique(word).replace(" ", "-").toLowerCase());

  async function make({ articles }: Graph): Promise<readonly string[]> {
    const { from } = both();
    const tags: string[] = [];
    for (const slug of numbered("tag")) tags.push(await makeIn(from, "tags", { name: slug, slug }));
    const authors: string[] = [];
    for (const slug of numbered("author")) {
      authors.push(await makeIn(from, "authors", { name: slug, slug }));
    }
    const ids: string[] = [];
    for (const slug of numbered("article")) {
      ids.push(await makeIn(from, "articles", { title: slug, slug }));
    }
    const named = (all: readonly string[], numbers: readonly number[]): string[] =>
      numbers.flatMap((at) => all[at] ?? []);
    for (const [at, { related, sequel, tags: tagged, quoted }] of articles.entries()) {
      const author = quoted === null ? null : (authors[quoted] ?? null);
      await askOf(from, "PUT", `articles/${ids[at] ?? ""}?status=draft`, {
        related: named(ids, related),
        sequel: sequel === null ? null : (ids[sequel] ?? null),
        tags: named(tags, tagged),
        sections: [{ __component: "sections.quote", text: "Tea", speaker: "She", author }],
      });
    }
    return ids;
  }

  async function contents(): Promise<Contents> {
    const database = await Database.open(both().to);
    const found = await database.read();
    await database.close();
    return found;
  }

  it("have the content of the source, change nothing else, and are the same the second time", async () => {
    const property = fc.asyncProperty(anyGraph, async (graph) => {
      const ids = await make(graph);
      const before = await contents();
      const copying = new Copying();
      const chosen = graph.chosen.flatMap((at) => ids[at] ?? []);

      const plan = await copying.plan(await copying.compare({ articles: chosen }));
      const outcomes = outcomesOf(await copying.run(plan));

      assert.ok(outcomes.every((outcome) => outcome === "done"));
      const copied = plan.planned.filter(
        ({ document: { type } }) => type === "api::article.article",
      );
      assert.equal(copied.length, reached(graph).size);
      const after = await contents();
      for (const [key, content] of before) assert.deepEqual(after.get(key), content);
      assert.equal(after.size - before.size, plan.planned.length);
      const again = await copying.compare({
        articles: [...reached(graph)].flatMap((at) => ids[at] ?? []),
      });
      assert.deepEqual(new Set(again.rows.map(({ kind }) => kind)), new Set(["same"]));
    });
    await fc.assert(property, { numRuns, seed });
  });
});
