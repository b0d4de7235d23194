import assert from "node:assert/strict";
import { Batches } from "../../../src/model/bulk/batch/batches.ts";
import type { BatchTarget } from "../../../src/model/bulk/batch/batches.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
} from "../../../src/model/bulk/batch/batchActions.ts";
import { startFaults } from "../../support/faults.ts";
import {
  document,
  draft,
  magazine,
  make,
  makeArticle,
  openDesk,
  unique,
  useFaultyWay,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import type { Desk } from "../desk.ts";

const group = "batch-1";
const isWrite = ({ method }: { method: string }) => method !== "GET";

const articles = (desk: Desk, ids: readonly string[]): BatchTarget => ({
  kind: "selected",
  items: ids.map((id) => ({ address: desk.article(id), title: "" })),
});

const makeThree = () => Promise.all([makeArticle(), makeArticle(), makeArticle()]);

describe("A batch on a way where things go wrong", () => {
  const way = useFaultyWay();

  it("ends where the service goes away: what was done, what was not and what was not tried are told apart", async () => {
    const desk = openDesk({ url: way.url });
    const batches = new Batches(desk);
    const deed = setFieldAction(desk, "kicker", "New");
    const meant = articles(desk, await makeThree());
    const { planned } = must(await batches.preview(meant, deed));
    let writes = 0;
    way.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 1 ? { kind: "request dropped" } : undefined;
    });

    const results = await batches.run(planned, deed, { group });

    const kickers = await Promise.all(
      planned.map(async ({ address: { id } }) => (await draft(`articles/${id}`))?.["kicker"]),
    );
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "unknown", "untried"],
    );
    assert.deepEqual(kickers, ["New", "Made", "Made"]);
  });

  it("does what is left when it is tried again, and nothing twice", async () => {
    const desk = openDesk({ url: way.url });
    const batches = new Batches(desk);
    const deed = setFieldAction(desk, "kicker", "New");
    const ids = await makeThree();
    const { planned } = must(await batches.preview(articles(desk, ids), deed));
    let writes = 0;
    // The second is carried out, and nobody hears of it, nor of what is asked after it.
    way.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 1 ? { kind: "answer dropped" } : undefined;
    });
    const results = await batches.run(planned, deed, { group });
    way.meet(() => undefined);

    const left = results.filter(({ outcome }) => outcome !== "done").map(({ item }) => item);
    const again = must(await batches.preview({ kind: "selected", items: left }, deed));
    const second = await batches.run(again.planned, deed, { group });

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
    assert.equal(way.passages.filter(isWrite).length, 3);
  });

  it("ends at a service that has had enough of requests", async () => {
    const faults = await startFaults(magazine().url);
    const desk = openDesk({ url: faults.url });
    const batches = new Batches(desk);
    const deed = publishAction(desk);
    const ids = [await makeArticle({}, "status=draft"), await makeArticle({}, "status=draft")];
    const { planned } = must(await batches.preview(articles(desk, ids), deed));
    faults.inject(/^PUT/, (response) => response.writeHead(429).end());

    const results = await batches.run(planned, deed, { group });
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

  it("acts on no other document where the service ignores a filter: it refuses, or leaves them out", async () => {
    const faults = await startFaults(magazine().url);
    const desk = openDesk({ url: faults.url });
    const batches = new Batches(desk);
    const kicker = unique("Deaf");
    await makeArticle({ kicker }, "status=draft");
    await makeArticle({ kicker });
    const category = desk.at("categories", await make("categories", { name: kicker }));
    const place = desk.at("articles", "-");
    desk.content.changeListQuery(place, { filter: { kicker }, state: "draft" });

    faults.withhold(/^GET \/\w+\/articles$/, ["publicationFilter"]);
    const [drafts] = await batches.preview({ kind: "matching", place }, deleteAction(desk));
    faults.withhold(/^GET \/\w+\/categories$/, ["filters"]);
    const items = [{ address: category, title: kicker }];
    const chosen = must(await batches.preview({ kind: "selected", items }, deleteAction(desk)));
    await faults.stop();

    assert.equal(drafts?.code, "needs-version");
    assert.deepEqual(
      chosen.planned.map((item) => item.address.id),
      [category.id],
    );
  });

  it("says why the service refuses one of them, and goes on with the rest", async () => {
    const desk = openDesk({ url: way.url });
    const batches = new Batches(desk);
    const deed = publishAction(desk);
    const [bad, good] = [
      await makeArticle({ contactEmail: "nobody at all" }, "status=draft"),
      await makeArticle({}, "status=draft"),
    ];
    const { planned } = must(await batches.preview(articles(desk, [bad, good]), deed));

    const results = await batches.run(planned, deed, { group });

    const outcomes = new Map(results.map(({ item, outcome }) => [item.address.id, outcome]));
    assert.deepEqual([outcomes.get(bad), outcomes.get(good)], ["failed", "done"]);
  });

  it("stops between two items when the person cancels", async () => {
    const desk = openDesk({ url: way.url });
    const batches = new Batches(desk);
    const deed = deleteAction(desk);
    const { planned } = must(await batches.preview(articles(desk, await makeThree()), deed));
    const stop = new AbortController();
    const onItem = (index: number) => {
      if (index === 1) stop.abort();
    };

    const results = await batches.run(planned, deed, { group, signal: stop.signal, onItem });

    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "untried", "untried"],
    );
    assert.equal(way.passages.filter(isWrite).length, 1);
  });

  it("stops where the journal has no room for what would undo it, before that is sent", async () => {
    const desk = openDesk({ url: way.url });
    const batches = new Batches(desk);
    const deed = setFieldAction(desk, "kicker", "New");
    const { planned } = must(await batches.preview(articles(desk, await makeThree()), deed));
    desk.journalSettings.maxSize = 1_000;

    const results = await batches.run(planned, deed, { group });

    assert.deepEqual(
      results.map(({ outcome, failure }) => [outcome, failure?.code]),
      [
        ["done", undefined],
        ["failed", "journal-full"],
        ["untried", undefined],
      ],
    );
    assert.equal(way.passages.filter(isWrite).length, 1);
  });
});
