import assert from "node:assert/strict";
import { errorSummary, untyped } from "./found.ts";
import { authenticatedRole, makeUser } from "./made.ts";
import { realCms, unique } from "./realCms.ts";
import { noSuchRole, roleTypeOf } from "./roles.ts";
import { facts, itFact } from "../services/facts.ts";

const users = () => realCms().users();

interface Role {
  readonly id: number;
  readonly documentId: string;
}

describe("Creating a user", () => {
  let role: Role;
  before(async () => {
    role = await authenticatedRole();
  });
  const create = async (data: object) => {
    const username = unique("user");
    const whole = {
      username,
      email: `${username}@example.com`,
      password: "Secret-1",
      role: role.id,
    };
    return users().create({ data: untyped({ ...whole, ...data }) });
  };

  const roles: readonly (readonly [sentence: string, of: () => unknown])[] = [
    ["an id", () => role.id],
    ["an id as a string", () => String(role.id)],
    ["a documentId", () => role.documentId],
    ["connect with an id", () => ({ connect: [{ id: role.id }] })],
    ["connect with a documentId", () => ({ connect: [{ documentId: role.documentId }] })],
  ];
  for (const [sentence, of] of facts(roles)) {
    it(`creating a user accepts the role as ${sentence}, and returns it`, async () => {
      const [error, user] = await create({ role: of() });

      assert.deepEqual([error, roleTypeOf(user)], [null, "authenticated"]);
    });
  }

  it("creating a user writes the email in lower case, sets provider and confirmed, and drops unknown keys", async () => {
    const email = `${unique("User")}@Example.COM`;

    const [, user] = await create({ email, provider: "x", bogus: 1 });

    const { email: written, provider, confirmed, blocked } = user ?? {};
    assert.deepEqual(
      { written, provider, confirmed, blocked, hasBogus: "bogus" in (user ?? {}) },
      {
        ...{ written: email.toLowerCase(), provider: "local", confirmed: false },
        ...{ blocked: false, hasBogus: false },
      },
    );
  });

  type Refused = readonly [sentence: string, data: () => object, message: string, path?: string[]];
  const refusals: readonly Refused[] = [
    ["a missing role", () => ({ role: undefined }), "role is a required field", ["role"]],
    ["a missing email", () => ({ email: undefined }), "email is a required field", ["email"]],
    [
      "a missing username",
      () => ({ username: undefined }),
      "username is a required field",
      ["username"],
    ],
    [
      "a missing password",
      () => ({ password: undefined }),
      "password is a required field",
      ["password"],
    ],
    ["an invalid email", () => ({ email: "no" }), "email must be a valid email", ["email"]],
    [
      "a role as an object",
      () => ({ role: { id: role.id } }),
      "role.connect is a required field",
      ["role", "connect"],
    ],
    [
      "a role in set",
      () => ({ role: { set: [role.id] } }),
      "role.connect is a required field",
      ["role", "connect"],
    ],
    ["an unknown role", () => ({ role: 99_999 }), noSuchRole],
    ["a short password", () => ({ password: "abc" }), "password must be at least 6 characters"],
    ["a short username", () => ({ username: "ab" }), "username must be at least 3 characters"],
  ];
  for (const [sentence, data, message, path] of facts(refusals)) {
    it(`creating a user rejects ${sentence}`, async () => {
      const [error] = await create(data());

      const issues = error?.name === "ValidationError" ? error.issues : [];
      assert.deepEqual(
        [errorSummary(error), issues],
        [["ValidationError", 400, message], path ? [{ path, message }] : []],
      );
    });
  }

  it("creating a user rejects an email or a username of another user", async () => {
    const { email, username } = await makeUser();

    const errors = [(await create({ email }))[0], (await create({ username }))[0]].map(
      errorSummary,
    );

    assert.deepEqual(errors, [
      ["ValidationError", 400, "Email already taken"],
      ["ValidationError", 400, "This attribute must be unique"],
    ]);
  });

  itFact("creating a user rejects empty and wrapped data, with four missing fields", async () => {
    for (const data of [{}, { data: { username: unique("user") } }]) {
      const [error] = await users().create({ data: untyped(data) });

      const issues = error?.name === "ValidationError" ? error.issues : [];
      assert.deepEqual(
        [error?.message, issues.map(({ path }) => path.join())],
        ["4 errors occurred", ["email", "username", "password", "role"]],
      );
    }
  });
});
