import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { findOtherChanges } from "../../../src/model/writing/otherDocuments/otherChanges.ts";
import { findUnpublishedTargets } from "../../../src/model/publish/unpublishedTargets.ts";
import type { TestModel } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  document,
  make,
  makeArticle,
  openModel,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

async function publishingOf(model: TestModel, address: Address) {
  const previewed = must(await model.publication.preview(address));
  return {
    previewed,
    publishing: must(await model.publication.previewPublish(address, previewed)),
  };
}

const publishElsewhere = (path: string) => ask("PUT", `${path}?status=published`, {});

describe("Publishing a published document", () => {
  it("publishing a published document lists the relations that the published version lacks, and restores them", async () => {
    const model = openModel();
    const target = await makeArticle({ title: "Target" }, "status=draft");
    const id = await makeArticle({ sections: [readingList(target)] });
    const address = model.article(id);
    const waiting = await publishingOf(model, address);
    await publishElsewhere(`articles/${target}`);

    const { previewed, publishing } = await publishingOf(model, address);
    must(await model.publication.publish(address, { ...previewed, publishing }));
    const after = await publishingOf(model, address);

    const pathsOf = (references: readonly { path: string; title: string }[]) =>
      references.map(({ path, title }) => `${path} ${title}`);
    assert.deepEqual(
      [waiting, { previewed, publishing }, after].map((preview) => [
        preview.previewed.state,
        preview.publishing.changedAttributes,
        pathsOf(preview.publishing.omitted),
        pathsOf(preview.publishing.lost),
      ]),
      [
        ["published", [], ["sections.articles Target"], []],
        ["published", ["sections"], [], ["sections.articles Target"]],
        ["published", [], [], []],
      ],
    );
  });

  it("publishing a published document reports no lost relation for a component that refers to its own document", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Own" });
    await changeElsewhere(id, { related: [id], sections: [readingList(id)] });
    await publishElsewhere(`articles/${id}`);

    const { publishing } = await publishingOf(model, model.article(id));

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
  it("the preview of Discard Changes lists the relations that the published version lacks, and why", async () => {
    const model = openModel();
    const [hidden, target] = [
      await makeArticle({ title: "Hidden" }, "status=draft"),
      await makeArticle({ title: "Target" }, "status=draft"),
    ];
    const id = await makeArticle({ title: "Own", sections: [readingList(target, hidden)] });
    await publishElsewhere(`articles/${target}`);
    await changeElsewhere(id, { kicker: "Changed" });

    const { previewed, publishing } = await publishingOf(model, model.article(id));

    assert.deepEqual(
      [previewed.state, publishing.lost, publishing.omitted].map((value) =>
        typeof value === "string" ? value : value?.map(({ path, title }) => `${path} ${title}`),
      ),
      ["modified", ["sections.articles Target"], ["sections.articles Hidden"]],
    );
  });
});

describe("findUnpublishedTargets", () => {
  it("findUnpublishedTargets includes targets of targets, each after its own targets", async () => {
    const model = openModel();
    const [last, middle, shownArticle] = [
      await makeArticle({ title: "Last" }, "status=draft"),
      await makeArticle({ title: "Middle" }, "status=draft"),
      await makeArticle({ title: "Shown" }),
    ];
    const name = unique("Author");
    const author = await make("authors?status=draft", { name });
    await changeElsewhere(middle, { sections: [readingList(last)], author });
    const id = await makeArticle(
      { title: "First", related: [shownArticle, middle, last] },
      "status=draft",
    );
    await changeElsewhere(last, { sections: [readingList(id)] });
    const address = model.article(id);
    const { publishing } = await publishingOf(model, address);
    const service = must(await model.catalogs.type(address.connection, address.type));

    const from = { address, omitted: publishing.omitted };
    const targetSearch = must(await findUnpublishedTargets(service, from, model.catalogs));

    const titles = targetSearch.targets.map(({ title }) => title);
    assert.deepEqual(
      [[...titles].sort(), targetSearch.isTruncated],
      [[name, "Last", "Middle"].sort(), false],
    );
    assert.equal(titles.at(-1), "Middle");
    assert.deepEqual(
      targetSearch.targets.map(({ address: { type, locale } }) => [type, locale]).sort(),
      [
        ["articles", "en"],
        ["articles", "en"],
        ["authors", undefined],
      ],
    );
  });
});

describe("findOtherChanges of a publish", () => {
  const shownOf = async (model: TestModel, address: Address) => {
    const { changed, isTruncated } = must(
      await findOtherChanges("publish", [address], model.catalogs),
    );
    return [
      ...changed.map(({ title, path, change }) => `${title}: ${path} ${change}`).sort(),
      isTruncated,
    ];
  };

  it("findOtherChanges of a publish returns published versions whose drafts gained or lost a relation to it", async () => {
    const model = openModel();
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
      const publishedVersion = await document(
        `articles/${article}`,
        "populate[author][fields][0]=name",
      );
      return (publishedVersion?.["author"] as { documentId?: string } | null)?.documentId;
    };

    const reported = [
      await shownOf(model, model.at("authors", next)),
      await shownOf(model, model.at("authors", old)),
    ];

    assert.deepEqual(reported, [
      [`${title}: author gets`, false],
      [...[`${title}: author loses`, `${loses}: author loses`].sort(), false],
    ]);
    await publishElsewhere(`authors/${next}`);
    await publishElsewhere(`authors/${old}`);
    assert.deepEqual([await published(id), await published(losing)], [next, undefined]);
    assert.deepEqual(await shownOf(model, model.at("authors", old)), [false]);
  });

  it("findOtherChanges of a publish excludes relations that the service does not write for other documents", async () => {
    const model = openModel();
    const article = await makeArticle();
    const slug = `elsewhere-${process.pid}`;
    const page = await make("pages", { title: unique("Page"), slug });
    await ask("PUT", `pages/${page}?status=draft`, {
      leadArticle: article,
      sections: [readingList(article)],
    });

    const reported = await shownOf(model, model.article(article));
    await publishElsewhere(`articles/${article}`);

    const query = "populate[leadArticle][fields][0]=title&populate[sections][populate]=*";
    const published = await document(`pages/${page}`, query);
    assert.deepEqual(
      [reported, published?.["leadArticle"] ?? null, published?.["sections"]],
      [[false], null, []],
    );
  });

  it("findOtherChanges of a publish includes one-way relations of a type to itself, in the same locale", async () => {
    const model = openModel();
    const target = await makeArticle({ title: unique("Target") });
    const title = unique("Tea");
    const id = await makeArticle({ title });
    await changeElsewhere(id, { related: [target] });

    const reported = await shownOf(model, model.article(target));
    const french = await shownOf(model, model.article(target, "fr"));

    assert.deepEqual([reported, french], [[`${title}: related gets`, false], [false]]);
    await publishElsewhere(`articles/${target}`);
    const published = await document(`articles/${id}`, "populate[related][fields][0]=title");
    assert.equal((published!["related"] as unknown[]).length, 1);
  });
});
