import assert from "node:assert/strict";
import { refusal, startLoopback } from "../../support/loopback.ts";
import { connect, url } from "./connecting.ts";

describe("Change of a connection", () => {
  it("a changed connection keeps id and secrets when the origin stays the same", async () => {
    const { store, connections } = connect();
    const added = await connections.add("Staging", { url, token: "secret" }, { locale: "fr" });

    await connections.change(added, { name: "Live", url: `${url}/cms`, locale: undefined });

    assert.deepEqual(connections.all, [{ id: added.id, name: "Live", url: `${url}/cms` }]);
    assert.deepEqual([...store.tokens], [[added.id, "secret"]]);
  });

  it("a changed connection deletes the stored secrets when the origin changes", async () => {
    const { store, connections } = connect();
    const added = await connections.add("Staging", { url, token: "secret" });
    for (const kind of ["session", "admin"] as const) await store.saveSecret(added, kind, kind);

    await connections.change(added, { url: "http://127.0.0.1:10" });

    assert.deepEqual([...store.tokens], []);
  });

  it("a changed connection stores the token of the new origin before it fires the change event", async () => {
    const { store, connections } = connect();
    const added = await connections.add("Staging", { url, token: "secret" });
    let tokens: unknown[] = [];
    connections.onDidChange(() => (tokens = [...store.tokens.values()]));

    await connections.change(added, { url: "http://127.0.0.1:10" }, "another");

    assert.deepEqual([tokens, connections.all[0]?.url], [["another"], "http://127.0.0.1:10"]);
  });

  it("a changed connection sends the stored token to the same origin only", async () => {
    const { connections } = connect();
    const services = [await startLoopback(), await startLoopback()] as const;
    const [firstService, away] = services;
    for (const service of services) service.answer(refusal(401, "UnauthorizedError", "No"));
    const added = await connections.add("Staging", { url: firstService.url, token: "secret" });

    await connections.tryAt(added, { url: `${firstService.url}/prefix` });
    await connections.tryAt(added, { url: away.url });
    await connections.tryAt(added, { url: away.url, token: "another" });

    const sent = services.map(({ requests }) =>
      requests.map(({ headers }) => headers.authorization),
    );
    for (const service of services) await service.stop();
    assert.deepEqual(sent, [["Bearer secret"], [undefined, "Bearer another"]]);
  });
});
