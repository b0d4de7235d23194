import assert from "node:assert/strict";
import fc from "fast-check";
import { undoEntries } from "../undoNewest.ts";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import type { ComparedRow, Comparison, Difference } from "../../../src/model/compare/comparison.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import type { CopyChoices } from "../../../src/model/copy/copies.ts";
import type { CopyPart } from "../../../src/model/copy/copySource.ts";
import type { CopyPlan, PlannedCopy } from "../../../src/model/copy/copyPlan.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import type { Fault, FaultyProxy } from "../../support/faultyProxy.ts";
import type { Contents } from "../database.ts";
import { assertAsPlanned, assertPublished, assertSame, TwoDatabases } from "./copyOracle.ts";
import { Copying, outcomesOf, PairsInMemory } from "./copying.ts";
import type { Sides } from "../../../src/model/compare/documentPairs.ts";
import { anyStory, editedContent, makeWorld } from "./graphs.ts";
import type { Story, World } from "./graphs.ts";
import { useTwoServices } from "../twoServices.ts";
import { caseCount, itLong } from "../../support/longRun.ts";
import { plainChange } from "../../support/plainWrites.ts";

// A case writes some sixty documents, so a long run has one for each thirty of other tests.
const numRuns = Math.ceil(caseCount(30) / 30);
const seed = Number(process.env["CMS_SEED"] ?? 20_261_126);
// A case takes seconds, so that the example is not made smaller.
const parameters = { seed, numRuns, endOnFailure: true };

interface CopyOptions {
  readonly publish?: boolean;
  readonly tokens?: Partial<Sides<string>>;
}

type Documents = Readonly<Record<string, readonly string[]>>;

const idsAt = (all: readonly string[], numbers: readonly number[]): string[] =>
  numbers.flatMap((at) => all[at] ?? []);

const chosenIn = ({ story: { chosen }, articles, pages, home }: World): Documents => ({
  articles: idsAt(articles, chosen.articles),
  pages: idsAt(pages, chosen.pages),
  ...(chosen.isHome && { homepage: [home] }),
});

/** The rows that a story selects. */
function choose(comparison: Comparison, { names }: Story): CopyChoices["rows"] {
  if (names === null) return defaultRows(comparison);
  return comparison.rows.map((row) => (row.kind === "new" ? { row } : { row, names }));
}

const partOf = ({ document, locale }: PlannedCopy): CopyPart =>
  document.parts.find((part) => part.locale === locale) ?? {};

/** Only what was selected, or what a relation of it lacks, is planned. */
function assertPlan(plan: CopyPlan, comparison: Comparison, story: Story): void {
  const selected = new Set(choose(comparison, story).map(({ row }) => row.fromId));
  const rows = new Map(comparison.rows.map((row) => [row.fromId, row]));
  for (const item of plan.planned) {
    const { document } = item;
    assert.ok(document.broughtBy !== undefined || selected.has(document.fromId));
    const row = rows.get(document.fromId);
    assert.ok(row?.kind !== "unclear" && row?.kind !== "same");
    if (story.names === null && row) assertKept(item, row);
  }
  if (!story.collision) assert.deepEqual(plan.refused, []);
}

/** What the target changed is not copied unless the user selects it. */
function assertKept(item: PlannedCopy, { differences = [] }: ComparedRow): void {
  const { names = [] } = partOf(item);
  const isTheirs = (difference: Difference): boolean =>
    difference.kind === "attribute" &&
    difference.locale === item.locale &&
    (difference.since === "to" || difference.since === "both");
  const theirs = differences.flatMap((difference) =>
    difference.kind === "attribute" && isTheirs(difference) ? difference.name : [],
  );
  assert.deepEqual(
    theirs.filter((name) => names.includes(name)),
    [],
  );
}

describe("Copy of random documents", function () {
  this.timeout(1_200_000);
  const services = useTwoServices();
  let databases: TwoDatabases;
  before(async () => {
    databases = await TwoDatabases.open(services());
  });
  after(() => databases.close());

  /** Creates the documents of a story, the earlier copies and what was changed since. */
  async function prepare(story: Story): Promise<{ world: World; pairs: PairsInMemory }> {
    const { from, to } = services();
    const world = await makeWorld(from, story);
    const earlier = new Copying();
    const ids = idsAt(world.articles, story.earlier);
    if (ids.length > 0) {
      assert.deepEqual(new Set(await earlier.copy({ articles: ids })), new Set(["done"]));
    }
    const known = await earlier.pairs();
    for (const edit of story.edits) {
      const id = world.articles[edit.article] ?? "";
      const targetId = known.counterpart("from", "api::article.article", id);
      const content = editedContent(edit, world);
      if (edit.side === "from") await plainChange(from, `articles/${id}?status=draft`, content);
      else if (targetId !== undefined) {
        await plainChange(to, `articles/${targetId}?status=draft`, content);
      }
    }
    return { world, pairs: story.isRemembered ? earlier.store : new PairsInMemory() };
  }

  async function planOf(
    copying: Copying,
    { world, story, publish = false }: { world: World; story: Story; publish?: boolean },
  ): Promise<CopyPlan | undefined> {
    const comparison = await copying.compare(chosenIn(world));
    const options = { pairs: await copying.pairs() };
    const choices = { rows: choose(comparison, story), publish };
    const [failure, plan] = await copying.copies.plan(comparison, choices, options);
    assert.ok(!failure || failure.code === "unchanged", failure?.code);
    if (plan) assertPlan(plan, comparison, story);
    return plan ?? undefined;
  }

  /** Copies what a story selects. Returns nothing if there was nothing to copy. */
  async function copy(story: Story, { publish = false, ...options }: CopyOptions = {}) {
    const { world, pairs } = await prepare(story);
    const copying = new Copying({ pairs, ...options });
    const before = await databases.read();
    const plan = await planOf(copying, { world, story, publish });
    if (!plan) return undefined;
    const result = await copying.run(plan);
    // A relation to a document whose match is unclear can't be copied.
    const allowed = story.collision ? ["done", "failed: no-target"] : ["done"];
    assert.deepEqual(
      outcomesOf(result).filter((outcome) => !allowed.includes(outcome)),
      [],
    );
    const after = await databases.read();
    const copyState = { databases, before, after, plan, result, pairs: await copying.pairs() };
    return { ...copyState, copying, world };
  }

  type Copied = NonNullable<Awaited<ReturnType<typeof copy>>>;

  async function assertIdle(
    { copying, world }: Copied,
    story: Story,
    options: CopyOptions = {},
  ): Promise<void> {
    const second = new Copying({ pairs: copying.store, ...options });
    const again = await planOf(second, { world, story });
    if (again) await second.run(again);
    assert.deepEqual(second.writes, [], "The second copy writes.");
  }

  /** What was copied does not differ on the way back. */
  async function assertEqualBack({ copying, plan, result }: Copied): Promise<void> {
    const done = new Set(
      result.items.flatMap((itemResult) => (itemResult.outcome === "done" ? itemResult.item : [])),
    );
    const articles = plan.planned.filter(
      (item) => done.has(item) && item.document.type === "api::article.article",
    );
    const back = new Copying({ pairs: copying.store, isReversed: true });
    const known = await back.pairs();
    const targetIds = articles.flatMap(
      ({ document }) => known.counterpart("to", document.type, document.fromId) ?? [],
    );
    const { rows } = await back.compare({ articles: [...new Set(targetIds)] });
    for (const item of articles) {
      const { names } = partOf(item);
      const row = rows.find(({ toId }) => toId === item.document.fromId);
      const different = (row?.differences ?? []).flatMap((difference) =>
        difference.kind === "attribute" && difference.locale === item.locale ? difference.name : [],
      );
      assert.deepEqual(
        different.filter((name) => names?.includes(name) ?? true),
        [],
        `${item.document.fromId} differs on the way back.`,
      );
    }
    assert.deepEqual(back.writes, []);
  }

  async function assertUndone({ copying, before, after, result }: Copied): Promise<void> {
    const { journal } = copying.model;
    const [batch] = await journal.batches(copying.ids.to);
    if (!batch) return;
    const undone = await undoEntries(copying.model, await journal.batch(copying.ids.to, batch));
    assert.deepEqual(new Set(undone.map(({ outcome }) => outcome)), new Set(["done"]));
    const now = await databases.read();
    assertSame(now.from, before.from, "Undo has changed the source.");
    assertSame(now.to, before.to, "Undo has left", ["files/", "upload_folders/", "updated_at"]);
    const files = [...after.to.keys()].filter(
      (key) => key.startsWith("files/") && !before.to.has(key),
    );
    assert.equal(files.length, result.uploads.length);
  }

  it("a copy writes exactly what its plan says, is equal the second time and back, and can be undone", async () => {
    const property = fc.asyncProperty(anyStory, async (story) => {
      const copied = await copy(story);
      if (!copied) return;
      assertAsPlanned(copied);
      await assertIdle(copied, story);
      await assertEqualBack(copied);
      await assertUndone(copied);
    });
    await fc.assert(property, parameters);
  });

  itLong(
    "a copy keeps in the target what the token of the source can't read, and is equal the second time",
    async () => {
      const property = fc.asyncProperty(anyStory, async (anything) => {
        // The token reads articles, tags and categories, but no files, authors and pages.
        const articles = anything.articles.map((article) => ({ ...article, files: [] }));
        const chosen = { ...anything.chosen, pages: [], isHome: false };
        const story = { ...anything, articles, chosen, collision: null };
        const options = { tokens: { from: services().from.tokens.custom } };
        const copied = await copy(story, options);
        if (!copied) return;
        assertAsPlanned({ ...copied, unread: new Set(["author", "sections"]) });
        await assertIdle(copied, story, options);
        await assertUndone(copied);
      });
      await fc.assert(property, parameters);
    },
  );

  itLong("copied documents are published with the relations of the draft", async () => {
    const property = fc.asyncProperty(anyStory, async (story) => {
      const copied = await copy(story, { publish: true });
      if (!copied) return;
      assertAsPlanned(copied);
      assertPublished(copied);
      assert.equal(copied.result.published.length, copied.plan.publishing.length);
    });
    await fc.assert(property, parameters);
  });

  describe("failing services", () => {
    let proxies: readonly FaultyProxy[] = [];
    before(async () => {
      const { from, to } = services();
      proxies = [await startFaultyProxy(from.url), await startFaultyProxy(to.url)];
    });
    after(async () => {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    });

    const anyFault: fc.Arbitrary<Fault> = fc.constantFrom<Fault>(
      { kind: "request dropped" },
      { kind: "request cut" },
      { kind: "answer dropped" },
      { kind: "answer cut" },
      { kind: "answer replaced", status: 500 },
      { kind: "answer replaced", status: 502 },
      { kind: "answer replaced", status: 429 },
    );

    /** Compares, plans and runs a copy as far as it gets. Returns whether it is complete. */
    async function attempt(copying: Copying, world: World, signal?: AbortSignal): Promise<boolean> {
      const items = Object.entries(chosenIn(world)).flatMap(([type, ids]) =>
        ids.map((id) => ({ address: { connection: copying.ids.from, type, id }, title: "" })),
      );
      const target = { kind: "selected", items } as const;
      const { copies, ids } = copying;
      const options = { pairs: await copying.pairs(), signal };
      const [failure, comparison] = await compare({ ...ids, target }, options, copying.model);
      if (failure) return false;
      // A document that was written just before the cut looks newer on the target.
      const rows = comparison.rows.map((row) => ({ row }));
      const [error, plan] = await copies.plan(comparison, { rows }, options);
      if (error) return error.code === "unchanged";
      const { items: written } = await copies.run(plan, { group: "copy-1", signal });
      return plan.refused.length === 0 && written.every(({ outcome }) => outcome === "done");
    }

    /** Copies until a request fails. If the process ends then, forgets what it kept afterwards. */
    async function attemptWith(
      fault: Fault,
      { at, hasEnded }: { readonly at: number; readonly hasEnded: boolean },
      { first, world }: { readonly first: Copying; readonly world: World },
    ): Promise<void> {
      const { store } = first;
      const cut = new AbortController();
      let requests = 0;
      let storedLineCount = Infinity;
      for (const proxy of proxies) {
        proxy.meet(() => {
          requests += 1;
          if (requests !== at) return undefined;
          if (hasEnded) storedLineCount = store.storedLines.length;
          if (hasEnded) cut.abort();
          return fault;
        });
      }
      await attempt(first, world, cut.signal);
      for (const proxy of proxies) {
        proxy.meet(() => undefined);
        await proxy.untilQuiet();
      }
      store.storedLines.splice(storedLineCount);
    }

    itLong("a copy cut at any request ends with the same content, nothing twice", async () => {
      const property = fc.asyncProperty(
        anyStory,
        fc.integer({ min: 1, max: 260 }),
        anyFault,
        fc.boolean(),
        async (anything, at, fault, hasEnded) => {
          const chosen = { ...anything.chosen, isHome: false };
          const story = { ...anything, chosen, collision: null, names: null, earlier: [] };
          const { world, pairs } = await prepare(story);
          const before = await databases.read();
          const [from = "", to = ""] = proxies.map(({ url }) => url);
          const first = new Copying({ urls: { from, to }, pairs });

          await attemptWith(fault, { at, hasEnded }, { first, world });
          let isComplete = false;
          for (let tries = 0; tries < 3 && !isComplete; tries += 1) {
            isComplete = await attempt(new Copying({ pairs }), world);
          }

          assert.ok(isComplete);
          const now = await databases.read();
          assertSame(now.from, before.from, "The source has changed.");
          assertOnce(now.to, before.to);
          const { rows } = await new Copying().compare(chosenIn(world));
          assert.deepEqual(
            rows.filter(({ kind }) => kind !== "same"),
            [],
          );
        },
      );
      await fc.assert(property, parameters);
    });

    /** Each new document and file is there once. */
    function assertOnce(now: Contents, before: Contents): void {
      const times = new Map<string, number>();
      for (const [key, columns] of now) {
        const [table = "", , locale] = key.split("/");
        if (before.has(key) || locale === "fr") continue;
        const name = `${table} ${columns.get("slug") ?? columns.get("name") ?? ""}`;
        times.set(name, (times.get(name) ?? 0) + 1);
      }
      assert.deepEqual(
        [...times].filter(([, count]) => count > 1),
        [],
      );
    }
  });
});
