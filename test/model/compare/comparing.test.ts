import assert from "node:assert/strict";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import type {
  CompareOptions,
  CompareProgress,
  CompareRequest,
} from "../../../src/model/compare/comparisonRun.ts";
import type { ComparedRow, Comparison } from "../../../src/model/compare/comparison.ts";
import { digestOf } from "../../../src/model/compare/portableForm.ts";
import { DocumentPairs } from "../../../src/model/compare/documentPairs.ts";
import { keyCandidates } from "../../../src/model/compare/keyCandidates.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import { verdictOf } from "../../../src/model/copy/copySelection.ts";
import type { ChosenRow } from "../../../src/model/copy/copySelection.ts";
import type { BatchTarget } from "../../../src/model/batch/batchTarget.ts";
import { countRequests } from "../check/requestCount.ts";
import type { RequestCount } from "../check/requestCount.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { must } from "../outcomes.ts";
import { changeDatabase } from "../../services/changeDatabase.ts";
import { openBoth, useTwoServices } from "../twoServices.ts";
import { plainFirst, plainList, plainRead, plainRequest } from "../../support/plainHttp.ts";
import { plainChange, plainDelete, plainMake, plainMakeDraft } from "../../support/plainWrites.ts";

type Both = ReturnType<typeof openBoth>;

interface Given extends Partial<Omit<CompareRequest, "from" | "to">>, CompareOptions {
  readonly type?: string;
}

/** Compares a collection, or what a test chooses. */
async function compared(
  { model, from, to }: Both,
  { type = "articles", target, version, ...options }: Given = {},
): Promise<Comparison> {
  const whole: BatchTarget = { kind: "matching", collection: { connection: from, type } };
  const request = { from, to, target: target ?? whole, ...(version && { version }) };
  return must(await compare(request, options, model));
}

/** The rows that are not the same, as `kind title names`, sorted. */
const describeRows = ({ rows }: Comparison): string[] =>
  rows
    .filter(({ kind }) => kind !== "same")
    .map(({ kind, title, differences = [], unclear }) =>
      [
        kind,
        title,
        ...differences.map((difference) =>
          difference.kind === "locale"
            ? `-${difference.locale}@${difference.lackedBy}`
            : [
                difference.name,
                ...(difference.locale === undefined ? [] : [difference.locale]),
              ].join("."),
        ),
        ...(unclear ? [unclear.why] : []),
      ].join(" "),
    )
    .sort();

const rowOf = ({ rows }: Comparison, title: string): ComparedRow => {
  const row = rows.find((candidate) => candidate.title === title);
  assert.ok(row, title);
  return row;
};

const selected = (connection: string, type: string, ...ids: string[]): BatchTarget => ({
  kind: "selected",
  items: ids.map((id) => ({ address: { connection, type, id }, title: id })),
});

const articlesWith = ({ from }: Both, filter: JsonObject): BatchTarget => ({
  kind: "matching",
  collection: { connection: from, type: "articles" },
  filter,
});

const types = [
  ["articles", "authors", "categories", "pages", "tags"],
  ["homepage", "site-setting"],
].flat();

describe("Comparison of equal services", () => {
  const services = useTwoServices();
  const comparisons = new Map<string, Comparison>();
  /** The requests of the comparison of articles, and its progress. */
  let requests: RequestCount;
  const steps: CompareProgress[] = [];
  before("compare all types", async () => {
    const both = openBoth();
    // Articles come last, so that the schema has been read.
    for (const type of types.filter((name) => name !== "articles"))
      comparisons.set(type, await compared(both, { type }));
    requests = await countRequests(async () => {
      const onProgress = (progress: CompareProgress) => void steps.push(progress);
      comparisons.set("articles", await compared(both, { onProgress }));
    });
  });

  it("a comparison of equal services finds every document the same, in all types", () => {
    assert.deepEqual([...comparisons.keys()].sort(), types.toSorted());
    for (const [type, comparison] of comparisons) {
      assert.deepEqual(describeRows(comparison), [], type);
      assert.ok(comparison.counts.same > 0, type);
      assert.deepEqual(
        comparison.leftOut.filter(({ code }) => code !== "users" && code !== "unseen"),
        [],
        type,
      );
    }
  });

  it("a comparison names the private attributes and the relations to users that it leaves out", async () => {
    const both = openBoth();
    const { documentId } = await plainFirst(
      services().from,
      "articles?status=draft&sort=documentId",
    );
    const { leftOut } = await compared(both, {
      target: selected(both.from, "articles", documentId),
    });
    const owner = "api::article.article";
    assert.deepEqual(leftOut, [
      { code: "unseen", owner, name: "previewPassword" },
      { code: "unseen", owner, name: "internalNote" },
      { code: "users", owner, name: "editor" },
    ]);
  });

  it("a comparison leaves out a type that a service denies, and compares the others", async () => {
    const { from: source, to: target } = services();
    const [author, tag] = await Promise.all([
      plainFirst(source, "authors?status=draft&sort=name"),
      plainFirst(source, "tags?status=draft&sort=name"),
    ]);
    const denied = (side: "from" | "to", { url, apiPrefix }: typeof source) => ({
      ...{ code: "denied", type: "api::author.author", side },
      call: `${url}/${apiPrefix}/authors`,
    });
    for (const [tokens, expected] of [
      [{ to: target.tokens.custom }, denied("to", target)],
      [{ from: source.tokens.custom }, denied("from", source)],
    ] as const) {
      const both = openBoth({ tokens });
      const items = [
        selected(both.from, "authors", author.documentId),
        selected(both.from, "tags", tag.documentId),
      ];
      const comparison = await compared(both, {
        target: {
          kind: "selected",
          items: items.flatMap((group) => ("items" in group ? group.items : [])),
        },
      });
      assert.deepEqual([comparison.counts.same, comparison.rows.length], [1, 1]);
      assert.deepEqual(
        comparison.leftOut.map((part) =>
          part.code === "denied" ? { ...part, call: part.call.url.replace(/\?.*/, "") } : part,
        ),
        [expected],
      );
    }
  });

  it("a comparison sends at most two requests at a time to each service, and reads in pages", async () => {
    const { from } = services();
    const { all, atOnce } = requests;
    const same = comparisons.get("articles")?.counts.same ?? 0;
    assert.ok(atOnce <= 4, `${atOnce} at once`);
    const { body } = await plainRequest(from, "GET", "articles?pagination[pageSize]=100");
    const { meta } = body as {
      readonly meta: { readonly pagination: { readonly pageSize: number } };
    };
    // Pages of several locales overlap by a document.
    const pages = Math.ceil((same * 2) / (meta.pagination.pageSize - 1));
    assert.ok(all <= 2 * (pages + 2), `${all} requests`);
    assert.deepEqual(steps.at(-1), { type: "api::article.article", from: same, to: same });
  });

  it("a comparison returns nothing if it is cancelled", async () => {
    const { model, from, to } = openBoth();
    const target: BatchTarget = {
      kind: "matching",
      collection: { connection: from, type: "articles" },
    };
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const { signal } = controller;
    const [failure] = await compare({ from, to, target }, { signal, onProgress }, model);
    assert.deepEqual(failure, { code: "declined" });
  });

  it("a comparison leaves out what the credential of a side may not read, and names the permission", async () => {
    const both = openBoth({ tokens: { to: services().to.tokens.custom } });
    const { documentId } = await plainFirst(
      services().from,
      "articles?status=draft&sort=documentId",
    );
    const target = selected(both.from, "articles", documentId);
    const comparison = await compared(both, { target });
    const unread = comparison.leftOut.filter((omission) => omission.code === "unread");
    assert.deepEqual(describeRows(comparison), []);
    assert.deepEqual(
      unread.find(({ path }) => path === "author"),
      {
        ...{ code: "unread", type: "api::article.article", path: "author", side: "to" },
        ...{ why: "permission", permission: "author.find", documents: 1 },
      },
    );
    assert.ok(unread.every(({ side }) => side === "to"));
    assert.deepEqual(comparison.rows.map(verdictOf), ["same-as-read"]);
  });
});

describe("Comparison of different services", () => {
  const services = useTwoServices();
  const slug = `compared-${process.pid}`;

  it("a comparison of a connection lists the differences of all types, without the collections' filters", async () => {
    const both = openBoth();
    const [category, tag] = [`cups-${Date.now()}`, `warm-${Date.now()}`];
    const { from } = services();
    const newIds = {
      categories: await plainMakeDraft(from, "categories", { name: category, slug: category }),
      tags: await plainMakeDraft(from, "tags", { name: tag, slug: tag }),
    };
    const collection = { connection: both.from, type: "tags" };
    both.model.lists.changeListQuery(collection, { filter: { name: { $eq: "None" } } });
    const types = new Set<string>();
    const onProgress = ({ type }: CompareProgress) => void types.add(type);

    const comparison = await compared(both, {
      target: { kind: "connection", connection: both.from },
      onProgress,
    });

    for (const [type, id] of Object.entries(newIds)) await plainDelete(from, `${type}/${id}`);
    const titles = comparison.rows.map(({ title }) => title);
    assert.deepEqual([titles.includes(category), titles.includes(tag)], [true, true]);
    assert.ok(types.has("api::tag.tag") && types.has("api::article.article"), [...types].join());
    assert.ok(comparison.leftOut.every((part) => !("name" in part) || part.name !== ""));
    assert.ok(comparison.typeNames.has("api::homepage.homepage"));
  });

  it("a comparison finds exactly the documents that differ, in both directions", async () => {
    const { from, to } = services();
    const type = "pages";
    const changed = await plainFirst(
      to,
      `${type}?status=draft&pagination[pageSize]=1&sort=documentId:asc`,
    );
    const title = textIn(changed, "title");
    await plainChange(to, `pages/${changed.documentId}?status=draft`, { summary: "Changed" });
    await plainMakeDraft(from, "pages", { title: "Only in the source", slug: `${slug}-1` });
    await plainMakeDraft(to, "pages", { title: "Only in the target", slug: `${slug}-2` });

    const forward = await compared(openBoth(), { type });
    const backward = await compared(openBoth({ isReversed: true }), { type });

    assert.deepEqual(
      describeRows(forward),
      [
        `different ${title} summary.en`,
        "new Only in the source",
        "only-there Only in the target",
      ].sort(),
    );
    assert.deepEqual(
      describeRows(backward),
      [
        `different ${title} summary.en`,
        "new Only in the target",
        "only-there Only in the source",
      ].sort(),
    );
    assert.deepEqual(forward.counts, backward.counts);
    assert.equal(rowOf(forward, title).isTargetNewer, true);
    assert.equal(rowOf(backward, title).isTargetNewer, undefined);
    const preselected = ({ row }: ChosenRow) => row.title;
    assert.deepEqual(defaultRows(forward).map(preselected), ["Only in the source"]);
    assert.deepEqual(defaultRows(backward).map(preselected), ["Only in the target"]);
  });

  it("a localization that was edited after a copy is newer, also if the copy wrote another one later", async () => {
    const { from, to } = services();
    const type = "articles";
    const data = { title: `Later ${process.pid}`, slug: `${slug}-later`, kicker: "Copied" };
    const pathsOf = (id: string) =>
      ["en", "fr"].map((locale) => `${type}/${id}?status=draft&locale=${locale}`);
    const sourceId = await plainMakeDraft(from, type, data);
    const targetId = await plainMakeDraft(to, type, data);
    const [, sourceFrench = ""] = pathsOf(sourceId);
    const [targetEnglish = "", targetFrench = ""] = pathsOf(targetId);
    await plainChange(from, sourceFrench, { ...data, slug: `${slug}-later-fr` });
    const copied = await plainRead(to, targetEnglish);
    await plainChange(to, targetEnglish, { kicker: "Edited" });
    const french = await plainChange(to, targetFrench, { ...data, slug: `${slug}-later-fr` });
    const both = openBoth();
    const pairs = await DocumentPairs.load({ from: both.from, to: both.to });
    const at = {
      en: Date.parse(textIn(copied, "updatedAt")),
      fr: Date.parse(textIn(french, "updatedAt")),
    };
    const written = { side: "to", at } as const;
    const uid = "api::article.article";
    await pairs.remember({ type: uid, from: sourceId, to: targetId, base: {}, written });

    const comparison = await compared(both, {
      type,
      target: selected(both.from, type, sourceId),
      pairs,
    });

    const row = rowOf(comparison, data.title);
    assert.deepEqual([row.kind, row.names, row.isTargetNewer], ["different", ["kicker"], true]);
  });

  it("a difference between documents with equal ids is a conflict if either side may have made it", async () => {
    const { from, to } = services();
    const drafts = await plainList(to, "tags?status=draft&pagination[pageSize]=2&sort=id:desc");
    const tags = drafts.map((tag) => ({ documentId: tag.documentId, name: textIn(tag, "name") }));
    const [both, uneditedTag] = tags;
    assert.ok(both && uneditedTag);
    for (const service of [from, to]) {
      const unedited = "UPDATE tags SET created_at = updated_at WHERE document_id = ?";
      await changeDatabase(service, unedited, uneditedTag.documentId);
    }
    const change = (service: typeof from, { documentId }: typeof uneditedTag, data: object) =>
      plainChange(service, `tags/${documentId}?status=draft`, data);
    await change(from, uneditedTag, { slug: `${slug}-certain` });
    await change(to, both, { name: `${slug} there` });
    await change(from, both, { slug: `${slug}-here` });

    const forward = await compared(openBoth(), { type: "tags" });
    const back = await compared(openBoth({ isReversed: true }), { type: "tags" });

    const sinceOf = ({ differences = [] }: ComparedRow) =>
      differences.map(
        (difference) => difference.kind === "attribute" && `${difference.name} ${difference.since}`,
      );
    const row = rowOf(forward, both.name);
    assert.deepEqual([row.conflict, sinceOf(row)], [true, ["name either", "slug either"]]);
    // One side was never edited after the creation that both share.
    assert.deepEqual(sinceOf(rowOf(forward, uneditedTag.name)), ["slug from"]);
    assert.deepEqual(
      [forward, back].map((comparison) =>
        defaultRows(comparison).map(({ row: { title } }) => title),
      ),
      [[uneditedTag.name], []],
    );
    assert.equal(verdictOf(rowOf(back, uneditedTag.name)), "changed-there");
  });

  it("a comparison matches by key where the documentIds differ, with relations and localizations", async () => {
    const { from, to } = services();
    const ids: string[] = [];
    for (const service of [from, to]) {
      const tag = await plainMake(service, "tags", { name: `${slug}-tag`, slug: `${slug}-tag` });
      const data = { title: "Same by key", slug: `${slug}-key`, tags: [tag] };
      const id = await plainMakeDraft(service, "articles", data);
      await plainChange(service, `articles/${id}?status=draft&locale=fr`, {
        ...{ title: "Pareil", slug: `${slug}-cle` },
      });
      ids.push(id);
    }
    const [fromId = "", toId = ""] = ids;
    const both = openBoth();
    const options = { target: selected(both.from, "articles", fromId) };

    const { rows } = await compared(both, options);
    assert.equal(rows.length, 1);
    assert.deepEqual(
      [rows[0]?.kind, rows[0]?.toId, rows[0]?.locales],
      ["same", toId, ["en", "fr"]],
    );

    await plainChange(to, `articles/${toId}?status=draft&locale=fr`, { summary: "Autre" });
    assert.deepEqual(describeRows(await compared(both, options)), [
      "different Same by key summary.fr",
    ]);
    await plainDelete(to, `articles/${toId}?locale=fr`);
    assert.deepEqual(describeRows(await compared(both, options)), ["different Same by key -fr@to"]);
    const english = { target: { ...options.target, locales: ["en"] } };
    assert.deepEqual(describeRows(await compared(both, english)), []);
  });

  it("a comparison matches documents with an equal documentId although their key was changed", async () => {
    const { to } = services();
    const author = await plainFirst(
      to,
      "authors?status=draft&pagination[pageSize]=1&filters[articles][id][$notNull]=true",
    );
    await plainChange(to, `authors/${author.documentId}?status=draft`, {
      slug: `${slug}-renamed`,
    });
    const both = openBoth();
    const authors = await compared(both, { type: "authors" });
    assert.deepEqual(describeRows(authors), [`different ${textIn(author, "name")} slug`]);
    const ofAuthor = { author: { documentId: { $eq: author.documentId } } };
    const articles = await compared(both, { target: articlesWith(both, ofAuthor) });
    assert.ok(articles.counts.same > 0);
    assert.ok(!articles.rows.some(({ names = [] }) => names.includes("author")));
  });

  it("a comparison leaves a document unclear if another one of the target has its key", async () => {
    const { from, to } = services();
    const tag = await plainFirst(from, "tags?status=draft&pagination[pageSize]=1&sort=id:asc");
    const [name, key] = [textIn(tag, "name"), textIn(tag, "slug")];
    await plainChange(to, `tags/${tag.documentId}?status=draft`, { slug: `${slug}-old` });
    await plainMakeDraft(to, "tags", { name: `${slug}-other`, slug: key });
    const both = openBoth();
    const target = selected(both.from, "tags", tag.documentId);
    assert.deepEqual(describeRows(await compared(both, { target })), [
      `unclear ${name} contradiction`,
    ]);
    const reversed = openBoth({ isReversed: true });
    const reversedTarget = selected(reversed.from, "tags", tag.documentId);
    assert.deepEqual(describeRows(await compared(reversed, { target: reversedTarget })), [
      `unclear ${name} taken`,
    ]);
  });

  it("a comparison with a filter includes what matches on either side, and looks up the rest", async () => {
    const { from, to } = services();
    const [mark, id] = [`${slug}-filter`, `${slug}-filtered`];
    await plainMakeDraft(from, "articles", { title: "Filtered", slug: id, kicker: mark });
    await plainMakeDraft(to, "articles", { title: "Filtered", slug: id, kicker: "Other" });
    await plainMakeDraft(to, "articles", { title: "Only there", kicker: mark });
    const both = openBoth();
    const filter = { kicker: { $eq: mark } };
    const target = (connection: string): BatchTarget => ({
      kind: "matching",
      collection: { connection, type: "articles" },
      filter,
    });
    assert.deepEqual(describeRows(await compared(both, { target: target(both.from) })), [
      "different Filtered kicker.en",
      "only-there Only there",
    ]);
    const reversed = openBoth({ isReversed: true });
    // The document exists in the source, where the filter does not choose it.
    assert.deepEqual(describeRows(await compared(reversed, { target: target(reversed.from) })), [
      "new Only there",
    ]);
  });

  it("a comparison with a search includes what contains the text, with `_` as a letter", async () => {
    const { from: source } = services();
    await plainMake(source, "tags", { name: "Compared 100_000" });
    await plainMake(source, "tags", { name: "Compared 100x000" });
    const both = openBoth();
    const collection = { connection: both.from, type: "tags" };
    const target: BatchTarget = { kind: "matching", collection };
    both.model.lists.changeListQuery(collection, { search: "compared 100_000" });
    assert.deepEqual(describeRows(await compared(both, { target })), ["new Compared 100_000"]);
  });

  it("a comparison reads the published version of the source if requested", async () => {
    const { from } = services();
    const both = openBoth();
    const before = await plainFirst(from, `articles?status=draft&filters[slug]=${slug}-key`);
    const id = before.documentId;
    await plainChange(from, `articles/${id}?status=draft`, { kicker: "Draft" });
    const target = selected(both.from, "articles", id);
    const unpublished = await compared(both, { target, version: "published" });
    assert.deepEqual(
      [unpublished.rows, unpublished.leftOut.filter(({ code }) => code === "not-published")],
      [[], [{ code: "not-published", type: "api::article.article", documentId: id }]],
    );
    await plainMake(from, "articles", { title: "Live", slug: `${slug}-live` });
    const all = await compared(both, {
      target: articlesWith(both, { slug: { $startsWith: slug } }),
      version: "published",
    });
    const titles = all.rows.map(({ title }) => title);
    assert.deepEqual([titles.includes("Live"), titles.includes("Same by key")], [true, false]);
  });

  it("a comparison says which side changed since the last copy", async () => {
    const both = openBoth();
    const { from, to } = both;
    const first = await compared(both, { type: "authors" });
    const newest = "authors?status=draft&pagination[pageSize]=1&sort=id:desc";
    const author = await plainFirst(services().from, newest);
    const { fromId = "", toId = "", title } = rowOf(first, textIn(author, "name"));
    for (const [service, basedIn] of [
      [services().from, "Here"],
      [services().to, "There"],
    ] as const) {
      await plainChange(service, `authors/${toId}?status=draft`, { basedIn });
    }
    const expected = { Here: "to", There: "from", Earlier: "both" } as const;
    for (const [base, since] of Object.entries(expected)) {
      const pairs = await DocumentPairs.load({ from, to });
      const digests = { "": { basedIn: digestOf(base) } };
      await pairs.remember({ type: "api::author.author", from: fromId, to: toId, base: digests });
      const row = rowOf(await compared(both, { type: "authors", pairs }), title);
      assert.equal(row.toId, toId);
      assert.equal(row.conflict === true, since === "both");
      assert.deepEqual(
        row.differences?.filter(
          (difference) => difference.kind === "attribute" && difference.name === "basedIn",
        ),
        [{ kind: "attribute", name: "basedIn", since }],
      );
    }
  });

  it("a comparison shows both sides of a row in portable form", async () => {
    const both = openBoth();
    const byKey = articlesWith(both, { title: { $eq: "Same by key" } });
    const comparison = await compared(both, { target: byKey });
    const { from, to } = must(await comparison.sides(rowOf(comparison, "Same by key")));
    const [mine, theirs] = [from, to].map((text) => JSON.parse(text ?? "") as JsonSides);
    assert.deepEqual(Object.keys(mine ?? {}), ["en", "fr"]);
    assert.deepEqual(Object.keys(theirs ?? {}), ["en"]);
    assert.deepEqual(mine?.["en"]?.["tags"], [{ slug: `${slug}-tag` }]);
    assert.ok(!/documentId|updatedAt|127\.0\.0\.1/.test([from, to].join()));
    const pages = await compared(both, { type: "pages" });
    const only = must(await pages.sides(rowOf(pages, "Only in the source")));
    assert.equal(only.to, null);
    assert.match(String(only.from), /Only in the source/);
  });
});

type JsonSides = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

describe("Chosen keys", () => {
  const services = useTwoServices();
  const type = "api::author.author";

  /** Creates authors with a name and a place; returns their documentIds. */
  const makeAuthors = (side: "from" | "to", ...all: readonly (readonly [string, string])[]) =>
    Promise.all(
      all.map(([name, basedIn]) =>
        plainMake(services()[side], "authors", {
          name,
          slug: `${side}-${name.replaceAll(" ", "-")}`,
          basedIn,
        }),
      ),
    );

  it("chosen keys match documents, are the same in both directions, and can be removed", async () => {
    const both = openBoth();
    const [oneId = ""] = await makeAuthors("from", ["Keyed", "Keyed Town"]);
    const [otherId = ""] = await makeAuthors("to", ["Keyed", "Keyed Town"]);
    const target = selected(both.from, "authors", oneId);
    const pairs = await DocumentPairs.load(both);
    assert.deepEqual(describeRows(await compared(both, { target, pairs })), ["new Keyed"]);

    await pairs.chooseKey(type, "basedIn");

    const keyed = await compared(both, { target, pairs });
    assert.deepEqual(
      keyed.rows.map(({ toId, names }) => [toId, names]),
      [[otherId, ["slug"]]],
    );
    assert.deepEqual([...keyed.keys], [[type, { name: "basedIn", isChosen: true }]]);
    await pairs.removeKey(type);
    const without = await compared(both, { target, pairs });
    assert.deepEqual(describeRows(without), ["new Keyed"]);
    assert.deepEqual([...without.keys], [[type, { name: "slug", isChosen: false }]]);
  });

  it("chosen keys leave documents unclear whose value several documents of a service have", async () => {
    const both = openBoth();
    const sourceAuthors = await makeAuthors(
      "from",
      ["Twice There", "Twin Town"],
      ["Twice Here", "Same Town"],
      ["Again Here", "Same Town"],
      ["Only Here", ""],
    );
    await makeAuthors("to", ["Twin", "Twin Town"], ["Double", "Twin Town"], ["Same", "Same Town"]);
    const pairs = await DocumentPairs.load(both);
    await pairs.chooseKey(type, "basedIn");

    const target = selected(both.from, "authors", ...sourceAuthors);

    assert.deepEqual(describeRows(await compared(both, { target, pairs })), [
      "new Only Here",
      "unclear Again Here taken",
      "unclear Twice Here taken",
      "unclear Twice There several",
    ]);
    assert.deepEqual(defaultRows(await compared(both, { target, pairs })).length, 1);
  });

  it("keys are offered with examples, those that identify every document first", async () => {
    const both = openBoth();
    await makeAuthors("from", ["First", "One Town"], ["Second", "One Town"]);
    await makeAuthors("to", ["First", ""]);
    const comparison = await compared(both, { type: "authors" });

    const { candidates } = must(await keyCandidates(comparison, type, undefined, both.model));

    const byName = new Map(candidates.map((candidate) => [candidate.name, candidate]));
    assert.deepEqual([...byName.keys()].sort(), ["basedIn", "email", "name", "slug"]);
    const [best] = candidates;
    assert.ok(best && best.missing + best.duplicates === 0);
    const basedIn = byName.get("basedIn");
    assert.ok(basedIn && basedIn.duplicates >= 2 && basedIn.missing >= 1);
    assert.ok(basedIn.examples.length > 0);
  });
});
