import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import { readPlanFile, toPlanFile } from "../../../src/model/copy/copyPlanFile.ts";
import { countAnsweredRows } from "../../support/answeredRows.ts";
import { itLong } from "../../support/longRun.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { must } from "../outcomes.ts";
import { Copying, outcomesOf, withSourceWins } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainChange, plainMakeDraft, plainPublish } from "../../support/plainWrites.ts";

const named = (word: string) => {
  const title = unique(word);
  return { title, slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") };
};

describe("Source reads of a copy", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  /** Two articles that refer to each other, the second in two locales, and their author. */
  async function makeGraph(): Promise<{ readonly ids: string[]; readonly others: string[] }> {
    const { from } = services();
    const { title: name, slug } = named("Author");
    const author = await plainMakeDraft(from, "authors", { name, slug });
    const first = await plainMakeDraft(from, "articles", { ...named("First"), author });
    const second = await plainMakeDraft(from, "articles", { ...named("Second"), related: [first] });
    const french = named("Deuxième");
    await plainChange(from, `articles/${second}?status=draft&locale=fr`, french);
    await plainChange(from, `articles/${first}?status=draft`, {
      related: [second],
      sequel: second,
    });
    return { ids: [first], others: [second, author] };
  }

  /** The rows of the documents that the source answered more than twice. */
  async function rowsReadAgain(
    { ids, others }: Awaited<ReturnType<typeof makeGraph>>,
    work: () => Promise<unknown>,
  ): Promise<(readonly [string, number])[]> {
    const counts = await countAnsweredRows(services().from.url, work);
    const isOfCopy = (row: string) => [...ids, ...others].some((id) => row.startsWith(id));
    const counted = [...counts].filter(([row]) => isOfCopy(row));
    assert.ok(counted.length >= 4, `Only ${counted.length} rows were read.`);
    return counted.filter(([, count]) => count > 2);
  }

  itLong("a copy reads each source document and relation target at most twice", async () => {
    const graph = await makeGraph();
    const copying = new Copying();
    const comparison = await copying.compare({ articles: graph.ids });

    const again = await rowsReadAgain(graph, async () => {
      const result = await copying.run(await copying.plan(comparison));
      assert.deepEqual(new Set(outcomesOf(result)), new Set(["done"]));
      assert.equal(result.items.length, 4);
    });

    assert.deepEqual(again, []);
  });

  itLong("a copy that publishes reads each source document at most twice", async () => {
    const graph = await makeGraph();
    const [second, author] = graph.others;
    for (const path of [`authors/${author}`, `articles/${second}`, `articles/${graph.ids[0]}`])
      await plainPublish(services().from, path);
    const copying = new Copying();
    const comparison = await copying.compare({ articles: graph.ids });

    const again = await rowsReadAgain(graph, async () => {
      const { published } = await copying.run(await copying.plan(comparison, { publish: true }));
      assert.deepEqual(
        published.map(({ outcome }) => outcome),
        ["done", "done", "done"],
      );
    });

    assert.deepEqual(again, []);
  });

  it("a copy of a plan file reads each source document at most twice", async () => {
    const graph = await makeGraph();
    const copying = new Copying();
    const comparison = await copying.compare({ articles: graph.ids });
    const text = toPlanFile(await copying.plan(comparison, { rows: defaultRows(comparison) }));

    const again = await rowsReadAgain(graph, async () => {
      const options = { pairs: await copying.pairs() };
      const plan = must(await copying.copies.fromPlanFile(must(readPlanFile(text)), options));
      assert.deepEqual(new Set(outcomesOf(await copying.run(plan))), new Set(["done"]));
    });

    assert.deepEqual(again, []);
  });

  it("a copy reads a single type of the source at most twice", async () => {
    const { from } = services();
    await plainChange(from, "homepage?status=draft", { heading: unique("Home") });
    const copying = new Copying();
    const comparison = await copying.compare({ homepage: ["-"] });

    const counts = await countAnsweredRows(from.url, async () => {
      const result = await copying.run(await copying.plan(comparison, withSourceWins(comparison)));
      assert.deepEqual(new Set(outcomesOf(result)), new Set(["done"]));
    });

    const [documentId = ""] = comparison.rows.flatMap(({ fromId }) => fromId ?? []);
    const read = [...counts].filter(([row]) => row.startsWith(documentId));
    assert.ok(read.length > 0);
    assert.deepEqual(
      read.filter(([, count]) => count > 2),
      [],
    );
  });

  describe("temporary folder", () => {
    const names = ["TMPDIR", "TEMP", "TMP"];
    const before = names.map((name) => process.env[name]);
    const setFolder = (path: string) => {
      for (const name of names) process.env[name] = path;
    };

    afterEach(() => {
      for (const [at, name] of names.entries()) {
        const value = before[at];
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    });

    const copyAuthor = async () => {
      const { title: name, slug } = named("Author");
      return new Copying().copy({
        authors: [await plainMakeDraft(services().from, "authors", { name, slug })],
      });
    };

    it("a copy leaves no file in the temporary folder", async () => {
      const folder = temporaryFolder();
      setFolder(folder.path);

      assert.deepEqual(new Set(await copyAuthor()), new Set(["done"]));

      assert.deepEqual(readdirSync(folder.path), []);
      folder.remove();
    });

    it("a copy is complete if no file can be written to the temporary folder", async () => {
      const folder = temporaryFolder();
      folder.remove();
      setFolder(join(folder.path, "gone"));

      assert.deepEqual(new Set(await copyAuthor()), new Set(["done"]));
    });
  });
});
