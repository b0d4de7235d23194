import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { Batches } from "../../../src/model/batch/batches.ts";
import { publishAction } from "../../../src/model/batch/documentActions.ts";
import { publishTogether } from "../../../src/model/publish/groupPublication.ts";
import type { ItemResult, Stage } from "../../../src/model/runs/run.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import type { TestModel } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  document,
  draft,
  make,
  makeArticle,
  openModel,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import { previewAndRun, group, outcomesOf, selected } from "../batch/runBatch.ts";

const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

let pages = 0;

async function makePage(data: object, query = "status=draft"): Promise<string> {
  const slug = `page-${process.pid}-${(pages += 1)}`;
  return make(`pages?${query}`, { title: unique("Page"), slug, ...data });
}

const lists = "populate[sections][on][sections.reading-list][populate][articles][fields][0]=title";

/** The documentIds that the relations of a published version name. */
async function publishedRelations(path: string, query = ""): Promise<Record<string, unknown>> {
  const lead = path.startsWith("pages") ? "&populate[leadArticle][fields][0]=title" : "";
  const content = await document(path, `${lists}${lead}&${query}`);
  const ids = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(ids)
      : ((value as JsonObject | null | undefined)?.["documentId"] ?? null);
  const sections = (content?.["sections"] ?? []) as JsonObject[];
  return {
    ...(content?.["leadArticle"] !== undefined && { leadArticle: ids(content["leadArticle"]) }),
    sections: sections.map(({ articles }) => ids(articles)),
  };
}

const missingRelationsOf = ({ compared }: ItemResult<unknown>) =>
  compared?.[1]?.missingRelations.map(({ reason, reference }) => [reference.path, reason]);

/** Publishes documents, and notes each item and stage in `heard`. */
async function publishAll(
  model: TestModel,
  addresses: readonly Address[],
  heard: (Stage | number)[] = [],
) {
  const batches = new Batches(model);
  const action = publishAction(model);
  const { planned } = must(await batches.preview(selected(...addresses), action));
  return batches.run(planned, action, {
    group,
    onItem: (index) => {
      heard.push(index);
    },
    onStage: (stage) => {
      heard.push(stage);
    },
  });
}

describe("Publish, for several documents", () => {
  it("publishing several documents begins with targets of others, so that no relation is lost", async () => {
    const model = openModel();
    const article = await makeArticle({}, "status=draft");
    const page = await makePage({ leadArticle: article, sections: [readingList(article)] });

    const outcomes = await previewAndRun(
      model,
      selected(model.at("pages", page, "en"), model.article(article)),
      publishAction(model),
    );

    assert.deepEqual(outcomes, ["done", "done"]);
    assert.deepEqual(model.sent("PUT"), [`articles/${article}`, `pages/${page}`]);
    assert.deepEqual(await publishedRelations(`pages/${page}`), {
      leadArticle: article,
      sections: [[article]],
    });
  });

  it("publishing a cycle publishes the first document twice, loses no relation, and reports each stage", async () => {
    const model = openModel();
    const [firstId, other] = [
      await makeArticle({}, "status=draft"),
      await makeArticle({}, "status=draft"),
    ];
    await changeElsewhere(firstId, { sections: [readingList(other)] });
    await changeElsewhere(other, { sections: [readingList(firstId)] });

    const heard: (Stage | number)[] = [];
    const results = await publishAll(model, [model.article(firstId), model.article(other)], heard);

    assert.deepEqual(heard, ["ordering", 0, 1, "comparing", "repeating", 0, "comparing"]);
    assert.deepEqual(
      [model.sent("PUT").length, results.map(missingRelationsOf), outcomesOf(results)],
      [3, [[], []], ["done", "done"]],
    );
    assert.deepEqual(
      [
        await publishedRelations(`articles/${firstId}`),
        await publishedRelations(`articles/${other}`),
      ],
      [{ sections: [[other]] }, { sections: [[firstId]] }],
    );
    const entries = await Promise.all(
      [firstId, other].map((id) => model.journal.history(model.article(id))),
    );
    assert.deepEqual(
      entries.flat().map(({ action }) => action),
      ["publish", "publish", "publish"],
    );
  });

  it("publishing several documents reports which relations the published version lacks, and why", async () => {
    const model = openModel();
    const hidden = await makeArticle({}, "status=draft");
    const id = await makeArticle({ related: [hidden] }, "status=draft");
    await changeElsewhere(id, { sections: [readingList(id, hidden)] });

    const results = await publishAll(model, [model.article(id)]);

    assert.deepEqual(results.map(missingRelationsOf), [
      [
        ["related", "not-published"],
        ["sections.articles", "names-itself"],
        ["sections.articles", "not-published"],
      ],
    ]);
    assert.equal(model.sent("PUT").length, 1);
  });

  it("publishing again restores a relation once its target is published, only in that locale", async () => {
    const model = openModel();
    const article = await makeArticle({}, "status=draft");
    await changeElsewhere(article, { title: "Caché" }, "locale=fr");
    const page = await makePage({}, "status=draft");
    await ask("PUT", `pages/${page}?status=draft&locale=fr`, {
      title: "Page",
      slug: `fr-${page}`,
      leadArticle: article,
    });

    const french = model.at("pages", page, "fr");
    const inEnglish = await publishAll(model, [model.article(article, "en"), french]);
    await publishAll(model, [model.article(article, "fr")]);
    const again = await publishAll(model, [french]);

    assert.deepEqual(inEnglish.map(missingRelationsOf), [[], [["leadArticle", "not-published"]]]);
    assert.deepEqual(
      again.map(({ item, compared }) => [item.change, compared?.[1]?.missingRelations]),
      [[{ kind: "published", from: "published", restoredRelations: ["leadArticle"] }, []]],
    );
    const published = await publishedRelations(`pages/${page}`, "locale=fr");
    assert.equal(published["leadArticle"], article);
  });

  it("publishing several documents skips the second publish when another user saves in between", async () => {
    const model = openModel();
    const [firstId, other] = [
      await makeArticle({}, "status=draft"),
      await makeArticle({}, "status=draft"),
    ];
    await changeElsewhere(firstId, { sections: [readingList(other)] });
    await changeElsewhere(other, { sections: [readingList(firstId)] });
    const items = [{ address: model.article(firstId) }, { address: model.article(other) }];
    const kickers: unknown[] = [];

    const results = await publishTogether(
      items,
      async ({ address }) => {
        await ask("PUT", `articles/${address.id}?status=published`, {});
        await changeElsewhere(address.id, { kicker: "Theirs" });
        return done(null);
      },
      model,
      { group },
    );

    for (const id of [firstId, other]) {
      kickers.push(
        (await document(`articles/${id}`))?.["kicker"],
        (await draft(`articles/${id}`))?.["kicker"],
      );
    }
    assert.deepEqual(kickers, ["Made", "Theirs", "Made", "Theirs"]);
    assert.deepEqual(
      results.map(({ compared }) => compared?.[0]?.code),
      ["changed-after-publish", "changed-after-publish"],
    );
  });

  it("publishing several documents compares only published ones after the user cancels", async () => {
    const model = openModel();
    const [firstId, other] = [
      await makeArticle({}, "status=draft"),
      await makeArticle({}, "status=draft"),
    ];
    const cancelling = new AbortController();
    const batches = new Batches(model);
    const action = publishAction(model);
    const target = selected(model.article(firstId), model.article(other));
    const { planned } = must(await batches.preview(target, action));

    const results = await batches.run(planned, action, {
      group,
      signal: cancelling.signal,
      onItem: (index) => {
        if (index === 1) cancelling.abort();
      },
    });

    assert.deepEqual(outcomesOf(results), ["done", "untried"]);
    assert.deepEqual([model.sent("PUT").length, results[1]?.compared], [1, undefined]);
    assert.notEqual(results[0]?.compared?.[0] ?? null, null);
  });
});
