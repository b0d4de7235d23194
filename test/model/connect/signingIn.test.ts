import { readMe } from "../../../src/model/reading/serviceReader.ts";
import assert from "node:assert/strict";
import { Accounts, signIn } from "../../../src/model/connect/accounts.ts";
import { startFaults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { firstPassword, makeUser } from "../accounts.ts";
import type { TestModel } from "../testModel.ts";
import { magazine, openModel, userSession } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** A model with these secrets, its accounts and the id of its connection. */
function opened({ token, session }: { readonly token?: string; readonly session?: string }) {
  const model = openModel({ token: token ?? "" });
  if (!token) model.store.tokens.clear();
  if (session) model.store.tokens.set(`session/${model.connection.id}`, session);
  return { model, accounts: new Accounts(model.connections, readMe), id: model.connection.id };
}

const storedTextOf = ({ store, log }: TestModel): string =>
  JSON.stringify([store.connections, [...store.tokens], log]);

describe("Signed-in user", () => {
  it("a signed-in user authorizes content requests when there is no API token", async () => {
    const { model, id } = opened({ session: await userSession() });

    const outcome = await model.catalogs.service(id);

    assert.equal(why(outcome), undefined);
  });

  it("a signed-in user does not authorize content requests when there is an API token", async () => {
    const { model, id } = opened({ token: "wrong", session: await userSession() });

    const outcome = await model.catalogs.service(id);

    assert.equal(why(outcome), "UnauthorizedError");
  });

  it("the signed-in user is read once, also when there is an API token", async () => {
    const { full: token } = magazine().tokens;
    const { model, accounts, id } = opened({ token, session: await userSession() });

    const [first, second] = [must(await accounts.me(id)), must(await accounts.me(id))];

    assert.deepEqual([first?.title, first], [magazine().user.identifier, second]);
    assert.deepEqual(
      model.log.map(({ path }) => path),
      ["users/me"],
    );
  });

  it("the signed-in user is undefined without a request when no user is signed in", async () => {
    const { model, accounts, id } = opened({ token: magazine().tokens.full });

    const me = must(await accounts.me(id));

    assert.deepEqual([me, model.log], [undefined, []]);
  });

  it("the signed-in user changes when another user signs in, and is undefined after Sign Out", async () => {
    const { model, accounts, id } = opened({ session: await userSession() });
    const user = await makeUser();
    const names = [must(await accounts.me(id))?.title];

    const login = { identifier: user.email, password: firstPassword };
    must(await signIn(model.connections, model.connection, login));
    names.push(must(await accounts.me(id))?.title);
    await model.connections.setUser(model.connection);
    const after = must(await accounts.me(id));

    assert.deepEqual([names, after], [[magazine().user.identifier, user.username], undefined]);
    assert.equal(model.connections.get(id)?.identifier, user.email);
    assert.deepEqual([...model.store.tokens], []);
  });

  it("the signed-in user is known by id alone when the profile is forbidden, and unknown if the session is invalid", async () => {
    const { model, accounts, id } = opened({ session: await userSession() });
    const me = must(await accounts.me(id));
    await model.connections.change(model.connection, { identifier: "nora" });
    const faults = await startFaults(magazine().url);
    faults.inject(/users\/me/, refusal(403, "ForbiddenError", "Forbidden"));
    const session = model.store.tokens.get(`session/${id}`) ?? "";
    await model.connections.change(model.connection, { url: faults.url });
    model.store.tokens.set(`session/${id}`, session);

    const [failure, known] = [why(await accounts.me(id)), await accounts.myself(id)];
    model.store.tokens.set(`session/${id}`, "not.ajwt.atall");
    const odd = await accounts.myself(id);

    await faults.stop();
    assert.deepEqual(
      [failure, known, odd],
      ["ForbiddenError", { id: me?.id, title: "nora" }, undefined],
    );
  });

  it("the loaded list of users is cleared when the signed-in user signs out", async () => {
    const { model, id } = opened({ session: await userSession() });
    const listing = model.lists.listing({ connection: id, type: "users" });
    const before = (await listing.open()).rows.length;

    await model.connections.setUser(model.connection);
    const { rows, failure } = await listing.open();

    assert.ok(before > 0);
    assert.deepEqual([rows, failure && why([failure, null])], [[], "ForbiddenError"]);
  });

  it("the signed-in user's own saved edit is shown, and fires one event", async () => {
    const { accounts, model, id } = opened({ session: await userSession() });
    const me = must(await accounts.me(id));
    const reported: string[] = [];
    accounts.onDidChange((connection) => reported.push(connection));

    const edit = { title: "Nora", content: { blocked: true } };
    accounts.note(model.at("users", me?.id ?? ""), edit);
    accounts.note(model.at("users", me?.id ?? ""), edit);
    accounts.note(model.at("users", "0"), { title: "Nobody", content: {} });
    const now = must(await accounts.me(id));

    assert.deepEqual([now, reported], [{ ...me, title: "Nora", blocked: true }, [id]]);
  });

  it("the signed-in user is rejected when the session has ended, and accepted after signing in again", async () => {
    const { model, accounts, id } = opened({ session: "ended" });
    const user = await makeUser();
    const before = [why(await model.catalogs.service(id)), why(await accounts.me(id))];

    const login = { identifier: user.username, password: firstPassword };
    must(await signIn(model.connections, model.connection, login));
    const me = must(await accounts.me(id));

    assert.deepEqual(before, ["UnauthorizedError", "UnauthorizedError"]);
    assert.equal(me?.title, user.username);
  });

  it("the signed-in user keeps the session when the entered password is wrong", async () => {
    const session = await userSession();
    const { model, accounts, id } = opened({ session });
    const { identifier } = magazine().user;

    const login = { identifier, password: "Wrong-99" };
    const outcome = await signIn(model.connections, model.connection, login);

    assert.equal(why(outcome), "ValidationError");
    assert.deepEqual([...model.store.tokens.values()], [session]);
    assert.equal(must(await accounts.me(id))?.title, identifier);
  });

  it("the signed-in user's session is stored as a secret, and the password is stored nowhere", async () => {
    const { model } = opened({});
    const user = await makeUser();

    const login = { identifier: user.username, password: firstPassword };
    must(await signIn(model.connections, model.connection, login));

    const session = model.store.tokens.get(`session/${model.connection.id}`) ?? "";
    assert.match(session, /^ey/);
    assert.ok(!storedTextOf(model).includes(firstPassword));
    assert.ok(!JSON.stringify([model.store.connections, model.log]).includes(session));
  });
});
