import assert from "node:assert/strict";
import { Batches } from "../../../src/model/bulk/batch/batches.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
} from "../../../src/model/bulk/batch/batchActions.ts";
import { newDocumentId } from "../../../src/model/foundation/address.ts";
import { edited } from "../desk.ts";
import { draft, magazine, makeArticle, openDesk, total, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import type { Failure } from "../../../src/model/failure.ts";

describe("Locked connection", () => {
  /** A desk with a production connection, its locks, and the write requests so far. */
  async function openLocked() {
    const desk = openDesk();
    const { locks } = desk;
    await desk.connections.change(desk.connection, { environment: "production" });
    const writes = () => desk.log.filter(({ method }) => method !== "GET");
    return { desk, locks, writes };
  }

  const isLocked = (failure: Failure | null): boolean =>
    failure?.code === "service" && failure.error.name === "WriteDeniedError";

  it("allows reading and rejects a save", async () => {
    const { desk, writes } = await openLocked();
    const id = await makeArticle();
    const address = desk.article(id);
    const text = edited(await desk.open(address), { kicker: "Mine" });

    const [failure] = await desk.save(address, text);

    assert.deepEqual([isLocked(failure), writes()], [true, []]);
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Made");
  });

  it("accepts the same save once it is unlocked", async () => {
    const { desk, locks } = await openLocked();
    const id = await makeArticle();
    const address = desk.article(id);
    const text = edited(await desk.open(address), { kicker: "Mine" });
    await desk.save(address, text);

    locks.unlock(desk.connection.id);
    const saved = must(await desk.save(address, text));

    assert.deepEqual([saved.sent, (await draft(`articles/${id}`))?.["kicker"]], [true, "Mine"]);
  });

  it("rejects Publish and Delete", async () => {
    const { desk, writes } = await openLocked();
    const address = desk.article(await makeArticle({}, "status=draft"));
    const looked = must(await desk.lifecycle.preview(address));
    const inbound = must(await desk.lifecycle.inbound(address));

    const [published] = await desk.lifecycle.publish(address, looked);
    const [deleted] = await desk.lifecycle.delete(address, { ...looked, inbound });

    assert.deepEqual([published, deleted].map(isLocked), [true, true]);
    assert.deepEqual(writes(), []);
  });

  it("rejects a new document", async () => {
    const { desk, writes } = await openLocked();
    const address = desk.article(newDocumentId());
    const title = unique("Never");
    await desk.open(address);
    const before = await total("articles");

    const [failure] = await desk.save(address, JSON.stringify({ title }));

    assert.deepEqual([isLocked(failure), writes()], [true, []]);
    assert.equal(await total("articles"), before);
  });

  it("stops every batch at its first document", async () => {
    const { desk, writes } = await openLocked();
    const batches = new Batches(desk);
    const ids = [await makeArticle({}, "status=draft"), await makeArticle({}, "status=draft")];
    const items = ids.map((id) => ({ address: desk.article(id), title: "" }));
    const actions = [
      setFieldAction(desk, "kicker", "New"),
      publishAction(desk),
      deleteAction(desk),
    ];

    const came = [];
    for (const action of actions) {
      const { planned } = must(await batches.preview({ kind: "selected", items }, action));
      came.push(await batches.run(planned, action, { group: "batch-1" }));
    }

    assert.deepEqual(
      came.map((results) => results.map(({ outcome }) => outcome)),
      actions.map(() => ["failed", "untried"]),
    );
    assert.deepEqual(writes(), []);
  });

  it("stops a batch that it is locked during; the rest can run after it is unlocked", async () => {
    const { desk, locks } = await openLocked();
    const batches = new Batches(desk);
    const action = setFieldAction(desk, "kicker", "New");
    const ids = [await makeArticle(), await makeArticle()];
    const items = ids.map((id) => ({ address: desk.article(id), title: "" }));
    const { planned } = must(await batches.preview({ kind: "selected", items }, action));
    locks.unlock(desk.connection.id);

    const first = await batches.run(planned, action, {
      group: "batch-1",
      onItem: (index) => {
        if (index === 1) locks.lock(desk.connection.id);
      },
    });
    locks.unlock(desk.connection.id);
    const left = first.flatMap(({ item, outcome }) => (outcome === "done" ? [] : [item]));
    const second = await batches.run(left, action, { group: "batch-1" });

    assert.deepEqual(
      [first, second].map((results) => results.map(({ outcome }) => outcome)),
      [["done", "failed"], ["done"]],
    );
  });

  it("uses the current environment of the connection, also for an existing client", async () => {
    const { desk } = await openLocked();
    const address = desk.article(await makeArticle());
    const text = edited(await desk.open(address), { kicker: "Mine" });
    const [locked] = await desk.save(address, text);

    await desk.connections.change(desk.connection, { environment: "staging" });
    const [failure] = await desk.save(address, text);

    assert.deepEqual([isLocked(locked), failure], [true, null]);
    assert.equal(desk.connections.get(desk.connection.id)?.url, magazine().url);
  });
});
