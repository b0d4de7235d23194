import assert from "node:assert/strict";
import { mock } from "node:test";
import { Connections } from "../../../src/model/connect/connections.ts";
import { Locks } from "../../../src/model/connect/locks.ts";
import { ConnectionsInMemory, plainWays } from "../ports.ts";
import { url } from "./connecting.ts";

/** Connections with their locks, and the events of the locks. */
function lockable(lasting?: number) {
  const connections = new Connections(new ConnectionsInMemory(), plainWays);
  const locks = new Locks(connections, lasting);
  const reported: string[] = [];
  locks.onDidChange(({ id }) => reported.push(locks.locked(id) ? "locked" : "unlocked"));
  const add = (environment?: "production" | "staging") =>
    connections.add("Acme", { url }, environment && { environment });
  return { connections, locks, reported, add };
}

describe("Locks", () => {
  afterEach(() => mock.timers.reset());

  it("locks apply only to production connections, until they are unlocked", async () => {
    const { locks, add, reported } = lockable();
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
    assert.deepEqual(reported, ["locked", "unlocked", "locked"]);
  });

  it("a lock is on in a window that is opened or reloaded while another window is unlocked", async () => {
    const { connections, locks, add } = lockable();
    const { id } = await add("production");
    locks.unlock(id);

    const reloaded = new Locks(connections);

    assert.deepEqual([locks.locked(id), reloaded.locked(id)?.name], [undefined, "Acme"]);
  });

  it("a lock is on again after a time, and fires an event", async () => {
    const { locks, add } = lockable(20);
    const { id } = await add("production");
    const fallen = new Promise((resolve) => {
      locks.onDidChange(() => {
        if (locks.locked(id)) resolve(locks.isWriteAllowed(id));
      });
    });

    locks.unlock(id);
    const isOpen = locks.isWriteAllowed(id);
    // The timer of a lock doesn't keep the process alive, so this timer does.
    const waiting = setTimeout(() => undefined, 10_000);
    const isWriteAllowed = await fallen;
    clearTimeout(waiting);

    assert.deepEqual([isOpen, isWriteAllowed], [true, false]);
  });

  it("a lock reports until when a connection is unlocked, which each write extends", async () => {
    const { locks, add } = lockable(60_000);
    const { id } = await add("production");
    mock.timers.enable({ apis: ["Date"], now: 1_000 });
    const until = [locks.unlockedUntil(id)];

    locks.unlock(id);
    until.push(locks.unlockedUntil(id));
    mock.timers.setTime(31_000);
    locks.isWriteAllowed(id);
    until.push(locks.unlockedUntil(id));
    mock.timers.setTime(92_000);
    until.push(locks.unlockedUntil(id));

    assert.deepEqual(until, [undefined, 61_000, 91_000, undefined]);
  });

  it("a lock is on again a while after the last write, not after the unlock", async () => {
    const { locks, add } = lockable(1_000);
    const { id } = await add("production");
    mock.timers.enable({ apis: ["setTimeout", "Date"] });

    locks.unlock(id);
    const writes = [900, 900, 900].map((after) => {
      mock.timers.tick(after);
      return locks.isWriteAllowed(id);
    });
    mock.timers.tick(1_000);

    assert.deepEqual([writes, locks.isWriteAllowed(id)], [[true, true, true], false]);
  });

  it("a lock is on again when the computer slept longer than the timer", async () => {
    const { locks, add } = lockable(1_000);
    const { id } = await add("production");
    mock.timers.enable({ apis: ["setTimeout", "Date"] });

    locks.unlock(id);
    mock.timers.setTime(1_000);

    assert.equal(locks.isWriteAllowed(id), false);
  });

  it("a lock is on for a connection that becomes production, even if it was unlocked before", async () => {
    const { connections, locks, add, reported } = lockable();
    const connection = await add("production");
    locks.unlock(connection.id);

    await connections.change(connection, { environment: "development" });
    const isWriteAllowed = locks.isWriteAllowed(connection.id);
    await connections.change(connection, { environment: "production" });

    assert.deepEqual([isWriteAllowed, locks.isWriteAllowed(connection.id)], [true, false]);
    assert.deepEqual(reported, ["locked", "unlocked", "locked"]);
  });

  it("a lock is on again when the URL of an unlocked connection changes", async () => {
    const { connections, locks, add } = lockable();
    const connection = await add("production");
    locks.unlock(connection.id);

    await connections.change(connection, { url: "http://127.0.0.1:10" });

    assert.equal(locks.isWriteAllowed(connection.id), false);
  });

  it("locks forbid writes for an unknown connection", () => {
    const { locks } = lockable();

    assert.equal(locks.isWriteAllowed("k3j2h4x9"), false);
  });

  it("a lock is removed with its connection", async () => {
    const { connections, locks, add, reported } = lockable();
    const connection = await add("production");

    await connections.remove(connection);

    assert.deepEqual([locks.locked(connection.id), reported], [undefined, ["locked", "unlocked"]]);
  });

  it("a lock stays on when another property of the connection changes", async () => {
    const { connections, locks, add, reported } = lockable();
    const connection = await add("production");

    await connections.change(connection, { name: "Acme, live" });
    connections.renew(connection.id);

    assert.deepEqual([locks.locked(connection.id)?.name, reported], ["Acme, live", ["locked"]]);
  });
});
