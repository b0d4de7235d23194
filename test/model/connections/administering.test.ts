import assert from "node:assert/strict";
import type { Login } from "../../../src/model/connections/admins.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { until } from "../../window/until.ts";
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

  it("makes an API token, and stays signed in nowhere", async () => {
    const desk = openDesk();
    desk.logins.push(adminLogin());

    const token = must(await desk.admins.createToken(desk.connection, `Made at ${Date.now()}`));

    const [failure] = await desk.connections.try({ url: magazine().url, token });
    assert.deepEqual([failure, desk.admins.isSignedIn(desk.connection.id)], [null, false]);
  });
});
