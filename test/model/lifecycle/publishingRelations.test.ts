import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { findPublishSideEffects } from "../../../src/model/changes/lifecycle/publishSideEffects.ts";
import { findUnpublishedTargets } from "../../../src/model/changes/lifecycle/unpublishedTargets.ts";
import type { Desk } from "../desk.ts";
import {
  ask,
  changeElsewhere,
  document,
  make,
  makeArticle,
  openDesk,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

async function publishingOf(desk: Desk, address: Address) {
  const looked = must(await desk.lifecycle.preview(address));
  return { looked, publishing: must(await desk.lifecycle.previewPublish(address, looked)) };
}

const publishElsewhere = (path: string) => ask("PUT", `${path}?status=published`, {});

describe("Publishing a published document", () => {
  it("lists the relations that the published version lacks, and restores them", async () => {
    const desk = openDesk();
    const target = await makeArticle({ title: "Target" }, "status=draft");
    const id = await makeArticle({ sections: [readingList(target)] });
    const address = desk.article(id);
    const waiting = await publishingOf(desk, address);
    await publishElsewhere(`articles/${target}`);

    const { looked, publishing } = await publishingOf(desk, address);
    must(await desk.lifecycle.publish(address, { ...looked, publishing }));
    const after = await publishingOf(desk, address);

    const pathsOf = (references: readonly { path: string; title: string }[]) =>
      references.map(({ path, title }) => `${path} ${title}`);
    assert.deepEqual(
      [waiting, { looked, publishing }, after].map((one) => [
        one.looked.state,
        one.publishing.changedAttributes,
        pathsOf(one.publishing.omitted),
        pathsOf(one.publishing.lost),
      ]),
      [
        ["published", [], ["sections.articles Target"], []],
        ["published", ["sections"], [], ["sections.articles Target"]],
        ["published", [], [], []],
      ],
    );
  });

  it("reports no lost relation for a component that refers to its own document", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Own" });
    await changeElsewhere(id, { related: [id], sections: [readingList(id)] });
    await publishElsewhere(`articles/${id}`);

    const { publishing } = await publishingOf(desk, desk.article(id));

    assert.deepEqual(
      [
        publishing.changedAttributes,
        publishing.lost,
        publishing.selfReferences.map(({ path }) => path),
      ],
      [[], [], ["sections.articles"]],
    );
  });
});

describe("Preview of Discard Changes", () => {
  it("lists the relations that the published version lacks, and why", async () => {
    const desk = openDesk();
    const [hidden, target] = [
      await makeArticle({ title: "Hidden" }, "status=draft"),
      await makeArticle({ title: "Target" }, "status=draft"),
    ];
    const id = await makeArticle({ title: "Own", sections: [readingList(target, hidden)] });
    await publishElsewhere(`articles/${target}`);
    await changeElsewhere(id, { kicker: "Changed" });

    const { looked, publishing } = await publishingOf(desk, desk.article(id));

    assert.deepEqual(
      [looked.state, publishing.lost, publishing.omitted].map((one) =>
        typeof one === "string" ? one : one?.map(({ path, title }) => `${path} ${title}`),
      ),
      ["modified", ["sections.articles Target"], ["sections.articles Hidden"]],
    );
  });
});

describe("findUnpublishedTargets", () => {
  it("includes targets of targets, each after its own targets", async () => {
    const desk = openDesk();
    const [last, middle, shown] = [
      await makeArticle({ title: "Last" }, "status=draft"),
      await makeArticle({ title: "Middle" }, "status=draft"),
      await makeArticle({ title: "Shown" }),
    ];
    const name = unique("Author");
    const author = await make("authors?status=draft", { name });
    await changeElsewhere(middle, { sections: [readingList(last)], author });
    const id = await makeArticle(
      { title: "First", related: [shown, middle, last] },
      "status=draft",
    );
    await changeElsewhere(last, { sections: [readingList(id)] });
    const address = desk.article(id);
    const { publishing } = await publishingOf(desk, address);
    const service = must(await desk.catalogs.type(address.connection, address.type));

    const from = { address, omitted: publishing.omitted };
    const found = must(await findUnpublishedTargets(service, from, desk.catalogs));

    const titles = found.targets.map(({ title }) => title);
    assert.deepEqual(
      [[...titles].sort(), found.isTruncated],
      [[name, "Last", "Middle"].sort(), false],
    );
    assert.equal(titles.at(-1), "Middle");
    assert.deepEqual(found.targets.map(({ address: { type, locale } }) => [type, locale]).sort(), [
      ["articles", "en"],
      ["articles", "en"],
      ["authors", undefined],
    ]);
  });
});

describe("findPublishSideEffects", () => {
  const shownOf = async (desk: Desk, address: Address) => {
    const { changed, isTruncated } = must(await findPublishSideEffects([address], desk.catalogs));
    return [
      ...changed.map(({ title, path, change }) => `${title}: ${path} ${change}`).sort(),
      isTruncated,
    ];
  };

  it("returns published versions whose drafts gained or lost a relation to the document", async () => {
    const desk = openDesk();
    const [old, next] = [
      await make("authors", { name: unique("Old") }),
      await make("authors", { name: unique("Next") }),
    ];
    const [title, loses, hidden] = [unique("Tea"), unique("Milk"), unique("Hidden")];
    const id = await makeArticle({ title, author: old });
    await makeArticle({ title: hidden, author: next }, "status=draft");
    await changeElsewhere(id, { author: next });
    const losing = await makeArticle({ title: loses, author: old });
    await changeElsewhere(losing, { author: null });
    const published = async (article: string) => {
      const found = await document(`articles/${article}`, "populate[author][fields][0]=name");
      return (found?.["author"] as { documentId?: string } | null)?.documentId;
    };

    const told = [
      await shownOf(desk, desk.at("authors", next)),
      await shownOf(desk, desk.at("authors", old)),
    ];

    assert.deepEqual(told, [
      [`${title}: author gets`, false],
      [...[`${title}: author loses`, `${loses}: author loses`].sort(), false],
    ]);
    await publishElsewhere(`authors/${next}`);
    await publishElsewhere(`authors/${old}`);
    assert.deepEqual([await published(id), await published(losing)], [next, undefined]);
    assert.deepEqual(await shownOf(desk, desk.at("authors", old)), [false]);
  });

  it("excludes relations that the service does not write for other documents", async () => {
    const desk = openDesk();
    const article = await makeArticle();
    const slug = `elsewhere-${process.pid}`;
    const page = await make("pages", { title: unique("Page"), slug });
    await ask("PUT", `pages/${page}?status=draft`, {
      leadArticle: article,
      sections: [readingList(article)],
    });

    const told = await shownOf(desk, desk.article(article));
    await publishElsewhere(`articles/${article}`);

    const query = "populate[leadArticle][fields][0]=title&populate[sections][populate]=*";
    const published = await document(`pages/${page}`, query);
    assert.deepEqual(
      [told, published?.["leadArticle"] ?? null, published?.["sections"]],
      [[false], null, []],
    );
  });

  it("includes one-way relations of a type to itself, in the same locale", async () => {
    const desk = openDesk();
    const target = await makeArticle({ title: unique("Target") });
    const title = unique("Tea");
    const id = await makeArticle({ title });
    await changeElsewhere(id, { related: [target] });

    const told = await shownOf(desk, desk.article(target));
    const french = await shownOf(desk, desk.article(target, "fr"));

    assert.deepEqual([told, french], [[`${title}: related gets`, false], [false]]);
    await publishElsewhere(`articles/${target}`);
    const published = await document(`articles/${id}`, "populate[related][fields][0]=title");
    assert.equal((published?.["related"] as unknown[]).length, 1);
  });
});
