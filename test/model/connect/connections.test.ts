import assert from "node:assert/strict";
import { countTargets } from "../../../src/model/batch/batchTarget.ts";
import type { Connection, ConnectionDifference } from "../../../src/model/connect/connection.ts";
import { Connections } from "../../../src/model/connect/connections.ts";
import { Emitter } from "../../../src/model/foundation/events.ts";
import { edited } from "../testModel.ts";
import { magazine, openModel } from "../magazine.ts";
import { why } from "../outcomes.ts";
import { ConnectionsInMemory, plainWays } from "../ports.ts";
import { connect, url } from "./connecting.ts";

describe("Connections", () => {
  it("a new connection gets an id of eight letters and digits, and its token is stored separately", async () => {
    const { store, connections, reported } = connect();

    const added = await connections.add("Über / Production", { url, token: "secret" });

    assert.match(added.id, /^[a-z0-9]{8}$/);
    assert.deepEqual(connections.all, [{ id: added.id, name: "Über / Production", url }]);
    assert.deepEqual([[...store.tokens], reported], [[[added.id, "secret"]], [added.id]]);
  });

  it("a connection's token is stored before the change event is fired", async () => {
    const { store, connections } = connect();
    let tokens: unknown[] = [];
    connections.onDidChange(() => (tokens = [...store.tokens.values()]));

    await connections.add("Production", { url, token: "secret" });

    assert.deepEqual(tokens, ["secret"]);
  });

  it("connections with the same name get different ids", async () => {
    const { connections } = connect();

    const added = [await connections.add("Same", { url }), await connections.add("Same", { url })];

    assert.deepEqual(connections.all, added);
    assert.notEqual(added[0]?.id, added[1]?.id);
    assert.deepEqual(
      added.map(({ id }) => connections.get(id)),
      added,
    );
  });

  it("a name that a connection has, in any case of its letters, is followed by a free number", async () => {
    const { connections } = connect();
    const added = await connections.add("Staging", { url });
    await connections.add("Staging 2", { url });

    const names = [connections.freeName("staging"), connections.freeName("Production")];

    assert.deepEqual(names, ["staging 3", "Production"]);
    assert.deepEqual(
      [connections.hasName("STAGING"), connections.hasName("Staging", added)],
      [true, false],
    );
  });

  it("connections report an added one after its change", async () => {
    const { connections, reported } = connect();
    connections.onDidAdd(({ name }) => reported.push(name));

    const { id } = await connections.add("Staging", { url });
    await connections.change({ ...connections.all[0]!, name: "Staging" }, { name: "Test" });

    assert.deepEqual(reported, [id, "Staging", id]);
  });

  it("the client of a connection is reused until its token changes", async () => {
    const { connections, reported } = connect();
    const connection = await connections.add("Production", { url, token: "old" });

    const [first, second] = await Promise.all([
      connections.client(connection.id),
      connections.client(connection.id),
    ]);
    await connections.setToken(connection, "new");
    const third = await connections.client(connection.id);

    assert.equal(first, second);
    assert.notEqual(first, third);
    assert.deepEqual(reported, [connection.id, connection.id]);
    connections.dispose();
  });

  it("a connection uses a new token for the next request", async () => {
    const model = openModel({ token: "wrong" });
    const { connections, connection, catalogs } = model;
    const before = await catalogs.service(connection.id);

    await connections.setToken(connection, magazine().tokens.full);
    const after = await catalogs.service(connection.id);

    assert.deepEqual([why(before), why(after)], ["UnauthorizedError", undefined]);
  });

  it("the token of a removed connection is deleted", async () => {
    const { store, connections, reported } = connect();
    const keptConnection = await connections.add("Kept", { url, token: "kept" });
    const removed = await connections.add("Removed", { url, token: "removed" });

    await connections.remove(removed);

    const client = await connections.client(removed.id);
    assert.deepEqual([connections.all, client], [[keptConnection], undefined]);
    assert.deepEqual([...store.tokens.values()], ["kept"]);
    assert.deepEqual(reported, [keptConnection.id, removed.id, removed.id]);
  });

  it("a connection is duplicated with its token, without its user and session", async () => {
    const { store, connections } = connect();
    const details = { locale: "fr", source: "workspace", identifier: "ada" } as const;
    const added = await connections.add("Staging", { url, token: "secret" }, details);
    await store.saveSecret(added, "session", "a-session");

    const double = await connections.duplicate(added, "Staging Copy");

    const expected = {
      id: double.id,
      name: "Staging Copy",
      url,
      locale: "fr",
      source: "workspace",
    };
    assert.deepEqual(connections.all, [added, expected]);
    assert.notEqual(double.id, added.id);
    assert.deepEqual(
      [...store.tokens].filter(([key]) => key.endsWith(double.id)),
      [[double.id, "secret"]],
    );
  });

  it("connections follow a changed setting, and do not treat a deleted entry as removed by the user", async () => {
    const differences = new Emitter<readonly ConnectionDifference[]>();
    const store = Object.assign(new ConnectionsInMemory(), { onDidChange: differences.event });
    const connections = new Connections(store, plainWays);
    const reported: string[] = [];
    connections.onDidChange(({ id }) => reported.push(`changed ${id}`));
    connections.onDidRemove(({ id }) => reported.push(`removed ${id}`));
    const change = (after?: Connection) => {
      const before = connections.get("shared01");
      store.connections = after ? [after] : [];
      differences.fire([{ id: "shared01", before, after }]);
      return connections.client("shared01");
    };
    const team = { id: "shared01", name: "Team", url, source: "userSetting" } as const;

    const first = await change(team);
    const renamed = await change({ ...team, name: "Our Team", hide: ["tags"] });
    const somebodyElse = await change({ ...team, identifier: "nora" });
    const moved = await change({ ...team, identifier: "nora", url: `${url}/elsewhere` });
    await change();

    connections.dispose();
    assert.equal(first, renamed, "the client stays the same");
    assert.equal(new Set([renamed, somebodyElse, moved]).size, 3);
    assert.deepEqual(
      reported,
      Array.from({ length: 5 }, () => "changed shared01"),
    );
  });

  it("a removed connection sends no read or save", async () => {
    const model = openModel({ catalogs: {} });
    const address = model.single("homepage", "en");
    const snapshot = await model.open(address);

    await model.connections.remove(model.connection);

    const outcomes = [
      await model.reader.read(address),
      await model.save(address, edited(snapshot, { heading: "Hello" })),
      await countTargets(
        { kind: "matching", collection: { connection: model.connection.id, type: "articles" } },
        model,
      ),
    ];
    assert.deepEqual([outcomes.map(why), model.sent("PUT")], [Array(3).fill("no-connection"), []]);
  });

  it("connections report that a token can't be read, and read it again for the next request", async () => {
    const { catalogs, connection, store } = openModel({ catalogs: {} });
    store.trouble = new Error("The keyring is locked.");
    const before = await catalogs.service(connection.id);

    store.trouble = undefined;
    const after = await catalogs.service(connection.id);

    assert.deepEqual([why(before), why(after)], ["locked-secrets", undefined]);
  });
});
