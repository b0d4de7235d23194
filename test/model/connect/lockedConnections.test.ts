import assert from "node:assert/strict";
import { Batches } from "../../../src/model/batch/batches.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
} from "../../../src/model/batch/documentActions.ts";
import { newDocumentId } from "../../../src/model/foundation/address.ts";
import { edited } from "../testModel.ts";
import { draft, magazine, makeArticle, openModel, total, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import type { Failure } from "../../../src/model/failure.ts";

describe("Locked connection", () => {
  /** A model with a production connection, its locks, and the write requests so far. */
  function openLocked() {
    const model = openModel();
    const { locks } = model;
    model.store.connections = [{ ...model.connection, environment: "production" }];
    const writes = () => model.log.filter(({ method }) => method !== "GET");
    return { model, locks, writes };
  }

  const isLocked = (failure: Failure | null): boolean =>
    failure?.code === "service" && failure.error.name === "WriteDeniedError";

  it("a locked connection allows reading and rejects a save", async () => {
    const { model, writes } = openLocked();
    const id = await makeArticle({}, "status=draft");
    const address = model.article(id);
    const text = edited(await model.open(address), { kicker: "Mine" });

    const [failure] = await model.save(address, text);

    assert.deepEqual([isLocked(failure), writes()], [true, []]);
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Made");
  });

  it("a locked connection accepts the same save once it is unlocked", async () => {
    const { model, locks } = openLocked();
    const id = await makeArticle({}, "status=draft");
    const address = model.article(id);
    const text = edited(await model.open(address), { kicker: "Mine" });
    await model.save(address, text);

    locks.unlock(model.connection.id);
    const saved = must(await model.save(address, text));

    assert.deepEqual(
      [saved.sent, (await draft(`articles/${id}`))?.["kicker"]],
      [["kicker"], "Mine"],
    );
  });

  it("a locked connection rejects Publish and Delete", async () => {
    const { model, writes } = openLocked();
    const address = model.article(await makeArticle({}, "status=draft"));
    const previewed = must(await model.publication.preview(address));
    const inbound = must(await model.publication.inbound(address));

    const [published] = await model.publication.publish(address, previewed);
    const [deleted] = await model.publication.delete(address, { ...previewed, inbound });

    assert.deepEqual([published, deleted].map(isLocked), [true, true]);
    assert.deepEqual(writes(), []);
  });

  it("a locked connection rejects a new document", async () => {
    const { model, writes } = openLocked();
    const address = model.article(newDocumentId());
    const title = unique("Never");
    await model.open(address);
    const before = await total("articles");

    const [failure] = await model.save(address, JSON.stringify({ title }));

    assert.deepEqual([isLocked(failure), writes()], [true, []]);
    assert.equal(await total("articles"), before);
  });

  it("a locked connection stops every batch at its first document", async () => {
    const { model, writes } = openLocked();
    const batches = new Batches(model);
    const ids = [await makeArticle({}, "status=draft"), await makeArticle({}, "status=draft")];
    const items = ids.map((id) => ({ address: model.article(id), title: "" }));
    const actions = [
      setFieldAction(model, "kicker", "New"),
      publishAction(model),
      deleteAction(model),
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

  it("a connection that is locked during a batch stops it; the rest can run after it is unlocked", async () => {
    const { model, locks } = openLocked();
    const batches = new Batches(model);
    const action = setFieldAction(model, "kicker", "New");
    const ids = [await makeArticle({}, "status=draft"), await makeArticle({}, "status=draft")];
    const items = ids.map((id) => ({ address: model.article(id), title: "" }));
    const { planned } = must(await batches.preview({ kind: "selected", items }, action));
    locks.unlock(model.connection.id);

    const first = await batches.run(planned, action, {
      group: "batch-1",
      onItem: (index) => {
        if (index === 1) locks.lock(model.connection.id);
      },
    });
    locks.unlock(model.connection.id);
    const remainingItems = first.flatMap(({ item, outcome }) => (outcome === "done" ? [] : [item]));
    const second = await batches.run(remainingItems, action, { group: "batch-1" });

    assert.deepEqual(
      [first, second].map((results) => results.map(({ outcome }) => outcome)),
      [["done", "failed"], ["done"]],
    );
  });

  it("a lock uses the current environment of the connection, also for an existing client", async () => {
    const { model } = openLocked();
    const address = model.article(await makeArticle({}, "status=draft"));
    const text = edited(await model.open(address), { kicker: "Mine" });
    const [locked] = await model.save(address, text);

    await model.connections.change(model.connection, { environment: "staging" });
    const [failure] = await model.save(address, text);

    assert.deepEqual([isLocked(locked), failure], [true, null]);
    assert.equal(model.connections.get(model.connection.id)?.url, magazine().url);
  });
});
