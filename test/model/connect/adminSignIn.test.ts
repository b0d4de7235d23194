import assert from "node:assert/strict";
import type { Login } from "../../../src/model/connect/administrators.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { until } from "../../window/until.ts";
import { html, refusal } from "../../support/loopback.ts";
import { adminLogin, openPanel } from "../administrator.ts";
import { magazine, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

const wrong: Login = { email: "admin@example.com", password: "not-the-password" };

const proxies: Faults[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.stop();
});

/** A proxy to the magazine that can inject faults. */
async function openWay(): Promise<Faults> {
  const proxy = await startFaults(magazine().url);
  proxies.push(proxy);
  return proxy;
}

describe("Administrator sign-in", function () {
  this.timeout(60_000);

  it("an administrator's sign-in asks again until the service accepts the login, and stores no password", async () => {
    const model = openModel({ catalogs: {} });
    model.logins.push(wrong, magazine().admin);

    const outcome = await model.administrators.signIn(model.connection);

    const storedText = JSON.stringify([...model.store.tokens, ...model.store.connections]);
    assert.deepEqual(
      [outcome, model.administrators.isSignedIn(model.connection.id), model.logins.length],
      [[null, null], true, 0],
    );
    assert.deepEqual(
      [model.connections.all[0]?.adminEmail, storedText.includes(magazine().admin.password)],
      ["admin@example.com", false],
    );
  });

  it("an administrator's sign-in fails when the user cancels the question", async () => {
    const model = openModel({ catalogs: {} });

    const [failure] = await model.administrators.signIn(model.connection);

    assert.deepEqual(
      [failure, model.administrators.isSignedIn(model.connection.id)],
      [{ code: "declined" }, false],
    );
  });

  it("an administrator's sign-in asks again when it has expired, and completes the waiting call", async () => {
    const model = await openPanel({ catalogs: {} });
    await model.store.saveSecret(model.connection, "admin", "an-ended-token");
    model.connections.renew(model.connection.id);
    model.logins.push(adminLogin());

    const me = must(await model.administrators.call(model.connection.id, (admin) => admin.me()));

    assert.deepEqual([me.email, model.logins.length], ["admin@example.com", 0]);
  });

  it("an administrator's call completes while the name, user or token of its connection changes", async () => {
    const faults = await openWay();
    const model = await openPanel({ url: faults.url, catalogs: {} });
    const goOn = faults.hold(/admin\/users\/me/);
    const requestCount = () =>
      faults.requests.filter(({ path }) => path.endsWith("users/me")).length;
    const before = requestCount();

    const asking = model.administrators.call(model.connection.id, (admin) => admin.me());
    await until("Nobody asks", () => Promise.resolve(requestCount() > before));
    await model.connections.change(model.connection, { name: "Renamed" });
    await model.connections.setUser(model.connection, { identifier: "ada", session: "a-session" });
    await model.connections.setToken(model.connection, magazine().tokens.readOnly);
    goOn();

    const [failure, me] = await asking;
    assert.deepEqual([failure, me?.email], [null, "admin@example.com"]);
  });

  it("an administrator's sign-in is not sent to the new URL of a connection", async () => {
    const faults = await openWay();
    const model = await openPanel({ catalogs: {} });
    must(await model.administrators.call(model.connection.id, (admin) => admin.me()));

    await model.connections.change(model.connection, { url: faults.url });
    const [failure] = await model.administrators.call(
      model.connection.id,
      (admin) => admin.me(),
      true,
    );

    assert.deepEqual(
      [failure?.code, faults.requests.map(({ headers }) => headers.authorization)],
      ["service", [undefined]],
    );
  });

  it("an administrator's token is not sent after Sign Out, not even from an existing client", async () => {
    const model = await openPanel({ catalogs: {} });
    must(await model.administrators.call(model.connection.id, (admin) => admin.me()));

    await model.administrators.signOut(model.connection);

    const [failure] = await model.administrators.call(
      model.connection.id,
      (admin) => admin.me(),
      true,
    );
    assert.equal(failure?.code === "service" && failure.error.name, "UnauthorizedError");
  });

  it("an administrator's stored token is deleted at Sign Out", async () => {
    const model = await openPanel({ catalogs: {} });

    await model.administrators.signOut(model.connection);

    assert.deepEqual(
      [model.administrators.isSignedIn(model.connection.id), [...model.store.tokens.keys()]],
      [false, [model.connection.id]],
    );
  });

  it("an administrator's sign-in accepts a scoped admin token, which has only its own permissions", async () => {
    const panel = await openPanel({ catalogs: {} });
    const jwt = panel.store.tokens.get(`admin/${panel.connection.id}`) ?? "";
    const token = await createAdminToken(magazine().url, jwt);
    const model = openModel({ catalogs: {} });
    model.logins.push({ token });

    const signedIn = await model.administrators.signIn(model.connection);

    const { id } = model.connection;
    const target = { documentId: "missing" };
    const [tags] = await model.administrators.call(id, (admin) =>
      admin.unpublish({ uid: "api::tag.tag", ...target }),
    );
    const [articles] = await model.administrators.call(id, (admin) =>
      admin.unpublish({ uid: "api::article.article", ...target }),
    );
    const names = [tags, articles].map(
      (failure) => failure?.code === "service" && failure.error.name,
    );
    assert.deepEqual(
      [signedIn, names, model.store.tokens.get(`admin/${id}`)],
      [[null, null], ["NotFoundError", "ForbiddenError"], token],
    );
  });

  it("an administrator's sign-in offers an admin token only if the service supports it", async () => {
    const proxy = await openWay();
    const model = openModel({ url: proxy.url, catalogs: {} });
    const tokenUses = async () => {
      await model.administrators.signIn(model.connection);
      return model.requests.map(({ hasTokens }) => hasTokens);
    };

    const now = await tokenUses();
    proxy.inject(/^GET .admin.admin-tokens/, refusal(404, "NotFoundError", "Not Found"));
    const older = await tokenUses();
    proxy.inject(/^GET .admin.admin-tokens/, html("<title>Strapi Admin</title>"));
    const panel = await tokenUses();

    assert.deepEqual([now, older, panel], [[true], [true, false], [true, false, false]]);
    const { headers } = proxy.requests[0] ?? {};
    assert.equal(headers?.authorization, undefined);
  });

  it("an administrator's sign-in asks again with the rejected email filled in", async () => {
    const model = openModel({ catalogs: {} });
    model.logins.push(wrong);

    await model.administrators.signIn(model.connection);

    assert.deepEqual(
      model.requests.map(({ refused }) => refused?.login),
      [undefined, wrong],
    );
  });

  it("an API token is created with the entered login, and none with a wrong password", async () => {
    const model = openModel({ catalogs: {} });
    const service = { name: "Hearth", url: magazine().url };

    const [refusal] = await model.administrators.createToken(service, "Never created", wrong);
    const token = must(
      await model.administrators.createToken(service, `Created at ${Date.now()}`, adminLogin()),
    );

    const [failure] = await model.connections.try({ url: magazine().url, token });
    assert.deepEqual([refusal?.code, failure, model.requests], ["service", null, []]);
  });

  it("an API token is created without staying signed in", async () => {
    const model = openModel({ catalogs: {} });
    model.logins.push(adminLogin());

    const token = must(
      await model.administrators.createToken(model.connection, `Made at ${Date.now()}`),
    );

    const [failure] = await model.connections.try({ url: magazine().url, token });
    assert.deepEqual(
      [failure, model.administrators.isSignedIn(model.connection.id)],
      [null, false],
    );
  });
});

/** Creates an admin token for the administrator with this JWT. It may publish tags, which includes unpublishing. */
async function createAdminToken(url: string, jwt: string): Promise<string> {
  const permissions = ["read", "update", "publish"].map((action) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject: "api::tag.tag",
    properties: action === "publish" ? {} : { fields: ["name"] },
    conditions: [],
  }));
  const name = `Tags ${Date.now()}`;
  const answer = await fetch(`${url}/admin/admin-tokens`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${jwt}` },
    body: JSON.stringify({ name, lifespan: null, adminPermissions: permissions }),
  });
  const { data } = (await answer.json()) as { readonly data: { readonly accessKey: string } };
  return data.accessKey;
}
