import assert from "node:assert/strict";
import { Accounts, signIn } from "../../../src/model/connections/accounts.ts";
import { startFaults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { firstPassword, makeUser } from "../accounts.ts";
import type { Desk } from "../desk.ts";
import { magazine, openDesk, userSession } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** A desk with these secrets, its accounts and the id of its connection. */
function opened({ token, session }: { readonly token?: string; readonly session?: string }) {
  const desk = openDesk({ token: token ?? "" });
  if (!token) desk.store.tokens.clear();
  if (session) desk.store.tokens.set(`session/${desk.connection.id}`, session);
  return { desk, accounts: new Accounts(desk.connections), id: desk.connection.id };
}

const kept = ({ store, log }: Desk): string =>
  JSON.stringify([store.connections, [...store.tokens], log]);

describe("Signed-in user", () => {
  it("authorizes content requests when there is no API token", async () => {
    const { desk, id } = opened({ session: await userSession() });

    const outcome = await desk.catalogs.service(id);

    assert.equal(why(outcome), undefined);
  });

  it("does not authorize content requests when there is an API token", async () => {
    const { desk, id } = opened({ token: "wrong", session: await userSession() });

    const outcome = await desk.catalogs.service(id);

    assert.equal(why(outcome), "UnauthorizedError");
  });

  it("is read once, also when there is an API token", async () => {
    const { full: token } = magazine().tokens;
    const { desk, accounts, id } = opened({ token, session: await userSession() });

    const [first, second] = [must(await accounts.me(id)), must(await accounts.me(id))];

    assert.deepEqual([first?.title, first], [magazine().user.identifier, second]);
    assert.deepEqual(
      desk.log.map(({ path }) => path),
      ["users/me"],
    );
  });

  it("is undefined without a request when no user is signed in", async () => {
    const { desk, accounts, id } = opened({ token: magazine().tokens.full });

    const me = must(await accounts.me(id));

    assert.deepEqual([me, desk.log], [undefined, []]);
  });

  it("changes when another user signs in, and is undefined after Sign Out", async () => {
    const { desk, accounts, id } = opened({ session: await userSession() });
    const user = await makeUser();
    const names = [must(await accounts.me(id))?.title];

    const login = { identifier: user.email, password: firstPassword };
    must(await signIn(desk.connections, desk.connection, login));
    names.push(must(await accounts.me(id))?.title);
    await desk.connections.setUser(desk.connection);
    const after = must(await accounts.me(id));

    assert.deepEqual([names, after], [[magazine().user.identifier, user.username], undefined]);
    assert.equal(desk.connections.get(id)?.identifier, user.email);
    assert.deepEqual([...desk.store.tokens], []);
  });

  it("is known by id alone when the profile is forbidden, and unknown with an invalid session", async () => {
    const { desk, accounts, id } = opened({ session: await userSession() });
    const me = must(await accounts.me(id));
    await desk.connections.change(desk.connection, { identifier: "nora" });
    const faults = await startFaults(magazine().url);
    faults.inject(/users\/me/, refusal(403, "ForbiddenError", "Forbidden"));
    const session = desk.store.tokens.get(`session/${id}`) ?? "";
    await desk.connections.change(desk.connection, { url: faults.url });
    desk.store.tokens.set(`session/${id}`, session);

    const [failure, known] = [why(await accounts.me(id)), await accounts.myself(id)];
    desk.store.tokens.set(`session/${id}`, "not.ajwt.atall");
    const odd = await accounts.myself(id);

    await faults.stop();
    assert.deepEqual(
      [failure, known, odd],
      ["ForbiddenError", { id: me?.id, title: "nora" }, undefined],
    );
  });

  it("clears the loaded list of users when they sign out", async () => {
    const { desk, id } = opened({ session: await userSession() });
    const listing = desk.content.listing({ connection: id, type: "users" });
    const before = (await listing.open()).rows.length;

    await desk.connections.setUser(desk.connection);
    const { rows, failure } = await listing.open();

    assert.ok(before > 0);
    assert.deepEqual([rows, failure && why([failure, null])], [[], "ForbiddenError"]);
  });

  it("shows the user's own saved edit, and fires one event", async () => {
    const { accounts, desk, id } = opened({ session: await userSession() });
    const me = must(await accounts.me(id));
    const told: string[] = [];
    accounts.onDidChange((connection) => told.push(connection));

    const edit = { title: "Nora", content: { blocked: true } };
    accounts.note(desk.at("users", me?.id ?? ""), edit);
    accounts.note(desk.at("users", me?.id ?? ""), edit);
    accounts.note(desk.at("users", "0"), { title: "Nobody", content: {} });
    const now = must(await accounts.me(id));

    assert.deepEqual([now, told], [{ ...me, title: "Nora", blocked: true }, [id]]);
  });

  it("is rejected when the session has ended, and works after signing in again", async () => {
    const { desk, accounts, id } = opened({ session: "ended" });
    const user = await makeUser();
    const before = [why(await desk.catalogs.service(id)), why(await accounts.me(id))];

    const login = { identifier: user.username, password: firstPassword };
    must(await signIn(desk.connections, desk.connection, login));
    const me = must(await accounts.me(id));

    assert.deepEqual(before, ["UnauthorizedError", "UnauthorizedError"]);
    assert.equal(me?.title, user.username);
  });

  it("keeps the session when the entered password is wrong", async () => {
    const session = await userSession();
    const { desk, accounts, id } = opened({ session });
    const { identifier } = magazine().user;

    const login = { identifier, password: "Wrong-99" };
    const outcome = await signIn(desk.connections, desk.connection, login);

    assert.equal(why(outcome), "ValidationError");
    assert.deepEqual([...desk.store.tokens.values()], [session]);
    assert.equal(must(await accounts.me(id))?.title, identifier);
  });

  it("has the session stored as a secret, and the password stored nowhere", async () => {
    const { desk } = opened({});
    const user = await makeUser();

    const login = { identifier: user.username, password: firstPassword };
    must(await signIn(desk.connections, desk.connection, login));

    const session = desk.store.tokens.get(`session/${desk.connection.id}`) ?? "";
    assert.match(session, /^ey/);
    assert.ok(!kept(desk).includes(firstPassword));
    assert.ok(!JSON.stringify([desk.store.connections, desk.log]).includes(session));
  });
});
