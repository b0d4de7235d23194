import assert from "node:assert/strict";
import { authenticatedRole, makeUser, userOf } from "./made.ts";
import { must, realCms, send, serviceUser, tokens, unique } from "./realCms.ts";

describe("Specification 4.1 Users, rules", () => {
  it("1: the id in the path is the numeric user id", async () => {
    const { id } = await makeUser();

    const [error, user] = await realCms().users().find({ id });

    assert.deepEqual([error, user], [null, await userOf(id)]);
  });

  it("2: locale, status and _q are rejected by the client's types", () => {
    const users = realCms().users();

    const rejected = [
      // @ts-expect-error -- a user has no locale
      () => users.findMany({ params: { locale: "fr" } }),
      // @ts-expect-error -- a user has no status
      () => users.find({ id: 1, params: { status: "draft" } }),
      // @ts-expect-error -- the search is no parameter of the user routes
      () => users.count({ params: { _q: "ada" } }),
    ];

    // The compiler is the judge: without its errors above, this file does not compile.
    assert.equal(rejected.length, 3);
  });

  it("3: create and update send the raw data; the service takes no wrapped one", async () => {
    const { id, username } = await makeUser();

    const created = await send("POST", "/users", { data: { username: unique("user") } });
    const updated = await send("PUT", `/users/${id}`, { data: { username: "wrapped" } });

    assert.deepEqual([created.status, updated.status], [400, 200]);
    assert.equal((await userOf(id))?.["username"], username);
  });
});

describe("Specification 4.1 Users", () => {
  it("findMany: GET /api/users answers a bare array, meta is null", async () => {
    const result = await realCms().users().findMany();

    assert.deepEqual(result, [null, await must("GET", "/users"), null]);
  });

  it("findMany: takes fields, populate, sort, pagination and filters", async () => {
    const made = [await makeUser(), await makeUser(), await makeUser()];
    const role = await authenticatedRole();

    const [, users] = await realCms()
      .users()
      .findMany({
        params: {
          fields: ["username"],
          populate: { role: { fields: ["name"] } },
          sort: ["id:desc"],
          pagination: { start: 1, limit: 1 },
          filters: { id: { $in: made.map(({ id }) => id) } },
        },
      });

    const [, second] = made;
    assert.deepEqual(
      users?.map((user) => ({ ...user, role: { ...user.role } })),
      [
        {
          id: second?.id,
          documentId: second?.documentId,
          username: second?.username,
          role: { id: role.id, documentId: role.documentId, name: role.name },
        },
      ],
    );
  });

  it("find: GET /api/users/<id> answers one user, meta is null", async () => {
    const { id } = await makeUser();

    const result = await realCms().users().find({ id });

    assert.deepEqual(result, [null, await userOf(id), null]);
  });

  it("find: takes fields and populate", async () => {
    const { id, username } = await makeUser();

    const [, user] = await realCms()
      .users()
      .find({ id, params: { fields: ["username"], populate: ["role"] } });

    assert.deepEqual(
      [user?.username, Object.keys(user ?? {}).sort(), typeof user?.role],
      [username, ["documentId", "id", "role", "username"], "object"],
    );
  });

  it("me: GET /api/users/me answers the user that the token belongs to, meta is null", async () => {
    const [error, user, meta] = await realCms(tokens().user).users().me();

    assert.deepEqual([error, meta], [null, null]);
    assert.ok([user?.username, user?.email].includes(serviceUser().identifier));
  });

  it("me: takes fields", async () => {
    const [, user] = await realCms(tokens().user)
      .users()
      .me({ params: { fields: ["username"] } });

    assert.deepEqual(Object.keys(user ?? {}).sort(), ["documentId", "id", "username"]);
  });

  it("me: an API token belongs to no user, and the error says so", async () => {
    const [error, ...rest] = await realCms().users().me();

    assert.deepEqual([error?.name, ...rest], ["UnauthorizedError", null, null]);
  });

  it("count: GET /api/users/count answers a number, meta is null", async () => {
    const all = (await must("GET", "/users")) as unknown[];

    const result = await realCms().users().count();

    assert.deepEqual(result, [null, all.length, null]);
  });

  it("count: takes filters", async () => {
    const { id } = await makeUser();

    const [, none] = await realCms()
      .users()
      .count({ params: { filters: { id: { $eq: id }, blocked: { $eq: true } } } });

    assert.equal(none, 0);
  });

  it("create: POST /api/users takes the raw data and answers the created user, meta is null", async () => {
    const username = unique("user");
    const email = `${username}@example.com`;
    const role = (await authenticatedRole()).id;
    const data = { username, email, password: "Secret-1", role, confirmed: true };

    const [error, user, meta] = await realCms().users().create({ data });

    const there = await userOf(user?.id ?? 0);
    assert.deepEqual([error, meta], [null, null]);
    assert.deepEqual(
      [there?.["username"], there?.["email"], there?.["confirmed"]],
      [username, email, true],
    );
  });

  it("update: PUT /api/users/<id> takes the raw data and answers the updated user, meta is null", async () => {
    const { id, email } = await makeUser();
    const username = unique("renamed");

    const [error, user, meta] = await realCms().users().update({ id, data: { username } });

    const there = await userOf(id);
    assert.deepEqual([error, user?.username, meta], [null, username, null]);
    assert.deepEqual([there?.["username"], there?.["email"]], [username, email]);
  });

  it("delete: DELETE /api/users/<id> answers the deleted user, meta is null", async () => {
    const { id, username } = await makeUser();

    const [error, user, meta] = await realCms().users().delete({ id });

    assert.deepEqual([error, user?.username, meta], [null, username, null]);
    assert.equal(await userOf(id), undefined);
  });
});
