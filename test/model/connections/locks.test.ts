import assert from "node:assert/strict";
import { mock } from "node:test";
import { Connections } from "../../../src/model/connections/connections.ts";
import { Locks } from "../../../src/model/connections/locks.ts";
import { ConnectionsInMemory, plainWays } from "../ports.ts";
import { url } from "./connecting.ts";

/** Connections with their locks, and what is told of them: `+` is locked. */
function lockable(lasting?: number) {
  const connections = new Connections(new ConnectionsInMemory(), plainWays);
  const locks = new Locks(connections, lasting);
  const told: string[] = [];
  locks.onDidChange(({ id }) => told.push(locks.locked(id) ? "locked" : "unlocked"));
  const add = (environment?: "production" | "staging") =>
    connections.add("Acme", { url }, environment && { environment });
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

  it("tells until when production may be written to, which each write puts off", async () => {
    const { locks, add } = lockable(60_000);
    const { id } = await add("production");
    mock.timers.enable({ apis: ["Date"], now: 1_000 });
    const until = [locks.unlockedUntil(id)];

    locks.unlock(id);
    until.push(locks.unlockedUntil(id));
    mock.timers.setTime(31_000);
    locks.mayWrite(id);
    until.push(locks.unlockedUntil(id));
    mock.timers.setTime(92_000);
    until.push(locks.unlockedUntil(id));

    assert.deepEqual(until, [undefined, 61_000, 91_000, undefined]);
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

    await connections.change(connection, { environment: "development" });
    const mayWrite = locks.mayWrite(connection.id);
    await connections.change(connection, { environment: "production" });

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
