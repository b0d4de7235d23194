import assert from "node:assert/strict";
import { authenticatedRole, makeUser, userOf } from "./made.ts";
import type { MadeUser } from "./made.ts";
import { must, realCms, send, serviceUser, tokens, unique } from "./realCms.ts";

describe("users() rules", () => {
  it("find of a user takes the numeric id", async () => {
    const { id } = await makeUser();

    const [error, user] = await realCms().users().find({ id });

    assert.deepEqual([error, user], [null, await userOf(id)]);
  });

  it("types of users() reject locale, status and _q", () => {
    const users = realCms().users();

    const rejected = [
      // @ts-expect-error -- a user has no locale
      () => users.findMany({ params: { locale: "fr" } }),
      // @ts-expect-error -- a user has no status
      () => users.find({ id: 1, params: { status: "draft" } }),
      // @ts-expect-error -- the user routes have no search
      () => users.count({ params: { _q: "ada" } }),
    ];

    // The compiler does the check: this file doesn't compile unless each line above has an error.
    assert.equal(rejected.length, 3);
  });

  it("create and update of users send the data without a wrapper, which the service would not accept", async () => {
    const { id, username } = await makeUser();

    const created = await send("POST", "/users", { data: { username: unique("user") } });
    const updated = await send("PUT", `/users/${id}`, { data: { username: "wrapped" } });

    assert.deepEqual([created.status, updated.status], [400, 200]);
    assert.equal((await userOf(id))?.["username"], username);
  });
});

describe("users() on the real service", () => {
  let madeUsers: readonly [MadeUser, MadeUser, MadeUser];
  before("create users to read", async () => {
    madeUsers = [await makeUser(), await makeUser(), await makeUser()];
  });

  it("findMany returns the list of GET /api/users, and null as meta", async () => {
    const result = await realCms().users().findMany();

    assert.deepEqual(result, [null, await must("GET", "/users"), null]);
  });

  it("findMany accepts fields, populate, sort, pagination and filters", async () => {
    const role = await authenticatedRole();

    const [, users] = await realCms()
      .users()
      .findMany({
        params: {
          fields: ["username"],
          populate: { role: { fields: ["name"] } },
          sort: ["id:desc"],
          pagination: { start: 1, limit: 1 },
          filters: { id: { $in: madeUsers.map(({ id }) => id) } },
        },
      });

    const [, second] = madeUsers;
    assert.deepEqual(
      users?.map((user) => ({ ...user, role: { ...user.role } })),
      [
        {
          id: second.id,
          documentId: second.documentId,
          username: second.username,
          role: { id: role.id, documentId: role.documentId, name: role.name },
        },
      ],
    );
  });

  it("find returns the user of GET /api/users/<id>, and null as meta", async () => {
    const [{ id }] = madeUsers;

    const result = await realCms().users().find({ id });

    assert.deepEqual(result, [null, await userOf(id), null]);
  });

  it("find accepts fields and populate", async () => {
    const [{ id, username }] = madeUsers;

    const [, user] = await realCms()
      .users()
      .find({ id, params: { fields: ["username"], populate: ["role"] } });

    assert.deepEqual(
      [user?.username, Object.keys(user ?? {}).sort(), typeof user?.role],
      [username, ["documentId", "id", "role", "username"], "object"],
    );
  });

  it("me returns the user of the token, and null as meta", async () => {
    const [error, user, meta] = await realCms(tokens().user).users().me();

    assert.deepEqual([error, meta], [null, null]);
    assert.ok([user?.username, user?.email].includes(serviceUser().identifier));
  });

  it("me accepts fields", async () => {
    const [, user] = await realCms(tokens().user)
      .users()
      .me({ params: { fields: ["username"] } });

    assert.deepEqual(Object.keys(user ?? {}).sort(), ["documentId", "id", "username"]);
  });

  it("me returns an UnauthorizedError for an API token", async () => {
    const [error, ...dataAndMeta] = await realCms().users().me();

    assert.deepEqual([error?.name, ...dataAndMeta], ["UnauthorizedError", null, null]);
  });

  it("count returns the number of GET /api/users/count, and null as meta", async () => {
    const all = (await must("GET", "/users")) as unknown[];

    const result = await realCms().users().count();

    assert.deepEqual(result, [null, all.length, null]);
  });

  it("count accepts filters", async () => {
    const [{ id }] = madeUsers;

    const [, none] = await realCms()
      .users()
      .count({ params: { filters: { id: { $eq: id }, blocked: { $eq: true } } } });

    assert.equal(none, 0);
  });

  it("create returns the user that POST /api/users created, and null as meta", async () => {
    const username = unique("user");
    const email = `${username}@example.com`;
    const role = (await authenticatedRole()).id;
    const data = { username, email, password: "Secret-1", role, confirmed: true };

    const [error, user, meta] = await realCms().users().create({ data });

    const storedUser = await userOf(user?.id ?? 0);
    assert.deepEqual([error, meta], [null, null]);
    assert.deepEqual(
      [storedUser?.["username"], storedUser?.["email"], storedUser?.["confirmed"]],
      [username, email, true],
    );
  });

  it("update returns the user that PUT /api/users/<id> changed, and null as meta", async () => {
    const { id, email } = await makeUser();
    const username = unique("renamed");

    const [error, user, meta] = await realCms().users().update({ id, data: { username } });

    const storedUser = await userOf(id);
    assert.deepEqual([error, user?.username, meta], [null, username, null]);
    assert.deepEqual([storedUser?.["username"], storedUser?.["email"]], [username, email]);
  });

  it("delete returns the user that DELETE /api/users/<id> deleted, and null as meta", async () => {
    const { id, username } = await makeUser();

    const [error, user, meta] = await realCms().users().delete({ id });

    assert.deepEqual([error, user?.username, meta], [null, username, null]);
    assert.equal(await userOf(id), undefined);
  });
});
