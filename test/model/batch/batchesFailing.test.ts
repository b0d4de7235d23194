import assert from "node:assert/strict";
import { Batches } from "../../../src/model/batch/batches.ts";
import type { BatchTarget } from "../../../src/model/batch/batches.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
} from "../../../src/model/batch/documentActions.ts";
import { startFaults } from "../../support/faults.ts";
import {
  document,
  draft,
  magazine,
  make,
  makeArticle,
  openModel,
  unique,
  useFaultyProxy,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import type { TestModel } from "../testModel.ts";

const group = "batch-1";
const isWrite = ({ method }: { method: string }) => method !== "GET";

const articles = (model: TestModel, ids: readonly string[]): BatchTarget => ({
  kind: "selected",
  items: ids.map((id) => ({ address: model.article(id), title: "" })),
});

const makeThree = () => Promise.all([makeArticle(), makeArticle(), makeArticle()]);

describe("Batch with a failing service", () => {
  const proxy = useFaultyProxy();

  it("a batch reports done, unknown and untried items when the connection breaks", async () => {
    const model = openModel({ url: proxy.url });
    const batches = new Batches(model);
    const action = setFieldAction(model, "kicker", "New");
    const target = articles(model, await makeThree());
    const { planned } = must(await batches.preview(target, action));
    let writes = 0;
    proxy.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 1 ? { kind: "request dropped" } : undefined;
    });

    const results = await batches.run(planned, action, { group });

    const kickers = await Promise.all(
      planned.map(async ({ address: { id } }) => (await draft(`articles/${id}`))?.["kicker"]),
    );
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "unknown", "untried"],
    );
    assert.deepEqual(kickers, ["New", "Made", "Made"]);
  });

  it("a batch runs only the remaining items when it is retried", async () => {
    const model = openModel({ url: proxy.url });
    const batches = new Batches(model);
    const action = setFieldAction(model, "kicker", "New");
    const ids = await makeThree();
    const { planned } = must(await batches.preview(articles(model, ids), action));
    let writes = 0;
    // The service handles the second write. The proxy drops that answer and all later ones.
    proxy.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 1 ? { kind: "answer dropped" } : undefined;
    });
    const results = await batches.run(planned, action, { group });
    proxy.meet(() => undefined);

    const remainingItems = results
      .filter(({ outcome }) => outcome !== "done")
      .map(({ item }) => item);
    const again = must(await batches.preview({ kind: "selected", items: remainingItems }, action));
    const second = await batches.run(again.planned, action, { group });

    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "unknown", "untried"],
    );
    assert.deepEqual(
      again.skipped.map(({ failure }) => failure.code),
      ["unchanged"],
    );
    assert.deepEqual(
      second.map(({ outcome }) => outcome),
      ["done"],
    );
    assert.equal(proxy.passages.filter(isWrite).length, 3);
  });

  it("a batch stops when the service answers 429", async () => {
    const faults = await startFaults(magazine().url);
    const model = openModel({ url: faults.url });
    const batches = new Batches(model);
    const action = publishAction(model);
    const ids = [await makeArticle({}, "status=draft"), await makeArticle({}, "status=draft")];
    const { planned } = must(await batches.preview(articles(model, ids), action));
    faults.inject(/^PUT/, (response) => response.writeHead(429).end());

    const results = await batches.run(planned, action, { group });
    await faults.stop();

    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["failed", "untried"],
    );
    assert.deepEqual(await Promise.all(ids.map((id) => document(`articles/${id}`))), [
      undefined,
      undefined,
    ]);
  });

  it("a batch acts on no other document when the service ignores a filter", async () => {
    const faults = await startFaults(magazine().url);
    const model = openModel({ url: faults.url });
    const batches = new Batches(model);
    const kicker = unique("Deaf");
    await makeArticle({ kicker }, "status=draft");
    await makeArticle({ kicker });
    const [chosenId, otherId] = [
      await make("categories", { name: kicker }),
      await make("categories", { name: unique("Other") }),
    ];
    const category = model.at("categories", chosenId);
    const collection = model.at("articles", "-");
    model.lists.changeListQuery(collection, { filter: { kicker }, state: "draft" });

    faults.withhold(/^GET \/\w+\/articles$/, ["publicationFilter"]);
    const [drafts] = await batches.preview({ kind: "matching", collection }, deleteAction(model));
    // Without a filter, the list might have several pages, and couldn't be read at all.
    const filters = { documentId: { $in: [chosenId, otherId] } };
    faults.reshape(/^GET \/\w+\/categories$/, { query: (query) => ({ ...query, filters }) });
    const items = [{ address: category, title: kicker }];
    const chosen = must(await batches.preview({ kind: "selected", items }, deleteAction(model)));
    await faults.stop();

    assert.equal(drafts?.code, "needs-version");
    assert.deepEqual(
      chosen.planned.map((item) => item.address.id),
      [category.id],
    );
  });

  it("a batch reports a document that the service rejects, and continues with the rest", async () => {
    const model = openModel({ url: proxy.url });
    const batches = new Batches(model);
    const action = publishAction(model);
    const [bad, good] = [
      await makeArticle({ contactEmail: "nobody at all" }, "status=draft"),
      await makeArticle({}, "status=draft"),
    ];
    const { planned } = must(await batches.preview(articles(model, [bad, good]), action));

    const results = await batches.run(planned, action, { group });

    const outcomes = new Map(results.map(({ item, outcome }) => [item.address.id, outcome]));
    assert.deepEqual([outcomes.get(bad), outcomes.get(good)], ["failed", "done"]);
  });

  it("a batch stops between two documents when the user cancels", async () => {
    const model = openModel({ url: proxy.url });
    const batches = new Batches(model);
    const action = deleteAction(model);
    const { planned } = must(await batches.preview(articles(model, await makeThree()), action));
    const stop = new AbortController();
    const onItem = (index: number) => {
      if (index === 1) stop.abort();
    };

    const results = await batches.run(planned, action, { group, signal: stop.signal, onItem });

    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "untried", "untried"],
    );
    assert.equal(proxy.passages.filter(isWrite).length, 1);
  });

  it("a batch stops before a write that the journal has no space to record", async () => {
    const model = openModel({ url: proxy.url });
    const batches = new Batches(model);
    const action = setFieldAction(model, "kicker", "New");
    const { planned } = must(await batches.preview(articles(model, await makeThree()), action));
    model.journalSettings.maxSize = 1_000;

    const results = await batches.run(planned, action, { group });

    assert.deepEqual(
      results.map(({ outcome, failure }) => [outcome, failure?.code]),
      [
        ["done", undefined],
        ["failed", "journal-full"],
        ["untried", undefined],
      ],
    );
    assert.equal(proxy.passages.filter(isWrite).length, 1);
  });
});
