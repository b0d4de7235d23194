import assert from "node:assert/strict";
import fc from "fast-check";
import { Imports } from "../../../src/model/import/imports.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { caseCount } from "../../support/longRun.ts";
import { plainList, plainRead, plainRequest } from "../../support/plainHttp.ts";
import type { Contents } from "../database.ts";
import { ResultsInMemory, targetOf } from "../import/files.ts";
import { must } from "../outcomes.ts";
import { undoEntries } from "../undoNewest.ts";
import { assertSame, TwoDatabases } from "./copyOracle.ts";
import { Copying, outcomesOf, withSourceWins } from "./copying.ts";
import { anyCutStory, changeSince, contentOf, makeCutWorld, recordsOf } from "./cutStories.ts";
import type { CutStory, CutWorld } from "./cutStories.ts";
import { Disk, MortalProcess } from "./mortalProcess.ts";
import type { Death, Life } from "./mortalProcess.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainChange, plainMakeDraft } from "../../support/plainWrites.ts";

/**
 * A case takes seconds, so that the six tests share the cases of a long run, and no example is made smaller.
 * @param seed Chosen so that the first cases, which `npm test` runs, kill different runs in different ways.
 */
const parameters = (usual: number, seed: number) => {
  const { CMS_SEED = seed } = process.env;
  const numRuns = Math.ceil(caseCount(usual * 6) / 6);
  return { seed: Number(CMS_SEED), numRuns, endOnFailure: true };
};

describe("Killed runs", function () {
  this.timeout(7_200_000);
  const services = useTwoServices();
  let databases: TwoDatabases;
  const processes: MortalProcess[] = [];
  before(async () => {
    databases = await TwoDatabases.open(services());
  });
  after(() => databases.close());
  afterEach(stopAll);

  async function stopAll(): Promise<void> {
    for (const mortalProcess of processes.splice(0)) await mortalProcess.stop();
  }

  async function start(disk: Disk, { isSignedIn }: CutStory): Promise<MortalProcess> {
    const { from, to } = services();
    const mortalProcess = await MortalProcess.start([from.url, to.url], disk);
    processes.push(mortalProcess);
    const { model, ids } = mortalProcess.copying;
    if (isSignedIn) {
      model.logins.push(to.admin);
      must(await model.administrators.call(ids.to, (admin) => admin.me()));
    }
    return mortalProcess;
  }

  /** The documents of a story, and the disk after the earlier copy of some of them. */
  async function prepare(story: CutStory): Promise<{ world: CutWorld; disk: Disk }> {
    const world = await makeCutWorld(services().from, story);
    const disk = new Disk();
    const earlier = new Copying({ pairs: disk.pairs });
    const articles = world.articles.filter((_, at) => story.articles[at]?.isThere === true);
    const documents = { ...world.documents, articles };
    if (Object.values(documents).every((ids) => ids.length === 0)) return { world, disk };
    const comparison = await earlier.compare(documents);
    const choices = { ...withSourceWins(comparison), publish: story.kind === "publish" };
    const done = outcomesOf(await earlier.run(await earlier.plan(comparison, choices)));
    assert.deepEqual(new Set(done), new Set(["done"]));
    await changeSince(services().from, world);
    return { world, disk };
  }

  type Work = (() => Promise<readonly string[]>) | undefined;

  /** Plans a run. Returns what runs it; undefined if there is nothing to do. */
  async function plan(
    { copying, results }: Pick<MortalProcess, "copying" | "results">,
    world: CutWorld,
  ): Promise<Work> {
    const { story } = world;
    const { model, copies, ids } = copying;
    const group = `run-${processes.length}`;
    if (story.kind === "import") {
      const source = recordsOf(world);
      const key = story.articles.some(({ isThere }) => isThere) ? { key: "slug" } : {};
      const target = targetOf(model, { connection: ids.to, ...key });
      const planned = must(await new Imports(model).preview(source, [target], { results }));
      if (planned.planned.length + planned.refused.length === 0) return undefined;
      return async () => [
        ...outcomes(await new Imports(model).run(source, planned, { group, results })),
        ...planned.refused.map(({ failure }) => `refused: ${failure.code}`),
      ];
    }
    const publish = story.kind === "publish";
    const comparison = await copying.compare(world.documents, "draft", { publishes: publish });
    const choices = { rows: defaultRows(comparison), publish };
    const options = { pairs: await copying.pairs() };
    const [failure, planned] = await copies.plan(comparison, choices, options);
    if (failure?.code === "unchanged") return undefined;
    assert.ok(planned, failure?.code);
    return async () => {
      const { items, published, notRemembered } = await copies.run(planned, { group });
      assert.equal(notRemembered, undefined);
      return [
        ...[...outcomes(items), ...outcomes(published)],
        ...planned.refused.map(({ failure: why }) => `refused: ${why.code}`),
      ];
    };
  }

  interface Ended {
    readonly disk: Disk;
    /** What the last process did not do. */
    readonly unfinishedItems: readonly string[];
  }

  /** Runs a story in processes that are killed, then in others until it is complete. */
  async function runAll(
    { world, disk: first }: { readonly world: CutWorld; readonly disk: Disk },
    meanwhile?: Life["meanwhile"],
    retries = 2,
  ): Promise<Ended> {
    let disk = first;
    const killed: MortalProcess[] = [];
    let unfinishedItems: readonly string[] = [];
    const repetitions = Array.from({ length: retries }, () => undefined);
    for (const death of [...world.story.deaths, ...repetitions]) {
      const mortalProcess = await start(disk, world.story);
      if (killed.length === 0) mortalProcess.life.meanwhile = meanwhile;
      const work = await plan(mortalProcess, world);
      // The last request of an earlier process arrives when this one has looked already.
      for (const earlier of killed) await earlier.arrive();
      const results = work ? await mortalProcess.until(work, death) : [];
      killed.push(mortalProcess);
      disk = mortalProcess.remainingDisk;
      unfinishedItems = results?.filter((outcome) => outcome !== "done") ?? ["killed"];
      if (unfinishedItems.length === 0) break;
    }
    return { disk, unfinishedItems };
  }

  interface Undone {
    readonly disk: Disk;
    /** The titles of what the undo says that it keeps. */
    readonly keptTitles: readonly string[];
  }

  /** Undoes the runs of a story, the newest first, in a process that may be killed. */
  async function undo(disk: Disk, story: CutStory, death?: Death): Promise<Undone> {
    const mortalProcess = await start(disk, story);
    const { model, ids } = mortalProcess.copying;
    const keptTitles: string[] = [];
    await mortalProcess.until(async () => {
      for (const batch of await model.journal.batches(ids.to)) {
        const results = await undoEntries(model, await model.journal.batch(ids.to, batch));
        keptTitles.push(
          ...results.flatMap(({ outcome, item }) => (outcome === "done" ? [] : item.title)),
        );
      }
    }, death);
    await mortalProcess.arrive();
    return { disk: mortalProcess.remainingDisk, keptTitles };
  }

  async function assertOnce(world: CutWorld): Promise<void> {
    const targetContent = [...contentOf((await databases.read()).to, world)];
    const twice = targetContent.flatMap(([name, all]) => (all.length > 1 ? name : []));
    assert.deepEqual(twice, [], "Documents are there twice.");
  }

  /** Both services have each document of the story once, with equal content. */
  async function assertEqual(world: CutWorld): Promise<void> {
    await assertOnce(world);
    const { from, to } = await databases.read();
    const [sourceContent, targetContent] = [contentOf(from, world), contentOf(to, world)];
    for (const [name, versions] of sourceContent)
      if (isNeeded(name, world)) assert.deepEqual(targetContent.get(name), versions, name);
  }

  /** A second run has nothing to do. */
  async function assertIdle(world: CutWorld, { results, pairs }: Disk): Promise<void> {
    const copying = new Copying({ pairs });
    const work = await plan({ copying, results }, world);
    assert.deepEqual(new Set(await work?.()), new Set(work && ["done"]));
    assert.deepEqual(copying.writes, [], "The second run writes.");
  }

  async function told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const lives = processes.map(
        ({ life }, at) => `${at + 1}: ${life.operations.slice(-8).join("; ")}`,
      );
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`${message}\nThe last operations:\n${lives.join("\n")}`, { cause: error });
    } finally {
      await stopAll();
    }
  }

  it("killed runs end as if they had not been killed, whatever was lost, and then have nothing to do", async () => {
    const property = fc.asyncProperty(anyCutStory, (story) =>
      told(async () => {
        const prepared = await prepare(story);
        const { world } = prepared;
        const before = await databases.read();
        const { disk, unfinishedItems } = await runAll(prepared);
        assert.deepEqual(unfinishedItems, [], "The run is not complete.");
        // What both services are and have takes up to 60, and each localization up to 20.
        const maxRequests = 60 + 20 * (2 * story.articles.length + 4);
        for (const mortalProcess of processes)
          assert.ok(mortalProcess.count < maxRequests, `${mortalProcess.count} requests`);
        assertSame((await databases.read()).from, before.from, "The source has changed.");
        await assertEqual(world);
        await assertIdle(world, disk);
        assert.ok(!disk.logs.includes(world.word), "The logs contain content.");
      }),
    );
    await fc.assert(property, parameters(2, 20_261_383));
  });

  it("killed runs are undone to the state before, also if the undo is killed", async () => {
    const property = fc.asyncProperty(anyCutStory, (story) =>
      told(async () => {
        // Only an administrator can take back a publish.
        const prepared = await prepare({
          ...story,
          kind: story.kind === "import" ? "import" : "copy",
        });
        const before = await databases.read();
        const { disk } = await runAll(prepared);
        const undone = await undo(disk, story, story.deaths[0]);
        const { keptTitles } = await undo(undone.disk, story);
        const now = withoutTitles((await databases.read()).to, keptTitles);
        const earlier = withoutTitles(before.to, keptTitles);
        // A document without drafts is published by every save.
        assertSame(now, earlier, "Undo has left", ["updated_at", "published_at"]);
      }),
    );
    await fc.assert(property, parameters(1, 20_261_138));
  });

  const anyForeign = fc.record({
    writes: fc.integer({ min: 0, max: 12 }),
    article: fc.integer({ min: 0, max: 2 }),
    isEdit: fc.boolean(),
  });

  it("killed runs keep what another person writes between two steps, and so does undo", async () => {
    const property = fc.asyncProperty(anyCutStory, anyForeign, (anything, { writes, ...foreign }) =>
      told(async () => {
        // A later import overwrites edits: its plan shows them.
        const story = anything.kind === "import" ? { ...anything, deaths: [] } : anything;
        const prepared = await prepare(story);
        const { word } = prepared.world;
        const { to } = services();
        const slug = `${word}-${foreign.article}-en`;
        let theirs: PlainDocument | undefined;
        const act = async () => {
          const [targetArticle] = await plainList(
            to,
            `articles?status=draft&filters[slug][$eq]=${slug}`,
          );
          if (!foreign.isEdit) {
            const author = await plainMakeDraft(to, "authors", { name: `${word}-author` });
            theirs = await plainRead(to, `authors/${author}?status=draft`);
          } else if (targetArticle) {
            const path = `articles/${targetArticle.documentId}?status=draft`;
            theirs = await plainChange(to, path, { kicker: `${word} theirs` });
          }
        };
        const retries = story.kind === "import" ? 1 : 2;
        const { disk } = await runAll(prepared, { writes, act }, retries);
        const assertKept = async (when: string) => {
          if (!theirs) return;
          const type = foreign.isEdit ? "articles" : "authors";
          const now = await plainRead(to, `${type}/${theirs.documentId}?status=draft`);
          assert.equal(now["kicker"] ?? now["name"], theirs["kicker"] ?? theirs["name"], when);
        };
        await assertKept("The run has overwritten it.");
        await undo(disk, story);
        await assertKept("Undo has overwritten it.");
      }),
    );
    await fc.assert(property, parameters(2, 20_261_344));
  });

  it("killed runs write nothing twice after their pairs are lost, and name what has no key", async () => {
    const property = fc.asyncProperty(anyCutStory, (story) =>
      told(async () => {
        // Nothing tells of a request that arrives later.
        const deaths = story.deaths.map(({ at, last }) => ({
          ...{ at, last: last === "late" ? ("lost" as const) : last },
          persistence: "no pairs" as const,
        }));
        const prepared = await prepare({ ...story, kind: "copy", deaths });
        const { world } = prepared;
        const { unfinishedItems } = await runAll(prepared);
        assert.deepEqual(
          new Set([...unfinishedItems, "refused: no-target"]).size,
          1,
          unfinishedItems.join(),
        );
        const copying = new Copying();
        const authors = isNeeded("authors/", world) ? [world.author] : [];
        const documents = { ...world.documents, authors };
        const comparison = await copying.compare(documents);
        const chosen = defaultRows(comparison).map(({ row }) => row);
        assert.deepEqual(
          chosen.filter(({ kind, type }) => kind === "new" && type === "api::author.author"),
          [],
        );
        const work = await plan({ copying, results: new ResultsInMemory() }, world);
        await work?.();
        await assertOnce(world);
      }),
    );
    await fc.assert(property, parameters(1, 20_261_138));
  });

  it("later runs write nothing by themselves after the service was set back to an earlier backup", async () => {
    const property = fc.asyncProperty(anyCutStory, fc.boolean(), (anything, isPublished) =>
      told(async () => {
        const articles = anything.articles.map((article) => ({ ...article, isThere: false }));
        const kind = isPublished ? ("publish" as const) : ("copy" as const);
        const story = { ...anything, articles, kind, isHome: false, isSetting: false, deaths: [] };
        const prepared = await prepare(story);
        const { disk, unfinishedItems } = await runAll(prepared);
        assert.deepEqual(unfinishedItems, []);
        await setBack(prepared.world);
        const before = await databases.read();

        const again = await plan(await start(disk, story), prepared.world);
        await again?.();
        await undo(disk, story);

        assertSame((await databases.read()).to, before.to, "The target has changed.");
      }),
    );
    await fc.assert(property, parameters(1, 20_261_129));
  });

  /** The target no longer has what a run has created. */
  async function setBack({ word }: CutWorld): Promise<void> {
    const { to } = services();
    for (const [type, field] of Object.entries({
      articles: "slug",
      authors: "name",
      tags: "name",
    })) {
      const rows = await plainList(
        to,
        `${type}?status=draft&filters[${field}][$startsWith]=${word}`,
      );
      for (const row of rows)
        await plainRequest(to, "DELETE", `${type}/${textIn(row, "documentId")}?locale=*`);
    }
  }

  it("runs refuse to begin while another run writes to the service", async () => {
    const anyWrites = fc.integer({ min: 1, max: 4 });
    const property = fc.asyncProperty(anyCutStory, anyWrites, (anything, writes) =>
      told(async () => {
        const story = { ...anything, deaths: [] };
        const prepared = await prepare(story);
        const other = await start(prepared.disk, story);
        const work = await plan(other, prepared.world);
        const refused: string[] = [];
        const act = async () => {
          refused.push(...((await work?.()) ?? []));
        };
        const { unfinishedItems } = await runAll(prepared, { writes, act });
        assert.deepEqual(unfinishedItems, []);
        assert.ok(
          refused.every((reason) => /another-run|untried/.test(reason)),
          refused.join(),
        );
        await assertEqual(prepared.world);
      }),
    );
    await fc.assert(property, parameters(1, 20_261_138));
  });
});

const outcomes = (
  results: readonly { readonly outcome: string; readonly failure?: { readonly code: string } }[],
): readonly string[] =>
  results.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome));

/** What an undo did not say that it keeps. */
const withoutTitles = (contents: Contents, titles: readonly string[]): Contents => {
  const texts = new Set(titles.map((title) => JSON.stringify(title)));
  return new Map(
    [...contents].filter(([, columns]) => ![...columns.values()].some((text) => texts.has(text))),
  );
};

/** Whether a copy or an import of the story brings a document or its published version along. */
function isNeeded(name: string, { story }: CutWorld): boolean {
  const { kind, articles, isHome } = story;
  if (kind === "import") return name.startsWith("articles/");
  const isPublished = name.endsWith("/published");
  const referrers = articles.filter((article) => article.isPublished || !isPublished);
  if (name.startsWith("authors/"))
    return (isHome && !isPublished) || referrers.some(({ hasAuthor }) => hasAuthor);
  return !name.startsWith("tags/") || referrers.some(({ hasTag }) => hasTag);
}
