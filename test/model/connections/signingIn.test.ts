import assert from "node:assert/strict";
import { Accounts, signIn } from "../../../src/model/connections/accounts.ts";
import { startFaults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { firstPassword, makeUser } from "../accounts.ts";
import type { Desk } from "../desk.ts";
import { magazine, openDesk, userSession } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** A desk with these secrets, and whose accounts it has. */
function opened({ token, session }: { readonly token?: string; readonly session?: string }) {
  const desk = openDesk({ token: token ?? "" });
  if (!token) desk.store.tokens.clear();
  if (session) desk.store.tokens.set(`session/${desk.connection.id}`, session);
  return { desk, accounts: new Accounts(desk.connections), id: desk.connection.id };
}

const kept = ({ store, log }: Desk): string =>
  JSON.stringify([store.connections, [...store.tokens], log]);

describe("A user of the service who is signed in", () => {
  it("lends content requests what they may, where there is no token", async () => {
    const { desk, id } = opened({ session: await userSession() });

    const outcome = await desk.catalogs.service(id);

    assert.equal(why(outcome), undefined);
  });

  it("leaves them to the token where there is one", async () => {
    const { desk, id } = opened({ token: "wrong", session: await userSession() });

    const outcome = await desk.catalogs.service(id);

    assert.equal(why(outcome), "UnauthorizedError");
  });

  it("is told beside a token that is nobody's, and asked for once", async () => {
    const { full: token } = magazine().tokens;
    const { desk, accounts, id } = opened({ token, session: await userSession() });

    const [first, second] = [must(await accounts.me(id)), must(await accounts.me(id))];

    assert.deepEqual([first?.title, first], [magazine().user.identifier, second]);
    assert.deepEqual(
      desk.log.map(({ path }) => path),
      ["users/me"],
    );
  });

  it("is nobody where nobody signed in, and nothing is asked for that", async () => {
    const { desk, accounts, id } = opened({ token: magazine().tokens.full });

    const me = must(await accounts.me(id));

    assert.deepEqual([me, desk.log], [undefined, []]);
  });

  it("is another one once somebody else signs in, and nobody after they signed out", async () => {
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

  it("is known by their id alone where they may not be read, or their session has ended", async () => {
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

  it("takes what was loaded for them along when they sign out", async () => {
    const { desk, id } = opened({ session: await userSession() });
    const listing = desk.content.listing({ connection: id, type: "users" });
    const before = (await listing.open()).rows.length;

    await desk.connections.setUser(desk.connection);
    const { rows, failure } = await listing.open();

    assert.ok(before > 0);
    assert.deepEqual([rows, failure && why([failure, null])], [[], "ForbiddenError"]);
  });

  it("is told as an edit of ours has left them, and that it has, once", async () => {
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

  it("whose session ended is refused, and goes on after the password was given again", async () => {
    const { desk, accounts, id } = opened({ session: "ended" });
    const user = await makeUser();
    const before = [why(await desk.catalogs.service(id)), why(await accounts.me(id))];

    const login = { identifier: user.username, password: firstPassword };
    must(await signIn(desk.connections, desk.connection, login));
    const me = must(await accounts.me(id));

    assert.deepEqual(before, ["UnauthorizedError", "UnauthorizedError"]);
    assert.equal(me?.title, user.username);
  });

  it("keeps what they had when the new password is wrong", async () => {
    const session = await userSession();
    const { desk, accounts, id } = opened({ session });
    const { identifier } = magazine().user;

    const login = { identifier, password: "Wrong-99" };
    const outcome = await signIn(desk.connections, desk.connection, login);

    assert.equal(why(outcome), "ValidationError");
    assert.deepEqual([...desk.store.tokens.values()], [session]);
    assert.equal(must(await accounts.me(id))?.title, identifier);
  });

  it("has the password kept nowhere, and the session among the secrets alone", async () => {
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
