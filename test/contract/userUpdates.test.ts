import assert from "node:assert/strict";
import { errorSummary, untyped } from "./found.ts";
import { authenticatedRole, makeUser, userOf } from "./made.ts";
import { must, realCms, send, unique } from "./realCms.ts";
import { noSuchRole, roleTypeOf } from "./roles.ts";
import { facts, itFact } from "../services/facts.ts";

const users = () => realCms().users();

interface Role {
  readonly id: number;
  readonly documentId: string;
}

describe("Updating a user", () => {
  let role: Role;
  before(async () => {
    role = await authenticatedRole();
  });

  const roles: readonly (readonly [sentence: string, of: () => unknown])[] = [
    ["an id", () => role.id],
    ["the result of a read", () => role],
    ["connect", () => ({ connect: [{ id: role.id }] })],
  ];
  for (const [sentence, of] of facts(roles)) {
    it(`updating a user accepts the role as ${sentence}, and returns it`, async () => {
      const { id } = await makeUser();

      const [error, user] = await users().update({ id, data: untyped({ role: of() }) });

      assert.deepEqual([error, roleTypeOf(user)], [null, "authenticated"]);
    });
  }

  type Refused = readonly [sentence: string, data: () => object, message: string];
  const object = "role must be a `object` type, but the final value was: `null`.";
  const refusals: readonly Refused[] = [
    ["a role of null", () => ({ role: null }), object],
    [
      "a disconnected role",
      () => ({ role: { disconnect: [{ id: role.id }] } }),
      "Cannot remove role",
    ],
    ["an unknown role", () => ({ role: 99_999 }), noSuchRole],
    ["a password of null", () => ({ password: null }), "password.notNull"],
    ["an empty password", () => ({ password: "" }), "password.notNull"],
  ];
  for (const [sentence, data, message] of facts(refusals)) {
    it(`updating a user rejects ${sentence}`, async () => {
      const { id } = await makeUser();

      const [error] = await users().update({ id, data: untyped(data()) });

      assert.deepEqual(errorSummary(error), ["ValidationError", 400, message]);
    });
  }

  itFact("updating a user rejects a username or an email of another user", async () => {
    const [{ id }, other] = [await makeUser(), await makeUser()];

    const errors = [
      (await users().update({ id, data: { username: other.username } }))[0],
      (await users().update({ id, data: { email: other.email } }))[0],
    ];

    assert.deepEqual(errors.map(errorSummary), [
      ["ValidationError", 400, "Username already taken"],
      ["ValidationError", 400, "Email already taken"],
    ]);
  });

  itFact(
    "updating a user changes only the time for empty data, unknown keys and wrapped data",
    async () => {
      const { id } = await makeUser();
      const before = await userOf(id);

      for (const data of [{}, { bogus: 1 }, { data: { username: "wrapped" } }]) {
        const [error] = await users().update({ id, data: untyped(data) });
        assert.equal(error, null);
      }

      const times = { updatedAt: 0, publishedAt: 0 };
      const after = await userOf(id);
      assert.deepEqual({ ...after, ...times }, { ...before, ...times });
      assert.ok(String(after?.["updatedAt"]) > String(before?.["updatedAt"]));
    },
  );

  it("updating a user changes only the time when the result of a read is written back", async () => {
    const { id } = await makeUser();
    const before = (await must("GET", `/users/${id}?populate=role`)) as Record<string, unknown>;

    const [error] = await users().update({ id, data: untyped(before) });

    const after = (await must("GET", `/users/${id}?populate=role`)) as object;
    const times = { updatedAt: 0, publishedAt: 0 };
    assert.equal(error, null);
    assert.deepEqual({ ...after, ...times }, { ...before, ...times });
  });

  itFact("updating a user changes documentId and createdAt, and fails for another id", async () => {
    const { id } = await makeUser();
    const data = { documentId: unique("own"), createdAt: "2020-01-01T00:00:00.000Z" };

    const [, user] = await users().update({ id, data: untyped(data) });
    const [error] = await users().update({ id, data: untyped({ id: id + 100_000 }) });

    const { documentId, createdAt } = (await userOf(id)) ?? {};
    assert.deepEqual(
      [(user as object as { documentId: string }).documentId, { documentId, createdAt }],
      [data.documentId, data],
    );
    assert.deepEqual(errorSummary(error), ["HttpError", 500, "Internal Server Error"]);
  });

  itFact("updating a user ignores updatedAt and publishedAt", async () => {
    const { id } = await makeUser();
    const long = "2020-01-01T00:00:00.000Z";

    await users().update({ id, data: untyped({ updatedAt: long, publishedAt: long }) });

    const { updatedAt, publishedAt } = (await userOf(id)) ?? {};
    assert.ok(String(updatedAt) > "2021" && String(publishedAt) > "2021");
  });

  itFact("updating a user returns 404 for the route of me", async () => {
    const { status, body } = await send("PUT", "/users/me", { username: "me" });

    const { error } = body as { error: { message: string } };
    assert.deepEqual([status, error.message], [404, "User not found"]);
  });
});

describe("Deleting a user", () => {
  it("deleting a user returns it without the role, and an empty 204 the second time", async () => {
    const { id, username } = await makeUser();

    const [error, user] = await users().delete({ id });
    const [again] = await users().delete({ id });

    assert.deepEqual(
      [error, user?.username, user && "role" in user, again?.name, again?.status],
      [null, username, false, "NotFoundError", 204],
    );
  });

  itFact("deleting a user ignores fields and populate", async () => {
    const { id, email } = await makeUser();

    const { body } = await send("DELETE", `/users/${id}?fields=username&populate=role`);

    const user = body as { email: string };
    assert.deepEqual([user.email, "role" in user], [email, false]);
  });
});
