import assert from "node:assert/strict";
import { permissionsOf } from "../../../src/model/access/permissions.ts";
import { startFaults } from "../../support/faults.ts";
import { html, json, refusal, startLoopback } from "../../support/loopback.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import { magazine, openModel, userSession } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** The permissions of a connection with this token, by method and route. */
async function findPermissions(
  token: string,
  { environment, session, collections, withWrites = true }: As = {},
) {
  const model = openModel({ token });
  const { connection, catalogs, log, store } = model;
  if (collections) await model.connections.change(connection, { collections });
  await catalogs.service(connection.id);
  if (session) await store.saveSecret(connection, "session", session);
  const logStart = log.length;
  const all = must(
    await permissionsOf(
      model,
      { ...connection, ...(environment && { environment }) },
      { withWrites },
    ),
  );
  const by = (permission: boolean | undefined) =>
    all.flatMap(({ method, route, allowed }) =>
      allowed === permission ? [`${method} ${route}`] : [],
    );
  return {
    open: by(true),
    closed: by(false),
    unknown: by(undefined),
    requests: log.slice(logStart),
  };
}

interface As {
  readonly environment?: "production";
  readonly collections?: readonly string[];
  readonly session?: string;
  readonly withWrites?: boolean;
}

const collections = ["articles", "authors", "categories", "pages", "tags"];

describe("permissionsOf", () => {
  let ofFullToken: Awaited<ReturnType<typeof findPermissions>>;
  before("probe every route with the full-access token", async () => {
    ofFullToken = await findPermissions(magazine().tokens.full);
  });

  it("permissionsOf sends only GET requests while a connection is added", async () => {
    const proxy = await startFaults(magazine().url);
    const model = openModel({ url: proxy.url, catalogs: {} });
    const { full } = magazine().tokens;
    const { url, ...details } = must(await model.connections.locateApi({ url: proxy.url }));
    must(await model.connections.try({ url, ...details, token: full }));

    const connection = await model.connections.add("Hearth", { url, token: full }, details);
    must(await model.catalogs.service(connection.id));
    const all = must(await permissionsOf(model, connection));

    await proxy.stop();
    assert.ok(proxy.requests.length > 10);
    assert.deepEqual([...new Set(proxy.requests.map(({ method }) => method))], ["GET"]);
    const reads = all.filter(({ method }) => method === "GET");
    const writes = all.filter(({ method }) => method !== "GET");
    assert.ok(reads.length > 10);
    for (const { route } of reads.filter(({ allowed }) => allowed !== true)) {
      // The controller of a project can fail for a document that does not exist.
      assert.equal((await plainRequest(magazine(), "GET", route)).status, 500, route);
    }
    assert.ok(writes.length > 0);
    assert.ok(writes.every(({ allowed }) => allowed === undefined));
  });

  it("permissionsOf allows everything for a full-access token", () => {
    const { open, closed, unknown } = ofFullToken;

    assert.deepEqual([closed, unknown], [[], []]);
    assert.deepEqual(
      collections.filter((name) => !open.includes(`POST ${name}`)),
      [],
    );
  });

  it("permissionsOf allows only reads for a read-only token, and lists what it lacks", async () => {
    const { open, closed } = await findPermissions(magazine().tokens.readOnly);

    assert.deepEqual(open, ["GET users", "GET users/0", "GET upload/files"]);
    assert.deepEqual(closed, [
      ...["GET content-type-builder/content-types", "GET content-type-builder/components"],
      ...["GET i18n/locales", "POST users", "PUT users/0", "DELETE users/0", "GET users/count"],
      "POST upload",
    ]);
  });

  it("permissionsOf sends only GET requests to collections that the settings name, not the service", async () => {
    const { open, unknown, requests } = await findPermissions(magazine().tokens.readOnly, {
      collections: ["articles"],
    });

    assert.ok(open.includes("GET articles"));
    assert.deepEqual(unknown, ["POST articles", "PUT articles/0", "DELETE articles/0"]);
    const ofArticles = requests.filter(({ path }) => path.includes("articles"));
    assert.deepEqual([...new Set(ofArticles.map(({ method }) => method))], ["GET"]);
  });

  it("permissionsOf reports the permissions of a user's role", async () => {
    const { closed } = await findPermissions(await userSession());

    assert.deepEqual(
      closed.filter((operation) => /users|upload/.test(operation)),
      ["POST users", "PUT users/0", "DELETE users/0", "POST upload"],
    );
    assert.ok(!closed.includes("PUT articles/0"));
  });

  it("permissionsOf reports whether the user who is signed in beside a token may read themselves", async () => {
    const { full } = magazine().tokens;

    const together = await findPermissions(full, {
      session: await userSession(),
      withWrites: false,
    });

    assert.deepEqual(
      [ofFullToken, together].map(({ open }) => open.includes("GET users/me")),
      [false, true],
    );
  });

  it("permissionsOf sends only GET requests in production, and reports writes as unknown", async () => {
    const { closed, unknown, requests } = await findPermissions(magazine().tokens.full, {
      environment: "production",
    });

    assert.deepEqual(closed, []);
    assert.deepEqual(
      collections.filter((name) => !unknown.includes(`DELETE ${name}/0`)),
      [],
    );
    assert.deepEqual([...new Set(requests.map(({ method }) => method))], ["GET"]);
  });

  it("permissionsOf probes a single type with GET and PUT, and deletes no existing document", () => {
    const { requests } = ofFullToken;

    const ofSingles = requests.filter(({ path }) => /homepage|site-setting/.test(path));
    assert.deepEqual([...new Set(ofSingles.map(({ method }) => method))].sort(), ["GET", "PUT"]);
    assert.deepEqual(
      requests.filter(({ method, path }) => method === "DELETE" && !path.endsWith("/0")),
      [],
    );
  });

  it("permissionsOf leaves out what the service does not have, such as locales without i18n", async () => {
    const loopback = await startLoopback();
    const nothing = refusal(404, "NotFoundError", "Not Found");
    loopback.answer((response, received) => {
      const reply = /^\/\w+\/users/.test(received.path) ? json([]) : nothing;
      reply(response, received);
    });
    const model = openModel({ url: loopback.url, catalogs: {} });

    const permissions = must(await permissionsOf(model, model.connection, { withWrites: true }));

    await loopback.stop();
    assert.deepEqual(
      permissions.filter(({ route, allowed }) => !route.startsWith("users") || !allowed),
      [],
    );
  });

  it("permissionsOf fails when the token is rejected, and continues when the service fails on a single probe", async () => {
    const wrong = openModel({ token: "wrong" });
    const loopback = await startLoopback();
    loopback.answer(html("<h1>Trouble</h1>", 500));
    const troubled = openModel({ url: loopback.url, catalogs: {} });

    const refused = await permissionsOf(wrong, wrong.connection);
    const unknown = must(await permissionsOf(troubled, troubled.connection));

    assert.equal(why(refused), "UnauthorizedError");
    assert.deepEqual(
      unknown.filter(({ allowed }) => allowed !== undefined),
      [],
    );
    await loopback.stop();
  });
});
