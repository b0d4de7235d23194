import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { singleId } from "../../../src/model/foundation/address.ts";
import type { Comparison } from "../../../src/model/compare/comparison.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import type { CopyItem } from "../../../src/model/copy/copySource.ts";
import { verdictOf } from "../../../src/model/copy/copySelection.ts";
import { describeLeftOut } from "../../../src/texts/compare/comparisonWords.ts";
import {
  comparisonSummary,
  copyDetails,
  differenceWords,
  unpublishedWords,
} from "../../../src/texts/copy/copyWords.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { plainList, plainRequest } from "../../support/plainHttp.ts";
import { Copying, outcomesOf } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainMake, plainMakeDraft } from "../../support/plainWrites.ts";

const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

const article = (word: string, more: JsonObject = {}) => {
  const title = unique(word);
  return { title, slug: slugOf(title), ...more };
};

const names = { from: "Staging", to: "Production" };

const text = { __component: "sections.text", body: "Warm" };
const quote = { __component: "sections.quote", text: "Cold", speaker: "Ines" };

/** The schemas of a service, as if authors had no drafts. */
const withoutDrafts = (body: unknown): unknown => {
  const { data } = body as { readonly data: readonly { readonly uid: string; schema: object }[] };
  const changed = data.map((type) =>
    type.uid === "api::author.author"
      ? { ...type, schema: { ...type.schema, draftAndPublish: false } }
      : type,
  );
  return { data: changed };
};

/** The parts that a comparison names as unread, as `path side why permission documents`. */
const unreadIn = ({ leftOut }: Comparison): string[] =>
  leftOut
    .flatMap((part) =>
      part.code === "unread"
        ? [part.path, part.side, part.why, part.permission, part.documents].join(" ").trim()
        : [],
    )
    .sort();

describe("Copy of unread parts", function () {
  this.timeout(120_000);
  const services = useTwoServices();
  let faults: Faults;
  beforeEach(async () => {
    faults = await startFaults(services().from.url);
  });
  afterEach(() => faults.stop());

  const throughRoutes = () => new Copying({ urls: { from: faults.url } });
  /** The routes of a type overwrite the caller's populate, as a project's middleware can. */
  const populateBy = (type: string, populate: JsonObject) => {
    faults.reshape(new RegExp(`^GET /\\w+/${type}`), {
      query: (query) => ({ ...query, populate }),
    });
  };

  const sectionsOf = async (slug: string, type = "articles"): Promise<unknown> => {
    const [document] = await plainList(
      services().to,
      `${type}?status=draft&filters[slug][$eq]=${slug}&populate[sections]=true`,
    );
    return (document?.["sections"] as JsonObject[] | undefined)?.map(
      ({ __component: component }) => component,
    );
  };

  it("a comparison counts the documents of each unread part, and says that the route ignores populate", async () => {
    const ids = [
      await plainMakeDraft(services().from, "pages", article("One", { sections: [text] })),
      await plainMakeDraft(services().from, "pages", article("Two")),
    ];
    populateBy("pages", {});
    const copying = throughRoutes();

    const comparison = await copying.compare({ pages: ids });

    assert.deepEqual(unreadIn(comparison), [
      "leadArticle from route  2",
      "parent from route  2",
      "sections from route  2",
      "seo from route  2",
    ]);
    assert.deepEqual(
      comparison.rows.map(({ unread }) => unread?.map(({ path }) => path).sort()),
      Array(2).fill(["leadArticle", "parent", "sections", "seo"]),
    );
  });

  it("a copy never writes a zone from which the route of a collection omits entries", async () => {
    const data = article("Zone", { sections: [quote, text] });
    const id = await plainMakeDraft(services().from, "articles", data);
    populateBy("articles", { sections: { on: { "sections.text": true } } });

    const outcomes = await throughRoutes().copy({ articles: [id] });

    assert.deepEqual([outcomes, await sectionsOf(data.slug)], [["done"], []]);
  });

  it("a copied document with unread parts is the same only as far as it can be read", async () => {
    const data = article("Same", { sections: [text] });
    const id = await plainMakeDraft(services().from, "pages", data);
    populateBy("pages", {});
    const copying = throughRoutes();

    const plan = await copying.plan(await copying.compare({ pages: [id] }));
    const result = await copying.run(plan);
    const again = await copying.compare({ pages: [id] });

    assert.deepEqual(
      plan.lacking.map(({ unread }) => unread.map(({ path }) => path).sort()),
      [["leadArticle", "parent", "sections", "seo"]],
    );
    assert.deepEqual(outcomesOf(result), ["done"]);
    assert.deepEqual(
      again.rows.map((row) => [row.kind, verdictOf(row), row.unread?.length]),
      [["same", "same-as-read", 4]],
    );
    assert.equal(comparisonSummary(again.rows, names), "1 the same as far as they can be read");
    assert.deepEqual(
      copyDetails(plan, names, (uid) => uid).filter((line) => line.startsWith("Copies these")),
      [
        `Copies these without what Staging doesn't return: '${data.title}' (api::page.page): parent, leadArticle, seo, sections.`,
      ],
    );
  });

  it("a copy that publishes leaves a new document a draft if it lacks its zone", async () => {
    const author = await plainMakeDraft(services().from, "authors", { name: unique("Author") });
    const [whole, lacking] = [
      article("Whole", { sections: [text] }),
      article("Lacking", { sections: [{ ...quote, author }] }),
    ];
    const ids = [];
    for (const data of [whole, lacking]) {
      ids.push(await plainMake(services().from, "articles", data));
    }
    const copying = new Copying({ tokens: { from: services().from.tokens.custom } });

    const plan = await copying.plan(await copying.compare({ articles: ids }), { publish: true });

    const titlesOf = (items: readonly CopyItem[]) => items.map(({ document }) => document.title);
    assert.deepEqual(
      [titlesOf(plan.publishing), titlesOf(plan.unfinished)],
      [[whole.title], [lacking.title]],
    );
    assert.deepEqual(unpublishedWords(plan, names.from), [
      "1 new document stays a draft, because Staging doesn't return all of it.",
    ]);
  });

  it("a copy omits a zone only in documents with the component that the token can't read", async () => {
    const { tokens } = services().from;
    const [quoteArticle, other] = [
      article("Quote", { sections: [quote] }),
      article("Text", { sections: [text] }),
    ];
    const ids = [
      await plainMakeDraft(services().from, "articles", quoteArticle),
      await plainMakeDraft(services().from, "articles", other),
    ];
    const copying = new Copying({ tokens: { from: tokens.custom } });

    const comparison = await copying.compare({ articles: ids });

    assert.deepEqual(unreadIn(comparison), [
      "author from permission author.find 2",
      "sections.author from permission author.find 1",
    ]);
    const zone = comparison.leftOut.filter((part) => "path" in part && part.path.includes("."));
    assert.deepEqual(
      zone.map((part) => describeLeftOut(part, names)),
      [
        "Staging doesn't return sections.author of 1 document of api::article.article. There, all of sections is left out, because a copy can't write a part of it. Requires the permission author.find.",
      ],
    );
    assert.deepEqual(await copying.copy({ articles: ids }), ["done", "done"]);
    assert.deepEqual(
      [await sectionsOf(quoteArticle.slug), await sectionsOf(other.slug)],
      [[], ["sections.text"]],
    );
  });

  describe("type without drafts", () => {
    const setting = async () => (await plainRequest(services().to, "GET", "site-setting")).status;
    beforeEach(async () => {
      await plainRequest(services().to, "DELETE", "site-setting");
    });

    it("a document without drafts is not created without its components unless it is selected by hand", async () => {
      populateBy("site-setting", {});
      const copying = throughRoutes();

      const comparison = await copying.compare({ "site-setting": [singleId] });

      assert.deepEqual(comparison.rows.map(verdictOf), ["incomplete"]);
      assert.deepEqual(
        comparison.rows.map((row) => differenceWords(row, names)),
        ["New in Staging · would be published in Production without footerLinks, logo"],
      );
      assert.deepEqual(defaultRows(comparison), []);
      assert.equal(await setting(), 404);
      const rows = comparison.rows.map((row) => ({ row }));
      const plan = await copying.plan(comparison, { rows });
      assert.deepEqual([outcomesOf(await copying.run(plan)), await setting()], [["done"], 200]);
    });

    it("a document without drafts is created if all of it is read", async () => {
      const copying = throughRoutes();

      const outcomes = await copying.copy({ "site-setting": [singleId] });

      assert.deepEqual([outcomes, await setting()], [["done"], 200]);
    });
  });

  it("a copy brings no document without drafts along that lacks its components", async () => {
    const author = await plainMake(services().from, "authors", { name: unique("Author") });
    const id = await plainMakeDraft(services().from, "articles", article("By", { author }));
    const target = await startFaults(services().to.url);
    try {
      for (const proxy of [faults, target])
        proxy.reshape(/content-type-builder\/content-types$/, { answer: withoutDrafts });
      populateBy("authors", {});
      const { full } = services().from.tokens;
      const copying = new Copying({
        urls: { from: faults.url, to: target.url },
        tokens: { from: full },
      });

      const comparison = await copying.compare({ articles: [id] });

      const plan = await copying.plan(comparison);
      const whole = await copying.plan(comparison, { incomplete: true });

      assert.deepEqual(
        [plan.planned, plan.refused.map(({ document }) => document.fromId)],
        [[], [id]],
      );
      assert.deepEqual(
        plan.incomplete.map(({ fromId }) => fromId),
        [author],
      );
      assert.deepEqual(
        whole.lacking.map(({ document }) => document.fromId),
        [author],
      );
    } finally {
      await target.stop();
    }
  });
});
