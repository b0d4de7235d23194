import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { Service } from "../../support/service.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import { describeService } from "../../services/descriptions.ts";
import { Copying } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList } from "../../support/plainHttp.ts";
import {
  plainChange,
  plainMakeDraft,
  plainPublish,
  plainUpload,
} from "../../support/plainWrites.ts";

const relations = [
  "populate[related][fields][0]=slug",
  "populate[sequel][fields][0]=slug",
  "populate[sections][on][sections.reading-list][populate][articles][fields][0]=slug",
].join("&");

const slugsIn = (value: unknown): string[] =>
  [value ?? []].flat().map((document) => textIn(document as JsonObject, "slug"));

const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

/** The relations of a version, such as `related some-slug`. */
async function relationsOf(service: Service, slug: string, status: string): Promise<string[]> {
  const query = `articles?filters[slug][$eq]=${slug}&status=${status}&${relations}`;
  const [document] = await plainList(service, query);
  const { related, sequel, sections } = document ?? ({} as JsonObject);
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

describe("Copy that publishes", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  it("a copy publishes no draft that somebody changes while another document is published", async () => {
    const { from, to } = services();
    const slugs = ["one", "other"].map((word) => unique(word).replaceAll(" ", "-"));
    const ids: string[] = [];
    for (const slug of slugs) ids.push(await plainMakeDraft(from, "pages", { title: slug, slug }));
    for (const id of ids) await plainPublish(from, `pages/${id}`);
    const proxy = await startFaultyProxy(to.url);
    const copying = new Copying({ urls: { to: proxy.url } });
    const plan = await copying.plan(await copying.compare({ pages: ids }), { publish: true });
    let changing: Promise<unknown> | undefined;
    const changeOther = async (target: string): Promise<void> => {
      const drafts = await Promise.all(
        slugs.map((slug) => plainList(to, `pages?status=draft&filters[slug]=${slug}`)),
      );
      const other = drafts.flat().find((draft) => !target.includes(textIn(draft, "documentId")));
      const path = `pages/${textIn(other ?? {}, "documentId")}?status=draft`;
      await plainChange(to, path, { summary: "Theirs" });
    };
    proxy.meet(({ method, target }) => {
      if (method === "PUT" && target.includes("status=published")) changing ??= changeOther(target);
      return changing ? { kind: "request delayed", milliseconds: 200 } : undefined;
    });

    const { published } = await copying.run(plan);
    await changing;
    await proxy.stop();

    assert.deepEqual(published.map(({ outcome }) => outcome).sort(), ["done", "skipped"]);
    const live = await Promise.all(
      slugs.map((slug) => plainList(to, `pages?filters[slug]=${slug}`)),
    );
    assert.equal(live.flat().length, 1);
  });

  it("a copy that publishes keeps each relation of documents that refer to each other, or names it", async () => {
    const { from, to } = services();
    const slugs = ["one", "other"].map((word) => unique(word).replaceAll(" ", "-"));
    const ids: string[] = [];
    for (const slug of slugs)
      ids.push(await plainMakeDraft(from, "articles", { title: slug, slug }));
    const [firstId = "", other = ""] = ids;
    await plainChange(from, `articles/${firstId}?status=draft`, {
      ...{ related: [other], sequel: other },
      sections: [readingList(firstId, other)],
    });
    await plainChange(from, `articles/${other}?status=draft`, {
      ...{ related: [firstId], sequel: firstId },
      sections: [readingList(firstId)],
    });
    for (const id of ids) await plainPublish(from, `articles/${id}`);
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

  const makePage = async (): Promise<{ readonly id: string; readonly slug: string }> => {
    const slug = unique("published").replaceAll(" ", "-");
    return { id: await plainMakeDraft(services().from, "pages", { title: slug, slug }), slug };
  };

  const change = (service: Service, id: string, summary: string): Promise<unknown> =>
    plainChange(service, `pages/${id}?status=draft`, { summary });

  const publish = (service: Service, id: string, locale = "en"): Promise<unknown> =>
    plainPublish(service, `pages/${id}?locale=${locale}`);

  /** What a copy of pages would publish, and what it would write. */
  async function planned(copying: Copying, ids: readonly string[]) {
    const comparison = await copying.compare({ pages: ids }, "draft", { publishes: true });
    if (defaultRows(comparison).length === 0) return { publishing: [], written: 0 };
    const plan = await copying.plan(comparison, { publish: true });
    const publishing = plan.publishing.map(({ document }) => document.fromId);
    return { plan, publishing, written: plan.planned.length };
  }

  const publishedSummary = async (slug: string): Promise<unknown> => {
    const [page] = await plainList(services().to, `pages?filters[slug][$eq]=${slug}`);
    return page ? (page["summary"] ?? null) : undefined;
  };

  it("a copy publishes what an earlier copy left as drafts, once", async () => {
    const { id, slug } = await makePage();
    await publish(services().from, id);
    const copying = new Copying();
    await copying.copy({ pages: [id] });
    assert.equal(await publishedSummary(slug), undefined);

    const { plan, ...planSummary } = await planned(copying, [id]);
    assert.deepEqual(planSummary, { publishing: [id], written: 0 });
    assert.ok(plan);
    const { published } = await copying.run(plan);

    assert.deepEqual(
      published.map(({ outcome }) => outcome),
      ["done"],
    );
    assert.equal(await publishedSummary(slug), null);
    assert.deepEqual(await planned(copying, [id]), { publishing: [], written: 0 });
  });

  it("a copy publishes again what the target published before a copy changed its draft", async () => {
    const { id, slug } = await makePage();
    await publish(services().from, id);
    const copying = new Copying();
    await copying.copy({ pages: [id] }, { publish: true });
    await change(services().from, id, "New");
    await publish(services().from, id);
    await copying.copy({ pages: [id] });
    assert.equal(await publishedSummary(slug), null);

    await copying.copy({ pages: [id] }, { publish: true });
    assert.equal(await publishedSummary(slug), "New");
  });

  it("a copy publishes what it brings along only if a published version refers to it", async () => {
    const { from, to } = services();
    const names = [unique("needed"), unique("draft")] as const;
    const ids: string[] = [];
    for (const name of names) {
      const author = await plainMakeDraft(from, "authors", {
        name,
        slug: name.replaceAll(" ", "-"),
      });
      await plainPublish(from, `authors/${author}`);
      const slug = `${name.replaceAll(" ", "-")}-article`;
      ids.push(await plainMakeDraft(from, "articles", { title: slug, slug, author }));
    }
    await plainPublish(from, `articles/${ids[0] ?? ""}`);
    const copying = new Copying();

    const comparison = await copying.compare({ articles: ids }, "draft", { publishes: true });
    await copying.run(await copying.plan(comparison, { publish: true }));

    const published = await Promise.all(
      names.map((name) => plainList(to, `authors?filters[name][$eq]=${encodeURIComponent(name)}`)),
    );
    assert.deepEqual(
      published.map((authors) => authors.length),
      [1, 0],
    );
  });

  it("a copy publishes the targets of relations that are equal, for the published version", async () => {
    const { from, to } = services();
    const name = unique("equal");
    const slug = name.replaceAll(" ", "-");
    const author = await plainMakeDraft(from, "authors", { name, slug });
    const id = await plainMakeDraft(from, "articles", { title: slug, slug, author });
    const copying = new Copying();
    await copying.copy({ articles: [id] });
    await plainChange(from, `articles/${id}?status=draft`, { kicker: "New" });
    await plainPublish(from, `authors/${author}`);
    await plainPublish(from, `articles/${id}`);

    await copying.copy({ articles: [id] }, { publish: true });

    const query = `articles?filters[slug][$eq]=${slug}&populate[author][fields][0]=slug`;
    const [published] = await plainList(to, query);
    assert.deepEqual([published?.["kicker"], slugsIn(published?.["author"])], ["New", [slug]]);
  });

  it("a copy brings along each localization that one of the localizations of a document needs", async () => {
    const { from, to } = services();
    const [referrer, target] = [await makePage(), await makePage()];
    const copying = new Copying();
    await copying.copy({ pages: [target.id] });
    const addFrench = (id: string, slug: string, data: JsonObject = {}) =>
      plainChange(from, `pages/${id}?status=draft&locale=fr`, {
        ...{ title: slug, slug: `${slug}-fr` },
        ...data,
      });
    await addFrench(target.id, target.slug);
    await plainChange(from, `pages/${referrer.id}?status=draft`, { parent: target.id });
    await addFrench(referrer.id, referrer.slug, { parent: target.id });
    for (const id of [target.id, referrer.id]) {
      await publish(from, id);
      await publish(from, id, "fr");
    }

    await copying.copy({ pages: [referrer.id] }, { publish: true });

    const inFrench = await plainList(
      to,
      `pages?locale=fr&filters[slug][$eq]=${referrer.slug}-fr&populate[parent][fields][0]=slug`,
    );
    assert.deepEqual(
      [inFrench.length, slugsIn(inFrench[0]?.["parent"])],
      [1, [`${target.slug}-fr`]],
    );
  });

  it("a copy publishes no drafts that the source has not published, or that differ", async () => {
    const { from, to } = services();
    const all = [await makePage(), await makePage(), await makePage()];
    const [, modified, edited] = all;
    const ids = all.map(({ id }) => id);
    for (const page of [modified, edited]) await publish(from, page?.id ?? "");
    await change(from, modified?.id ?? "", "Modified");
    const copying = new Copying();
    await copying.copy({ pages: ids });
    const path = `pages?status=draft&filters[slug][$eq]=${edited?.slug ?? ""}`;
    const [targetPage = {}] = await plainList(to, path);
    await change(to, textIn(targetPage, "documentId"), "Theirs");

    assert.deepEqual(await planned(copying, ids), { publishing: [], written: 0 });
  });

  it("a resumed copy publishes the other localization after it was cut between both", async () => {
    const { from, to } = services();
    const { id, slug } = await makePage();
    const french = { title: `${slug}-fr`, slug: `${slug}-fr` };
    await plainChange(from, `pages/${id}?status=draft&locale=fr`, french);
    for (const locale of ["en", "fr"]) await publish(from, id, locale);
    const proxy = await startFaultyProxy(to.url);
    const copying = new Copying({ urls: { to: proxy.url } });
    const comparison = await copying.compare({ pages: [id] }, "draft", { publishes: true });
    const plan = await copying.plan(comparison, { publish: true });
    const cut = new AbortController();
    let isPublishing = false;
    proxy.meet(({ method }) => {
      if (method !== "GET" && isPublishing) cut.abort();
      return undefined;
    });
    const onStage = (stage: string): void => {
      isPublishing ||= stage === "publishing";
    };
    await copying.copies.run(plan, { group: "copy-1", signal: cut.signal, onStage });
    await proxy.stop();
    const liveIn = (locale: string) =>
      plainList(to, `pages?locale=${locale}&filters[slug][$startsWith]=${slug}`);
    const live = await Promise.all(["en", "fr"].map(liveIn));
    assert.equal(live.flat().length, 1);

    const again = new Copying({ pairs: copying.store });
    await again.copy({ pages: [id] }, { publish: true });

    const now = await Promise.all(["en", "fr"].map(liveIn));
    assert.equal(now.flat().length, 2);
    assert.deepEqual(await planned(again, [id]), { publishing: [], written: 0 });
  });

  it("a copy announces each file, document and relation of a stage, so that each can wait", async () => {
    const { from } = services();
    const { id, slug } = await makePage();
    const file = await plainUpload(from, `${slug}.txt`);
    const other = await plainMakeDraft(from, "pages", {
      ...{ title: `${slug}-2`, slug: `${slug}-2` },
      ...{ parent: id, seo: { metaTitle: slug, shareImage: file.id } },
    });
    await plainChange(from, `pages/${id}?status=draft`, { parent: other });
    await publish(from, id);
    const copying = new Copying();
    const comparison = await copying.compare({ pages: [id, other] });
    const plan = await copying.plan(comparison, { publish: true });
    const heard: string[] = [];
    const hear = (word: string) => (index: number, total: number) => {
      heard.push(`${word} ${index} of ${total}`);
    };

    await copying.copies.run(plan, {
      group: "copy-1",
      onStage: (stage) => heard.push(stage),
      onItem: hear("item"),
      onLink: hear("link"),
    });

    assert.deepEqual(heard, [
      ...["uploading", "item 0 of 1"],
      ...["writing", "item 0 of 2", "item 1 of 2", "link 0 of 1"],
      ...["publishing", "item 0 of 1", "comparing"],
    ]);
  });
});
