import assert from "node:assert/strict";
import { mock } from "node:test";
import { Batches } from "../../src/model/batch/batches.ts";
import { deleting, publishing, setting } from "../../src/model/batch/deeds.ts";
import { Connections } from "../../src/model/connections/connections.ts";
import { newId } from "../../src/model/address.ts";
import { Locks } from "../../src/model/connections/locks.ts";
import { edited } from "./desk.ts";
import { draft, magazine, makeArticle, openDesk, total, unique } from "./magazine.ts";
import { must } from "./outcomes.ts";
import type { Failure } from "../../src/model/outcome.ts";
import { ConnectionsInMemory } from "./ports.ts";

const url = "http://127.0.0.1:9";

/** Connections with their locks, and what is told of them: `+` is locked. */
function lockable(lasting?: number) {
  const connections = new Connections(new ConnectionsInMemory(), { log: () => undefined });
  const locks = new Locks(connections, lasting);
  const told: string[] = [];
  locks.onDidChange(({ id }) => told.push(locks.locked(id) ? "locked" : "unlocked"));
  const add = (role?: "production" | "staging") =>
    connections.add("Acme", { url }, role && { role });
  return { connections, locks, told, add };
}

describe("A lock", () => {
  afterEach(() => {
    mock.timers.reset();
  });

  it("is on production alone, until it is unlocked", async () => {
    const { locks, add, told } = lockable();
    const [live, staging, plain] = [await add("production"), await add("staging"), await add()];
    const isLocked = () => [live, staging, plain].map(({ id }) => locks.locked(id)?.name);
    const before = isLocked();

    for (const { id } of [live, staging, plain]) locks.unlock(id);
    const after = isLocked();
    locks.lock(live.id);

    assert.deepEqual(
      [before, after, isLocked()],
      [["Acme", undefined, undefined], Array(3).fill(undefined), ["Acme", undefined, undefined]],
    );
    assert.deepEqual(told, ["locked", "unlocked", "locked"]);
  });

  it("falls by itself, and tells of it", async () => {
    const { locks, add } = lockable(20);
    const { id } = await add("production");
    const fallen = new Promise((resolve) => {
      locks.onDidChange(() => {
        if (locks.locked(id)) resolve(locks.mayWrite(id));
      });
    });

    locks.unlock(id);
    const isOpen = locks.mayWrite(id);
    // Nothing else keeps this process waiting: the timer of a lock does not.
    const waiting = setTimeout(() => undefined, 10_000);
    const mayWrite = await fallen;
    clearTimeout(waiting);

    assert.deepEqual([isOpen, mayWrite], [true, false]);
  });

  it("falls a while after the last write, not after the unlocking", async () => {
    const { locks, add } = lockable(1_000);
    const { id } = await add("production");
    mock.timers.enable({ apis: ["setTimeout", "Date"] });

    locks.unlock(id);
    const writes = [900, 900, 900].map((after) => {
      mock.timers.tick(after);
      return locks.mayWrite(id);
    });
    mock.timers.tick(1_000);

    assert.deepEqual([writes, locks.mayWrite(id)], [[true, true, true], false]);
  });

  it("has fallen after a sleep of the machine, in which no timer goes on", async () => {
    const { locks, add } = lockable(1_000);
    const { id } = await add("production");
    mock.timers.enable({ apis: ["setTimeout", "Date"] });

    locks.unlock(id);
    mock.timers.setTime(1_000);

    assert.equal(locks.mayWrite(id), false);
  });

  it("is on as soon as a connection becomes production, also where it was unlocked as that before", async () => {
    const { connections, locks, add, told } = lockable();
    const connection = await add("production");
    locks.unlock(connection.id);

    await connections.change(connection, { role: "development" });
    const mayWrite = locks.mayWrite(connection.id);
    await connections.change(connection, { role: "production" });

    assert.deepEqual([mayWrite, locks.mayWrite(connection.id)], [true, false]);
    assert.deepEqual(told, ["locked", "unlocked", "locked"]);
  });

  it("is on again where its connection goes to another place than the one that was unlocked", async () => {
    const { connections, locks, add } = lockable();
    const connection = await add("production");
    locks.unlock(connection.id);

    await connections.change(connection, { url: "http://127.0.0.1:10" });

    assert.equal(locks.mayWrite(connection.id), false);
  });

  it("holds for a connection that nobody knows", () => {
    const { locks } = lockable();

    assert.equal(locks.mayWrite("k3j2h4x9"), false);
  });

  it("goes with its connection", async () => {
    const { connections, locks, add, told } = lockable();
    const connection = await add("production");

    await connections.remove(connection);

    assert.deepEqual([locks.locked(connection.id), told], [undefined, ["locked", "unlocked"]]);
  });

  it("stays as it is where something else about its connection changes", async () => {
    const { connections, locks, add, told } = lockable();
    const connection = await add("production");

    await connections.change(connection, { name: "Acme, live" });
    connections.renew(connection.id);

    assert.deepEqual([locks.locked(connection.id)?.name, told], ["Acme, live", ["locked"]]);
  });
});

describe("A locked connection", () => {
  /** A desk whose connection is production, and its lock. */
  async function openLocked() {
    const desk = openDesk();
    const { locks } = desk;
    await desk.connections.change(desk.connection, { role: "production" });
    const writes = () => desk.log.filter(({ method }) => method !== "GET");
    return { desk, locks, writes };
  }

  const isLocked = (failure: Failure | null): boolean =>
    failure?.code === "service" && failure.error.name === "LockedError";

  it("is read from, and takes no save", async () => {
    const { desk, writes } = await openLocked();
    const id = await makeArticle();
    const address = desk.article(id);
    const text = edited(await desk.open(address), { kicker: "Mine" });

    const [failure] = await desk.save(address, text);

    assert.deepEqual([isLocked(failure), writes()], [true, []]);
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Made");
  });

  it("takes the same save once it is unlocked", async () => {
    const { desk, locks } = await openLocked();
    const id = await makeArticle();
    const address = desk.article(id);
    const text = edited(await desk.open(address), { kicker: "Mine" });
    await desk.save(address, text);

    locks.unlock(desk.connection.id);
    const saved = must(await desk.save(address, text));

    assert.deepEqual([saved.sent, (await draft(`articles/${id}`))?.["kicker"]], [true, "Mine"]);
  });

  it("has nothing published, and nothing deleted", async () => {
    const { desk, writes } = await openLocked();
    const address = desk.article(await makeArticle({}, "status=draft"));
    const looked = must(await desk.lifecycle.look(address));
    const inbound = must(await desk.lifecycle.inbound(address));

    const [published] = await desk.lifecycle.publish(address, looked);
    const [deleted] = await desk.lifecycle.delete(address, { ...looked, inbound });

    assert.deepEqual([published, deleted].map(isLocked), [true, true]);
    assert.deepEqual(writes(), []);
  });

  it("has nothing made", async () => {
    const { desk, writes } = await openLocked();
    const address = desk.article(newId());
    const title = unique("Never");
    await desk.open(address);
    const before = await total("articles");

    const [failure] = await desk.save(address, JSON.stringify({ title }));

    assert.deepEqual([isLocked(failure), writes()], [true, []]);
    assert.equal(await total("articles"), before);
  });

  it("ends every batch at its first item", async () => {
    const { desk, writes } = await openLocked();
    const batches = new Batches(desk);
    const ids = [await makeArticle({}, "status=draft"), await makeArticle({}, "status=draft")];
    const items = ids.map((id) => ({ address: desk.article(id), title: "" }));
    const deeds = [setting(desk, "kicker", "New"), publishing(desk), deleting(desk)];

    const came = [];
    for (const deed of deeds) {
      const { planned } = must(await batches.preview({ kind: "selected", items }, deed));
      came.push(await batches.run(planned, deed, { group: "batch-1" }));
    }

    assert.deepEqual(
      came.map((results) => results.map(({ outcome }) => outcome)),
      deeds.map(() => ["failed", "untried"]),
    );
    assert.deepEqual(writes(), []);
  });

  it("stops a batch where it is locked in the middle of it, and the rest can be done later", async () => {
    const { desk, locks } = await openLocked();
    const batches = new Batches(desk);
    const deed = setting(desk, "kicker", "New");
    const ids = [await makeArticle(), await makeArticle()];
    const items = ids.map((id) => ({ address: desk.article(id), title: "" }));
    const { planned } = must(await batches.preview({ kind: "selected", items }, deed));
    locks.unlock(desk.connection.id);

    const first = await batches.run(planned, deed, {
      group: "batch-1",
      onItem: (index) => {
        if (index === 1) locks.lock(desk.connection.id);
      },
    });
    locks.unlock(desk.connection.id);
    const left = first.flatMap(({ item, outcome }) => (outcome === "done" ? [] : [item]));
    const second = await batches.run(left, deed, { group: "batch-1" });

    assert.deepEqual(
      [first, second].map((results) => results.map(({ outcome }) => outcome)),
      [["done", "failed"], ["done"]],
    );
  });

  it("is asked about by its role of that moment, also by a client that is there", async () => {
    const { desk } = await openLocked();
    const address = desk.article(await makeArticle());
    const text = edited(await desk.open(address), { kicker: "Mine" });
    const [locked] = await desk.save(address, text);

    await desk.connections.change(desk.connection, { role: "staging" });
    const [failure] = await desk.save(address, text);

    assert.deepEqual([isLocked(locked), failure], [true, null]);
    assert.equal(desk.connections.get(desk.connection.id)?.url, magazine().url);
  });
});
