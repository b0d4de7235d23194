import assert from "node:assert/strict";
import { undoEntries } from "../undoNewest.ts";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import type { CopyPlan } from "../../../src/model/copy/copyPlan.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import type { Fault, FaultyProxy } from "../../support/faultyProxy.ts";
import { itLong } from "../../support/longRun.ts";
import { plainList, plainRead, plainRequest } from "../../support/plainHttp.ts";
import { Database } from "../database.ts";
import { verdictOf } from "../../../src/model/copy/copySelection.ts";
import { readPlanFile, toPlanFile } from "../../../src/model/copy/copyPlanFile.ts";
import { copyDetails } from "../../../src/texts/copy/copyWords.ts";
import { must } from "../outcomes.ts";
import { Copying, outcomesOf, PairsInMemory } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import {
  plainChange,
  plainMakeDraft,
  plainPublish,
  plainUpload,
  textFile,
} from "../../support/plainWrites.ts";

const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** An article or page and its slug, by which both services know it. */
const titled = (word: string, more: JsonObject = {}): JsonObject & { readonly slug: string } => {
  const title = unique(word);
  return { title, slug: slugOf(title), ...more };
};

/** A tag or author with the title and the slug of an article. */
const nameOf = ({ title = null, slug }: ReturnType<typeof titled>): JsonObject => ({
  name: title,
  slug,
});

const relations = ["author", "tags", "category", "related", "sequel"]
  .map((name) => `populate[${name}][fields][0]=slug`)
  .join("&");

const withParent = "populate[parent][fields][0]=slug";

const slugsIn = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((document: JsonObject) => document["slug"])
    : (value as JsonObject | null)?.["slug"];

describe("Copy", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  /** The only document with a slug on the target; undefined if there is none. */
  async function copied(type: string, slug: string, query = ""): Promise<JsonObject | undefined> {
    const path = `${type}?filters[slug][$eq]=${slug}&status=draft&${query}`;
    const documents = await plainList(services().to, path);
    assert.ok(documents.length < 2, `${documents.length} documents have the slug ${slug}.`);
    return documents[0];
  }

  it("a copy creates a document with the missing targets of its relations, and does nothing the second time", async () => {
    const source = services().from;
    const author = titled("Author");
    const authorId = await plainMakeDraft(source, "authors", nameOf(author));
    const tag = titled("Tag");
    const tagId = await plainMakeDraft(source, "tags", nameOf(tag));
    const [first, second] = [titled("First"), titled("Second")];
    const firstId = await plainMakeDraft(source, "articles", {
      ...first,
      author: authorId,
      tags: [tagId],
    });
    const secondId = await plainMakeDraft(source, "articles", { ...second, related: [firstId] });
    await plainChange(source, `articles/${firstId}?status=draft`, {
      sequel: secondId,
      related: [firstId, secondId],
    });
    const copying = new Copying();

    const plan = await copying.plan(await copying.compare({ articles: [firstId] }));
    const outcomes = outcomesOf(await copying.run(plan));

    assert.deepEqual(
      plan.planned.map(({ document: { type, broughtBy } }) => [type, broughtBy?.fromId]),
      [
        ["api::tag.tag", firstId],
        ["api::author.author", firstId],
        ["api::article.article", firstId],
        ["api::article.article", undefined],
      ],
    );
    assert.deepEqual(outcomes, ["done", "done", "done", "done"]);
    const targetArticle = await copied("articles", first.slug, relations);
    assert.deepEqual(
      [
        slugsIn(targetArticle?.["author"]),
        slugsIn(targetArticle?.["tags"]),
        slugsIn(targetArticle?.["sequel"]),
      ],
      [author.slug, [tag.slug], second.slug],
    );
    assert.deepEqual(slugsIn(targetArticle?.["related"]), [first.slug, second.slug]);
    assert.deepEqual(slugsIn((await copied("articles", second.slug, relations))?.["related"]), [
      first.slug,
    ]);

    const again = new Copying({ pairs: copying.store });
    const comparison = await again.compare({ articles: [firstId, secondId] });
    assert.deepEqual(
      comparison.rows.map(({ kind }) => kind),
      ["same", "same"],
    );
    const back = new Copying({ pairs: copying.store, isReversed: true });
    const backwards = await back.compare({ articles: [textIn(targetArticle ?? {}, "documentId")] });
    assert.deepEqual(
      backwards.rows.map(({ kind }) => kind),
      ["same"],
    );
  });

  it("a copy refuses a unique value that another document of the target keeps, and names it", async () => {
    const [first, second, third] = [titled("One"), titled("Two"), titled("Three")];
    const ids: string[] = [];
    for (const data of [first, second])
      ids.push(await plainMakeDraft(services().from, "pages", data));
    const [firstId = "", secondId = ""] = ids;
    const copying = new Copying();
    await copying.copy({ pages: ids });
    const holder = await plainMakeDraft(services().to, "pages", { ...third, title: "Keeps It" });
    const slugs = (source: Record<string, string>) =>
      Promise.all(
        Object.entries(source).map(([id, slug]) =>
          plainChange(services().from, `pages/${id}?status=draft`, { slug }),
        ),
      );
    await slugs({ [firstId]: third.slug, [secondId]: first.slug });
    const next = new Copying({ pairs: copying.store });
    const plan = await next.plan(await next.compare({ pages: ids }));

    // The second one would get a value that the first one keeps because it is refused.
    assert.deepEqual(
      plan.refused.map(({ document, failure }) => [document.fromId, failure]).sort(),
      [
        [firstId, { code: "taken-value", name: "slug", value: third.slug, title: "Keeps It" }],
        [secondId, { code: "taken-value", name: "slug", value: first.slug, title: first["title"] }],
      ].sort(),
    );
    assert.deepEqual(plan.planned, []);

    await plainChange(services().to, `pages/${holder}?status=draft`, {
      slug: slugOf(unique("free")),
    });
    await slugs({ [firstId]: second.slug });
    const exchanged = new Copying({ pairs: copying.store });
    assert.deepEqual(await exchanged.copy({ pages: ids }), ["done", "done"]);
    const lastComparison = await exchanged.compare({ pages: ids });
    assert.deepEqual([lastComparison.counts.same, lastComparison.counts.different], [2, 0]);
  });

  it("a new document without a key whose title the target has is neither selected nor brought along", async () => {
    const [existingArticle, other] = [titled("There"), titled("Other")];
    await plainMakeDraft(services().to, "authors", {
      ...nameOf(existingArticle),
      slug: `${existingArticle.slug}-of-the-target`,
    });
    const [id, otherId] = [
      await plainMakeDraft(services().from, "authors", nameOf(existingArticle)),
      await plainMakeDraft(services().from, "authors", nameOf(other)),
    ];
    const referring = await plainMakeDraft(services().from, "articles", {
      ...titled("By"),
      author: id,
    });
    const copying = new Copying();
    // Without its key, only pairs and documentIds match an author.
    const fields = [{ owner: "api::author.author", name: "slug" }];
    for (const side of ["a", "b"] as const)
      copying.store.storedLines.push({ kind: "empty", in: side, fields, kept: [] });

    const comparison = await copying.compare({ authors: [id, otherId] });
    const connection = copying.ids.from;
    const authorsTarget = {
      kind: "matching",
      collection: { connection, type: "authors" },
    } as const;
    const request = { ...copying.ids, target: authorsTarget };
    const whole = must(await compare(request, { pairs: await copying.pairs() }, copying.model));

    for (const result of [comparison, whole]) {
      const matchingRows = result.rows.filter(({ fromId = "" }) => [id, otherId].includes(fromId));
      assert.deepEqual(matchingRows.map((row) => [row.fromId, verdictOf(row)]).sort(), [
        ...[
          [id, "title-there"],
          [otherId, "new"],
        ].sort(),
      ]);
    }
    assert.deepEqual(
      defaultRows(comparison).map(({ row }) => row.fromId),
      [otherId],
    );
    const plan = await copying.plan(await copying.compare({ articles: [referring] }));
    assert.deepEqual(
      [plan.planned, plan.refused.map(({ document }) => document.fromId)],
      [[], [referring]],
    );
    const rows = comparison.rows.map((row) => ({ row }));
    assert.equal((await copying.plan(comparison, { rows })).planned.length, 2);
  });

  it("a new document that lacks the key of its type and whose title the target has is not selected", async () => {
    const ids: string[] = [];
    for (const word of ["There", "Not there"])
      ids.push(await plainMakeDraft(services().from, "authors", { name: unique(word) }));
    assert.deepEqual(await new Copying().copy({ authors: ids.slice(0, 1) }), ["done"]);

    const { rows } = await new Copying().compare({ authors: ids });

    const verdicts = ids.map((id) => rows.filter(({ fromId }) => fromId === id).map(verdictOf));
    assert.deepEqual(verdicts, [["title-there"], ["new"]]);
  });

  it("a copy changes only the selected attributes, and leaves the rest of the database as it was", async () => {
    const data = titled("Changed", { summary: "Old", position: 1 });
    const id = await plainMakeDraft(services().from, "pages", data);
    const copying = new Copying();
    await copying.copy({ pages: [id] });
    await plainChange(services().from, `pages/${id}?status=draft`, {
      summary: "New",
      position: 2,
    });
    const database = await Database.open(services().to);
    const before = await database.read();

    const comparison = await copying.compare({ pages: [id] });
    const [row] = comparison.rows;
    assert.ok(row);
    assert.deepEqual(row.names, ["position", "summary"]);
    const plan = await copying.plan(comparison, { rows: [{ row, names: ["summary"] }] });
    assert.deepEqual(outcomesOf(await copying.run(plan)), ["done"]);

    const after = await database.read();
    await database.close();
    const targetPage = await copied("pages", data.slug);
    assert.deepEqual([targetPage?.["summary"], targetPage?.["position"]], ["New", 1]);
    const changed = [...after].filter(
      ([key, content]) =>
        JSON.stringify([...content]) !== JSON.stringify([...(before.get(key) ?? [])]),
    );
    assert.equal(changed.length, 1);
    assert.equal(before.size, after.size);
  });

  it("a copy does not write what both services changed since the last copy", async () => {
    const data = titled("Conflict", { summary: "Old", position: 1 });
    const id = await plainMakeDraft(services().from, "pages", data);
    const copying = new Copying();
    await copying.copy({ pages: [id] });
    const targetPage = await copied("pages", data.slug);
    await plainChange(services().from, `pages/${id}?status=draft`, { summary: "Mine" });
    await plainChange(
      services().to,
      `pages/${textIn(targetPage ?? {}, "documentId")}?status=draft`,
      {
        summary: "Theirs",
        position: 2,
      },
    );

    const { rows } = await copying.compare({ pages: [id] });

    assert.equal(rows[0]?.conflict, true);
    const options = { pairs: await copying.pairs() };
    const chosen = rows.map((row) => ({ row }));
    const [failure] = await copying.copies.plan(
      { connections: copying.ids },
      { rows: chosen },
      options,
    );
    assert.equal(failure?.code, "unchanged");
  });

  it("a copy skips a document that changed in the target after the plan", async () => {
    const data = titled("Moved", { summary: "Old" });
    const id = await plainMakeDraft(services().from, "pages", data);
    const copying = new Copying();
    await copying.copy({ pages: [id] });
    const targetPage = await copied("pages", data.slug);
    await plainChange(services().from, `pages/${id}?status=draft`, { summary: "Mine" });
    const plan = await copying.plan(await copying.compare({ pages: [id] }));
    const path = `pages/${textIn(targetPage ?? {}, "documentId")}?status=draft`;
    await plainChange(services().to, path, { summary: "Theirs" });

    assert.deepEqual(outcomesOf(await copying.run(plan)), ["skipped: changed-meanwhile"]);
    assert.equal((await copied("pages", data.slug))?.["summary"], "Theirs");
  });

  it("a copy includes components, zones, locales and media files", async () => {
    const source = services().from;
    const cover = titled("Cover");
    const file = await plainUpload(source, `${cover.slug}.txt`, { content: textFile(cover.slug) });
    const target = titled("Quoted");
    const author = await plainMakeDraft(source, "authors", nameOf(target));
    const data = titled("Rich", {
      seo: { metaTitle: "Meta" },
      links: [{ label: "One", url: "https://example.com" }],
      sections: [{ __component: "sections.quote", text: "Quote", speaker: "She", author }],
      gallery: [file.id],
    });
    const id = await plainMakeDraft(source, "articles", data);
    await plainChange(source, `articles/${id}?locale=fr&status=draft`, {
      title: "Riche",
      slug: `${data.slug}-fr`,
      sections: [{ __component: "sections.quote", text: "Citation", speaker: "Elle", author }],
    });
    const copying = new Copying();

    const plan = await copying.plan(await copying.compare({ articles: [id] }));
    assert.deepEqual(
      plan.files.map(({ name, match }) => [name, match]),
      [[`${cover.slug}.txt`, "upload"]],
    );
    const result = await copying.run(plan);

    assert.deepEqual(outcomesOf(result), ["done", "done", "done"]);
    assert.deepEqual(
      result.uploads.map(({ outcome }) => outcome),
      ["done"],
    );
    const targetArticle = await copied(
      "articles",
      data.slug,
      "populate[gallery]=true&populate[seo]=true",
    );
    assert.equal((targetArticle!["gallery"] as JsonObject[])[0]?.["name"], `${cover.slug}.txt`);
    assert.equal((targetArticle!["seo"] as JsonObject)["metaTitle"], "Meta");
    const { rows } = await copying.compare({ articles: [id] });
    assert.deepEqual(
      rows.map(({ kind, locales }) => [kind, [...locales].sort()]),
      [["same", ["en", "fr"]]],
    );
  });

  it("a copy publishes what is published in the source, with the relations of the draft", async () => {
    const source = services().from;
    const [livePage, other] = [titled("Live"), titled("Target")];
    const otherId = await plainMakeDraft(source, "pages", other);
    const oneId = await plainMakeDraft(source, "pages", { ...livePage, parent: otherId });
    const draftOnly = titled("Draft");
    const draftId = await plainMakeDraft(source, "pages", draftOnly);
    await plainChange(source, `pages/${otherId}?status=draft`, { parent: oneId });
    for (const id of [otherId, oneId, otherId]) await plainPublish(source, `pages/${id}`);
    const copying = new Copying();

    const comparison = await copying.compare({ pages: [oneId, draftId] });
    const plan = await copying.plan(comparison, { publish: true });
    const result = await copying.run(plan);

    assert.deepEqual(
      result.published.map(({ outcome }) => outcome),
      ["done", "done"],
    );
    for (const [mine, parent] of [
      [livePage, other],
      [other, livePage],
    ] as const) {
      const path = `pages?filters[slug][$eq]=${mine.slug}&${withParent}`;
      const publishedPages = await plainList(services().to, path);
      assert.deepEqual(slugsIn(publishedPages[0]?.["parent"]), parent.slug);
    }
    const hidden = await plainRead(services().to, `pages?filters[slug][$eq]=${draftOnly.slug}`);
    assert.deepEqual(hidden, []);
  });

  it("a copy leaves relations unchanged that the source's token can't read", async () => {
    const source = services().from;
    const name = titled("Kept");
    const author = nameOf(name);
    const authorId = await plainMakeDraft(source, "authors", author);
    const data = titled("Restricted", { kicker: "Old", author: authorId });
    const id = await plainMakeDraft(source, "articles", data);
    const full = new Copying();
    await full.copy({ articles: [id] });
    await plainChange(source, `articles/${id}?status=draft`, { kicker: "New", author: null });
    const copying = new Copying({ pairs: full.store, tokens: { from: source.tokens.custom } });

    assert.deepEqual(await copying.copy({ articles: [id] }), ["done"]);

    const targetArticle = await copied("articles", data.slug, relations);
    assert.deepEqual(
      [targetArticle?.["kicker"], slugsIn(targetArticle?.["author"])],
      ["New", name.slug],
    );
  });

  it("undo of the journal group of a copy restores the database", async () => {
    const source = services().from;
    const tag = titled("Undone");
    const tagId = await plainMakeDraft(source, "tags", nameOf(tag));
    const id = await plainMakeDraft(source, "articles", titled("Undo", { tags: [tagId] }));
    const database = await Database.open(services().to);
    const before = await database.read();
    const copying = new Copying();
    await copying.copy({ articles: [id] });

    const { journal } = copying.model;
    const [batch] = await journal.batches(copying.ids.to);
    assert.ok(batch);
    const undone = await undoEntries(copying.model, await journal.batch(copying.ids.to, batch));

    assert.deepEqual(new Set(undone.map(({ outcome }) => outcome)), new Set(["done"]));
    assert.deepEqual(await database.read(), before);
    await database.close();
  });

  it("a copy creates documents with the source's documentIds if an administrator is signed in", async () => {
    const { to, from } = services();
    const target = titled("Same");
    const targetId = await plainMakeDraft(from, "pages", target);
    const data = titled("Same", { parent: targetId, summary: "Same" });
    const id = await plainMakeDraft(from, "pages", data);
    const copying = new Copying();
    copying.model.logins.push(to.admin);
    must(await copying.model.administrators.call(copying.ids.to, (admin) => admin.me()));

    const outcomes = await copying.copy({ pages: [id] });

    const targetPage = await copied("pages", data.slug, withParent);
    assert.deepEqual(outcomes, ["done", "done"]);
    assert.deepEqual(
      [targetPage?.["documentId"], targetPage?.["summary"], slugsIn(targetPage?.["parent"])],
      [id, "Same", target.slug],
    );
  });

  /** On the target, an article that has the sequel which a copied article is about to get. */
  async function makeTaken() {
    const { from, to } = services();
    const [sequel, data, theirs] = [titled("Sequel"), titled("Taking"), titled("Owner")];
    const owned = await plainMakeDraft(to, "articles", sequel);
    await plainMakeDraft(to, "articles", data);
    const owner = await plainMakeDraft(to, "articles", { ...theirs, sequel: owned });
    const sequelId = await plainMakeDraft(from, "articles", sequel);
    const id = await plainMakeDraft(from, "articles", { ...data, sequel: sequelId });
    const sequelsOf = async () => [
      slugsIn((await copied("articles", data.slug, relations))?.["sequel"]),
      slugsIn((await copied("articles", theirs.slug, relations))?.["sequel"]),
    ];
    return { id, owner, owned, sequel, title: textIn(theirs, "title"), sequelsOf };
  }

  it("a copy names documents that lose a one-to-one target, takes it, and gives it back when undone", async () => {
    const { id, sequel, title, sequelsOf } = await makeTaken();
    const copying = new Copying();

    const plan = await copying.plan(await copying.compare({ articles: [id] }));
    const outcomes = outcomesOf(await copying.run(plan));
    const sequels = await sequelsOf();
    const [batch] = await copying.model.journal.batches(copying.ids.to);
    const entries = await copying.model.journal.batch(copying.ids.to, batch!);
    await undoEntries(copying.model, entries);

    const changes = plan.planned.flatMap(({ elsewhere }) => elsewhere);
    assert.deepEqual(
      changes.map(({ title: name, type, path, change }) => [name, type, path, change]),
      [[title, "articles", "sequel", "loses"]],
    );
    assert.ok(
      copyDetails(plan, { from: "Here", to: "There" }, (uid) => uid).includes(
        `Drafts of other documents lose relations: '${title}' (articles, en) sequel.`,
      ),
    );
    assert.deepEqual([outcomes, sequels], [["done"], [sequel.slug, undefined]]);
    assert.deepEqual(await sequelsOf(), [undefined, sequel.slug]);
  });

  it("a copy writes nothing with a plan that another copy has overtaken", async () => {
    const name = unique("Overtaken");
    const id = await plainMakeDraft(services().from, "authors", { name });
    const firstCopying = new Copying();
    const other = new Copying({ pairs: firstCopying.store });
    const plan = await firstCopying.plan(await firstCopying.compare({ authors: [id] }));
    await other.copy({ authors: [id] });

    const outcomes = outcomesOf(await firstCopying.run(plan));

    const targetAuthors = await plainList(
      services().to,
      `authors?status=draft&filters[name][$eq]=${name}`,
    );
    assert.deepEqual([outcomes, targetAuthors.length], [["failed: another-run"], 1]);
  });

  describe("plan file", () => {
    it("a plan file allows a copy to take targets from the documents that it names, and from no other", async () => {
      const { id, owner, owned, sequelsOf, sequel } = await makeTaken();
      const copying = new Copying();
      const text = toPlanFile(await copying.plan(await copying.compare({ articles: [id] })));
      const options = { pairs: await copying.pairs() };
      const apply = async () =>
        must(await copying.copies.fromPlanFile(must(readPlanFile(text)), options));
      const asNamed = await apply();
      const next = await plainMakeDraft(services().to, "articles", titled("Next"));
      await plainChange(services().to, `articles/${next}?status=draft`, { sequel: owned });

      const refused = await apply();
      await plainChange(services().to, `articles/${owner}?status=draft`, { sequel: owned });
      const applied = outcomesOf(await copying.run(await apply()));

      assert.deepEqual(
        [asNamed.planned.length, refused.refused.map(({ failure }) => failure.code)],
        [1, ["taken-target"]],
      );
      assert.deepEqual([applied, await sequelsOf()], [["done"], [sequel.slug, undefined]]);
    });

    it("a plan file is applied once, and does nothing the second time", async () => {
      const data = titled("Filed", { summary: "Old" });
      const id = await plainMakeDraft(services().from, "pages", data);
      const first = new Copying();
      const text = toPlanFile(await first.plan(await first.compare({ pages: [id] })));
      const apply = async (copying: Copying) =>
        must(
          await copying.copies.fromPlanFile(must(readPlanFile(text)), {
            pairs: await copying.pairs(),
          }),
        );

      const plan = await apply(first);
      const second = new Copying({ pairs: first.store });

      assert.deepEqual(outcomesOf(await first.run(plan)), ["done"]);
      assert.deepEqual(outcomesOf(await second.run(await apply(second))), []);
      assert.deepEqual(second.writes, []);
      assert.equal((await copied("pages", data.slug))?.["summary"], "Old");
    });

    it("a plan file copies nothing again that the source changed or the target deleted since it was applied", async () => {
      const [edited, deleted] = [titled("Applied"), titled("Applied")];
      const editedId = await plainMakeDraft(services().from, "pages", edited);
      const deletedId = await plainMakeDraft(services().from, "pages", deleted);
      const copying = new Copying();
      const comparison = await copying.compare({ pages: [editedId, deletedId] });
      const text = toPlanFile(await copying.plan(comparison));
      const apply = async () => {
        const options = { pairs: await copying.pairs() };
        return must(await copying.copies.fromPlanFile(must(readPlanFile(text)), options));
      };
      await copying.run(await apply());
      await plainChange(services().from, `pages/${editedId}?status=draft`, { summary: "Newer" });
      const targetPage = await copied("pages", deleted.slug);
      await plainRequest(
        services().to,
        "DELETE",
        `pages/${textIn(targetPage ?? {}, "documentId")}`,
      );

      const plan = await apply();

      assert.deepEqual(plan.planned, []);
      assert.deepEqual(
        plan.refused.map(({ failure }) => failure.code),
        ["changed-meanwhile", "changed-meanwhile"],
      );
    });

    it("a plan file refuses what changed in the source or the target since it was written", async () => {
      const [firstPage, other] = [
        titled("Filed", { summary: "Old" }),
        titled("Filed", { summary: "Old" }),
      ];
      const oneId = await plainMakeDraft(services().from, "pages", firstPage);
      const otherId = await plainMakeDraft(services().from, "pages", other);
      const copying = new Copying();
      await copying.copy({ pages: [oneId, otherId] });
      for (const id of [oneId, otherId]) {
        await plainChange(services().from, `pages/${id}?status=draft`, { summary: "New" });
      }
      const comparison = await copying.compare({ pages: [oneId, otherId] });
      const text = toPlanFile(await copying.plan(comparison));
      const targetPage = await copied("pages", firstPage.slug);
      const path = `pages/${textIn(targetPage ?? {}, "documentId")}?status=draft`;
      await plainChange(services().to, path, { summary: "Theirs" });
      await plainChange(services().from, `pages/${otherId}?status=draft`, { summary: "Newer" });

      const options = { pairs: await copying.pairs() };
      const plan = must(await copying.copies.fromPlanFile(must(readPlanFile(text)), options));

      assert.deepEqual(plan.planned, []);
      assert.deepEqual(
        plan.refused.map(({ failure }) => failure.code),
        ["changed-meanwhile", "changed-meanwhile"],
      );
    });
  });

  describe("after a cut", () => {
    const proxies: FaultyProxy[] = [];
    afterEach(async () => {
      for (const proxy of proxies.splice(0)) await proxy.stop();
    });

    /** Runs a plan and ends it at a write with a fault. Returns whether there was such a write. */
    async function cutAt(
      write: number,
      fault: Fault,
      { copying, plan, proxy }: { copying: Copying; plan: CopyPlan; proxy: FaultyProxy },
    ): Promise<boolean> {
      const cut = new AbortController();
      const { store } = copying;
      const lineCounts: number[] = [];
      let writes = 0;
      proxy.meet(({ method }) => {
        if (method === "GET") return undefined;
        writes += 1;
        if (writes !== write) return undefined;
        cut.abort();
        lineCounts.push(store.storedLines.length);
        return fault;
      });
      await copying.copies.run(plan, { group: "copy-1", signal: cut.signal });
      proxy.meet(() => undefined);
      await proxy.untilQuiet();
      // As if the process had ended at that moment.
      store.storedLines.splice(lineCounts[0] ?? Infinity);
      return lineCounts.length > 0;
    }

    /** Compares and copies again what the rows name. */
    async function resume(
      copying: Copying,
      documents: Readonly<Record<string, readonly string[]>>,
    ): Promise<void> {
      const comparison = await copying.compare(documents);
      const rows = defaultRows(comparison);
      if (rows.length === 0) return;
      const plan = await copying.plan(comparison, { rows });
      assert.deepEqual(plan.refused, []);
      assert.ok((await copying.run(plan)).items.every(({ outcome }) => outcome === "done"));
    }

    it("relations that a cut copy has not written yet are no edit in either direction", async () => {
      const source = services().from;
      const proxy = await startFaultyProxy(services().to.url);
      proxies.push(proxy);
      const otherId = await plainMakeDraft(source, "pages", titled("Cut"));
      const oneId = await plainMakeDraft(source, "pages", {
        ...titled("Cut"),
        parent: otherId,
      });
      await plainChange(source, `pages/${otherId}?status=draft`, { parent: oneId });
      const proxiedCopying = new Copying({ urls: { to: proxy.url } });
      const plan = await proxiedCopying.plan(await proxiedCopying.compare({ pages: [oneId] }));
      proxy.meet(({ method }) => (method === "PUT" ? { kind: "request dropped" } : undefined));
      await proxiedCopying.run(plan);

      const comparison = await proxiedCopying.compare({ pages: [oneId, otherId] });
      const back = new Copying({ pairs: proxiedCopying.store, isReversed: true });
      const ids = comparison.rows.flatMap(({ toId }) => toId ?? []);
      const reversed = await back.compare({ pages: ids });

      const unfinished = comparison.rows.filter(({ kind }) => kind === "different");
      assert.ok(unfinished.length > 0);
      assert.deepEqual(
        defaultRows(comparison).map(({ row }) => row),
        unfinished,
      );
      assert.deepEqual(defaultRows(reversed), []);
    });

    /** Three authors whose copies no key finds, and a copy of them whose first write is cut. */
    async function cutAuthors(fault: Fault) {
      const proxy = await startFaultyProxy(services().to.url);
      proxies.push(proxy);
      const ids: string[] = [];
      for (const word of ["One", "Two", "Three"])
        ids.push(await plainMakeDraft(services().from, "authors", { name: unique(word) }));
      const copying = new Copying({ urls: { to: proxy.url } });
      const plan = await copying.plan(await copying.compare({ authors: ids }));
      assert.ok(await cutAt(1, fault, { copying, plan, proxy }));
      return { ids, copying };
    }

    const kindsOf = async (copying: Copying, ids: readonly string[]): Promise<string[]> =>
      (await copying.compare({ authors: ids })).rows.map(({ kind }) => kind);

    it("a later copy creates no document again whose answer was lost before the copy was resumed", async () => {
      const { ids, copying } = await cutAuthors({ kind: "answer dropped" });

      const plan = await copying.plan(await copying.compare({ authors: ids }));
      assert.deepEqual([plan.planned.length, plan.unchanged.length], [1, 2]);
      assert.deepEqual(outcomesOf(await copying.run(plan)), ["done"]);

      const later = new Copying({ pairs: copying.store });
      assert.deepEqual(await kindsOf(later, ids), ["same", "same", "same"]);
    });

    it("a resumed copy creates no document that may be there already, although the source was edited since", async () => {
      const { ids, copying } = await cutAuthors({ kind: "answer dropped" });
      const sent = copying.store.storedLines.filter(({ kind }) => kind === "sent");
      for (const id of ids)
        await plainChange(services().from, `authors/${id}`, { name: unique("Edited") });

      const plan = await copying.plan(await copying.compare({ authors: ids }));

      assert.deepEqual(
        plan.refused.map(({ failure }) => failure.code),
        sent.map(() => "may-be-made"),
      );
      assert.equal(plan.planned.length, ids.length - sent.length);
    });

    it("a resumed copy creates no document again that was written just before the process ended", async () => {
      const { ids, copying } = await cutAuthors({ kind: "request dropped" });
      await copying.run(await copying.plan(await copying.compare({ authors: ids })));
      const sent = copying.store.storedLines.filter(({ kind }) => kind === "sent");
      copying.store.storedLines.splice(0, Infinity, ...sent);

      const plan = await copying.plan(await copying.compare({ authors: ids }));
      assert.deepEqual([plan.planned.length, plan.unchanged.length], [0, 3]);
      await copying.copies.finish(plan);

      const later = new Copying({ pairs: copying.store });
      assert.deepEqual(await kindsOf(later, ids), ["same", "same", "same"]);
    });

    /** Two new pages that refer to each other, and a copy of them whose first answer is lost. */
    async function cutPair() {
      const proxy = await startFaultyProxy(services().to.url);
      proxies.push(proxy);
      const [firstPage, other] = [titled("Lost"), titled("Lost")];
      const oneId = await plainMakeDraft(services().from, "pages", firstPage);
      const otherId = await plainMakeDraft(services().from, "pages", {
        ...other,
        parent: oneId,
      });
      await plainChange(services().from, `pages/${oneId}?status=draft`, { parent: otherId });
      const copying = new Copying({ urls: { to: proxy.url } });
      const plan = await copying.plan(await copying.compare({ pages: [oneId, otherId] }));
      assert.ok(await cutAt(1, { kind: "answer dropped" }, { copying, plan, proxy }));
      const [madeFirst] = plan.planned;
      const first = madeFirst?.document.fromId === oneId ? firstPage : other;
      return { copying, ids: [oneId, otherId], firstPage, other, first };
    }

    it("a resumed copy takes no write of its own whose answer was lost for an edit of the target", async () => {
      const { copying, ids, firstPage, other } = await cutPair();

      assert.deepEqual(await copying.copy({ pages: ids }), ["done", "done"]);
      for (const [mine, parent] of [
        [firstPage, other],
        [other, firstPage],
      ] as const) {
        const targetPage = await copied("pages", mine.slug, withParent);
        assert.deepEqual(slugsIn(targetPage?.["parent"]), parent.slug);
      }
    });

    /** As an administrator, whose copies create documents empty, and whose contents are lost. */
    async function copyOnlyEmpty(type: string, id: string): Promise<Copying> {
      const { to } = services();
      const proxy = await startFaultyProxy(to.url);
      proxies.push(proxy);
      const copying = new Copying({ urls: { to: proxy.url } });
      copying.model.logins.push(to.admin);
      must(await copying.model.administrators.call(copying.ids.to, (admin) => admin.me()));
      const plan = await copying.plan(await copying.compare({ [type]: [id] }));
      proxy.meet(({ method }) => (method === "PUT" ? { kind: "request dropped" } : undefined));
      await copying.run(plan);
      proxy.meet(() => undefined);
      return copying;
    }

    it("a resumed copy completes a document that was cut while it was still empty", async () => {
      const { from } = services();
      const data = titled("Empty", { summary: "Kept" });
      const id = await plainMakeDraft(from, "pages", data);
      const copying = await copyOnlyEmpty("pages", id);

      assert.deepEqual(await copying.copy({ pages: [id] }), ["done"]);
      assert.equal((await copied("pages", data.slug))?.["summary"], "Kept");
    });

    it("a resumed copy completes the target of a relation that was cut while it was still empty", async () => {
      const { from, to } = services();
      const name = unique("Empty");
      const author = await plainMakeDraft(from, "authors", { name });
      const id = await plainMakeDraft(from, "articles", titled("Empty", { author }));
      const copying = await copyOnlyEmpty("articles", id);

      const later = new Copying({ pairs: copying.store });
      assert.deepEqual(await later.copy({ articles: [id] }), ["done", "done"]);
      assert.equal((await plainRead(to, `authors/${author}?status=draft`))["name"], name);
    });

    it("a new document that was cut before it was verified is no edit of the target", async () => {
      const { from, to } = services();
      const proxy = await startFaultyProxy(to.url);
      proxies.push(proxy);
      const author = await plainMakeDraft(from, "authors", { name: unique("By") });
      const firstId = await plainMakeDraft(from, "articles", titled("Cut", { author }));
      const other = await plainMakeDraft(
        from,
        "articles",
        titled("Cut", { author, related: [firstId] }),
      );
      await plainChange(from, `articles/${firstId}?status=draft`, { related: [other] });
      const copying = new Copying({ urls: { to: proxy.url } });
      const plan = await copying.plan(await copying.compare({ articles: [firstId, other] }));
      const pairs = new PairsInMemory();
      let writes = 0;
      proxy.meet(({ method }) => {
        if (method !== "GET") writes += 1;
        if (writes < 3 || method !== "GET") return undefined;
        if (pairs.storedLines.length === 0) pairs.storedLines.push(...copying.store.storedLines);
        return { kind: "request dropped" };
      });
      await copying.run(plan);

      const { rows } = await new Copying({ pairs }).compare({ articles: [firstId, other] });

      assert.deepEqual(rows.map(verdictOf).sort(), ["different", "same"]);
    });

    it("a resumed copy keeps an edit of the target in a document whose answer was lost", async () => {
      const { copying, ids, first } = await cutPair();
      const targetId = textIn((await copied("pages", first.slug)) ?? {}, "documentId");
      await plainChange(services().to, `pages/${targetId}?status=draft`, { summary: "Theirs" });

      const comparison = await copying.compare({ pages: ids });
      assert.deepEqual(comparison.rows.map(verdictOf).sort(), ["new", "newer-there"]);
      await copying.run(await copying.plan(comparison));
      assert.equal((await copied("pages", first.slug))?.["summary"], "Theirs");
    });

    it("a later copy knows who changed a document whose answer was lost, once it is compared again", async () => {
      const { copying, ids, first } = await cutPair();
      await copying.copy({ pages: ids });
      const targetId = textIn((await copied("pages", first.slug)) ?? {}, "documentId");
      await plainChange(services().to, `pages/${targetId}?status=draft`, { summary: "Theirs" });
      for (const id of ids)
        await plainChange(services().from, `pages/${id}?status=draft`, { position: 2 });

      const later = new Copying({ pairs: copying.store });
      assert.deepEqual(await later.copy({ pages: ids }), ["done", "done"]);
      const { summary, position } = (await copied("pages", first.slug)) ?? {};
      assert.deepEqual([summary, position], ["Theirs", 2]);
    });

    const faults: readonly Fault[] = [{ kind: "request dropped" }, { kind: "answer dropped" }];
    for (const fault of faults) {
      itLong(
        `a copy resumes to the same content after a write was cut (${fault.kind})`,
        async () => {
          // Each write is cut once. The last copy ends. `npm test` has the cuts of cutRuns.test.ts.
          for (let write = 1, isCut = true; isCut; write += 1) {
            const source = services().from;
            const proxy = await startFaultyProxy(services().to.url);
            proxies.push(proxy);
            const tag = titled("Tag");
            const tagId = await plainMakeDraft(source, "tags", nameOf(tag));
            const [firstArticle, other] = [titled("Cut"), titled("Cut")];
            const oneId = await plainMakeDraft(source, "articles", {
              ...firstArticle,
              tags: [tagId],
            });
            const otherId = await plainMakeDraft(source, "articles", {
              ...other,
              related: [oneId],
            });
            const path = `articles/${oneId}?status=draft`;
            await plainChange(source, path, { related: [otherId] });
            const copying = new Copying({ urls: { to: proxy.url } });
            const plan = await copying.plan(await copying.compare({ articles: [oneId] }));

            isCut = await cutAt(write, fault, { copying, plan, proxy });
            await resume(copying, { articles: [oneId, otherId], tags: [tagId] });

            const targetArticles = await Promise.all(
              [firstArticle, other].map(({ slug }) => copied("articles", slug, relations)),
            );
            assert.deepEqual(
              targetArticles.map((document) => [
                slugsIn(document?.["related"]),
                slugsIn(document?.["tags"]),
              ]),
              [
                [[other.slug], [tag.slug]],
                [[firstArticle.slug], []],
              ],
              `cut at write ${write}`,
            );
          }
        },
      );
    }
  });
});
