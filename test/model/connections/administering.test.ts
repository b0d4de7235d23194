import assert from "node:assert/strict";
import type { Login } from "../../../src/model/connections/admins.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { until } from "../../window/until.ts";
import { html, refusal } from "../../support/loopback.ts";
import { adminLogin, openPanel } from "../administrator.ts";
import { magazine, openDesk } from "../magazine.ts";
import { must } from "../outcomes.ts";

const wrong: Login = { email: "admin@example.com", password: "not-the-password" };

const ways: Faults[] = [];
afterEach(async () => {
  for (const way of ways.splice(0)) await way.stop();
});

/** A way to the magazine on which things can be made to go wrong. */
async function openWay(): Promise<Faults> {
  const way = await startFaults(magazine().url);
  ways.push(way);
  return way;
}

describe("An administrator", function () {
  this.timeout(60_000);

  it("is asked again until the service takes the answer, and the password is kept nowhere", async () => {
    const desk = openDesk();
    desk.logins.push(wrong, magazine().admin);

    const outcome = await desk.admins.signIn(desk.connection);

    const kept = JSON.stringify([...desk.store.tokens, ...desk.store.connections]);
    assert.deepEqual(
      [outcome, desk.admins.isSignedIn(desk.connection.id), desk.logins.length],
      [[null, null], true, 0],
    );
    assert.deepEqual(
      [desk.connections.all[0]?.adminEmail, kept.includes(magazine().admin.password)],
      ["admin@example.com", false],
    );
  });

  it("who gives up is signed in nowhere", async () => {
    const desk = openDesk();

    const [failure] = await desk.admins.signIn(desk.connection);

    assert.deepEqual(
      [failure, desk.admins.isSignedIn(desk.connection.id)],
      [{ code: "declined" }, false],
    );
  });

  it("whose sign-in has ended is asked again, and what waited goes on", async () => {
    const desk = await openPanel();
    await desk.store.saveSecret(desk.connection, "admin", "an-ended-token");
    desk.connections.renew(desk.connection.id);
    desk.logins.push(adminLogin());

    const me = must(await desk.admins.call(desk.connection.id, (admin) => admin.me()));

    assert.deepEqual([me.email, desk.logins.length], ["admin@example.com", 0]);
  });

  it("goes on with what is under way while the name, the user or the token of its connection changes", async () => {
    const faults = await openWay();
    const desk = await openPanel({ url: faults.url });
    const goOn = faults.hold(/admin\/users\/me/);
    const asked = () => faults.requests.filter(({ path }) => path.endsWith("users/me")).length;
    const before = asked();

    const asking = desk.admins.call(desk.connection.id, (admin) => admin.me());
    await until("Nobody asks", () => Promise.resolve(asked() > before));
    await desk.connections.change(desk.connection, { name: "Renamed" });
    await desk.connections.setUser(desk.connection, { identifier: "ada", session: "a-session" });
    await desk.connections.setToken(desk.connection, magazine().tokens.readOnly);
    goOn();

    const [failure, me] = await asking;
    assert.deepEqual([failure, me?.email], [null, "admin@example.com"]);
  });

  it("is asked at the new place, with no sign-in of the old one, where a connection goes elsewhere", async () => {
    const faults = await openWay();
    const desk = await openPanel();
    must(await desk.admins.call(desk.connection.id, (admin) => admin.me()));

    await desk.connections.change(desk.connection, { url: faults.url });
    const [failure] = await desk.admins.call(desk.connection.id, (admin) => admin.me(), true);

    assert.deepEqual(
      [failure?.code, faults.requests.map(({ headers }) => headers.authorization)],
      ["service", [undefined]],
    );
  });

  it("who signs out is used for nothing more, also by a client that is there", async () => {
    const desk = await openPanel();
    must(await desk.admins.call(desk.connection.id, (admin) => admin.me()));

    await desk.admins.signOut(desk.connection);

    const [failure] = await desk.admins.call(desk.connection.id, (admin) => admin.me(), true);
    assert.equal(failure?.code === "service" && failure.error.name, "UnauthorizedError");
  });

  it("who signs out leaves nothing behind", async () => {
    const desk = await openPanel();

    await desk.admins.signOut(desk.connection);

    assert.deepEqual(
      [desk.admins.isSignedIn(desk.connection.id), [...desk.store.tokens.keys()]],
      [false, [desk.connection.id]],
    );
  });

  it("signs in with a scoped admin token, which does what it may and nothing else", async () => {
    const panel = await openPanel();
    const jwt = panel.store.tokens.get(`admin/${panel.connection.id}`) ?? "";
    const token = await createAdminToken(magazine().url, jwt);
    const desk = openDesk();
    desk.logins.push({ token });

    const signedIn = await desk.admins.signIn(desk.connection);

    const { id } = desk.connection;
    const target = { documentId: "missing" };
    const [tags] = await desk.admins.call(id, (admin) =>
      admin.unpublish({ uid: "api::tag.tag", ...target }),
    );
    const [articles] = await desk.admins.call(id, (admin) =>
      admin.unpublish({ uid: "api::article.article", ...target }),
    );
    const names = [tags, articles].map((one) => one?.code === "service" && one.error.name);
    assert.deepEqual(
      [signedIn, names, desk.store.tokens.get(`admin/${id}`)],
      [[null, null], ["NotFoundError", "ForbiddenError"], token],
    );
  });

  it("is offered an admin token where the service has them, which an older one has not", async () => {
    const way = await openWay();
    const desk = openDesk({ url: way.url });
    const asked = async () => {
      await desk.admins.signIn(desk.connection);
      return desk.requests.map(({ hasTokens }) => hasTokens);
    };

    const now = await asked();
    way.inject(/^GET .admin.admin-tokens/, refusal(404, "NotFoundError", "Not Found"));
    const older = await asked();
    way.inject(/^GET .admin.admin-tokens/, html("<title>Strapi Admin</title>"));
    const panel = await asked();

    assert.deepEqual([now, older, panel], [[true], [true, false], [true, false, false]]);
    const { headers } = way.requests[0] ?? {};
    assert.equal(headers?.authorization, undefined);
  });

  it("is told again what was refused, with the email that was entered", async () => {
    const desk = openDesk();
    desk.logins.push(wrong);

    await desk.admins.signIn(desk.connection);

    assert.deepEqual(
      desk.requests.map(({ refused }) => refused?.login),
      [undefined, wrong],
    );
  });

  it("creates an API token with what was entered, and a wrong password creates none", async () => {
    const desk = openDesk();
    const service = { name: "Hearth", url: magazine().url };

    const [refusal] = await desk.admins.createTokenWith(service, wrong, "Never created");
    const token = must(
      await desk.admins.createTokenWith(service, adminLogin(), `Created at ${Date.now()}`),
    );

    const [failure] = await desk.connections.try({ url: magazine().url, token });
    assert.deepEqual([refusal?.code, failure, desk.requests], ["service", null, []]);
  });

  it("makes an API token, and stays signed in nowhere", async () => {
    const desk = openDesk();
    desk.logins.push(adminLogin());

    const token = must(await desk.admins.createToken(desk.connection, `Made at ${Date.now()}`));

    const [failure] = await desk.connections.try({ url: magazine().url, token });
    assert.deepEqual([failure, desk.admins.isSignedIn(desk.connection.id)], [null, false]);
  });
});

/** A token that may publish tags, and so unpublish them; made by an administrator. */
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
