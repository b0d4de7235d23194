import assert from "node:assert/strict";
import { Batches } from "../../../src/model/batch/batches.ts";
import { startFaults } from "../../support/faults.ts";
import {
  changeElsewhere,
  draft,
  magazine,
  makeArticle,
  openModel,
  useFaultyProxy,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import { articles, carryOut, leftOf, outcomesOf, replacingIn } from "./replacer.ts";

const isWrite = ({ method }: { method: string }) => method !== "GET";

const makeThree = () =>
  Promise.all([1, 2, 3].map(() => makeArticle({ kicker: "tea" }, "status=draft")));

const kickersOf = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await draft(`articles/${id}`))?.["kicker"]));

describe("Find and Replace over an unreliable network", () => {
  const proxy = useFaultyProxy();

  it("Find and Replace finishes on retry after a network failure, and replaces nothing twice", async () => {
    const model = openModel({ url: proxy.url });
    // The replacement contains the searched text.
    const action = await replacingIn(model, { text: "tea", replacement: "green tea" }, "kicker");
    const ids = await makeThree();
    let writes = 0;
    // The service handles the second write. The proxy drops that answer and all later ones.
    proxy.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 1 ? { kind: "answer dropped" } : undefined;
    });
    const results = await carryOut(model, articles(model, ...ids), action);
    proxy.meet(() => undefined);

    const again = await carryOut(model, leftOf(results), action);

    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "unknown", "untried"],
    );
    assert.deepEqual(outcomesOf(again), ["done"]);
    assert.deepEqual(await kickersOf(ids), ["green tea", "green tea", "green tea"]);
  });

  it("Find and Replace skips a document on retry that another client changed after the lost answer", async () => {
    const model = openModel({ url: proxy.url });
    const action = await replacingIn(model, { text: "tea", replacement: "green tea" }, "kicker");
    const id = await makeArticle({ kicker: "tea" }, "status=draft");
    let isWritten = false;
    proxy.meet((line) => {
      isWritten ||= isWrite(line);
      return isWritten ? { kind: "answer dropped" } : undefined;
    });
    const results = await carryOut(model, articles(model, id), action);
    proxy.meet(() => undefined);
    await changeElsewhere(id, { kicker: "hot green tea" });

    const again = must(await new Batches(model).preview(leftOf(results), action));

    assert.deepEqual(
      [again.planned, again.skipped.map(({ failure }) => failure.code)],
      [[], ["changed-meanwhile"]],
    );
  });

  it("Find and Replace stops when the service answers 429, and lists what is done and what is left", async () => {
    const faults = await startFaults(magazine().url);
    const model = openModel({ url: faults.url });
    const action = await replacingIn(model, { text: "tea", replacement: "green tea" }, "kicker");
    const ids = await makeThree();
    const batches = new Batches(model);
    const { planned } = must(await batches.preview(articles(model, ...ids), action));
    const [, second] = planned;
    faults.inject(new RegExp(`^PUT .*${second?.address.id}`), (response) =>
      response.writeHead(429).end(),
    );

    const results = await batches.run(planned, action, { group: "batch-1" });
    faults.heal();
    const again = await carryOut(model, leftOf(results), action);
    await faults.stop();

    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "failed", "untried"],
    );
    assert.deepEqual(outcomesOf(again), ["done", "done"]);
    assert.deepEqual(await kickersOf(ids), ["green tea", "green tea", "green tea"]);
  });

  it("Find and Replace plans nothing when a page of documents can't be read", async () => {
    const model = openModel({ url: proxy.url });
    const action = await replacingIn(model, { text: "tea", replacement: "green tea" }, "kicker");
    const ids = await makeThree();
    must(await model.catalogs.type(model.connection.id, "articles"));
    proxy.meet(({ target }) =>
      target.includes("/articles") ? { kind: "answer replaced", status: 502 } : undefined,
    );

    const [failure] = await new Batches(model).preview(articles(model, ...ids), action);

    assert.equal(failure?.code, "service");
    assert.deepEqual(await kickersOf(ids), ["tea", "tea", "tea"]);
  });
});
