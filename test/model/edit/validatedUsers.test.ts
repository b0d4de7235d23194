import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import { userTypeOf } from "../../../src/model/schemas/userType.ts";
import { validateUser } from "../../../src/model/edit/validation.ts";
import { attributes, catalogOf, nora, untold } from "../writing/nora.ts";
import { reported } from "./findings.ts";

describe("Validation of users", () => {
  const catalog = catalogOf({
    ...attributes,
    username: { type: "string", required: true, minLength: 3 },
  });

  const findings = async (change: JsonObject, base: JsonObject = nora, of = catalog) => {
    const content = { ...base, ...change };
    const service = { type: userTypeOf(of, base), catalog: of, capabilities: new Capabilities() };
    return reported(await validateUser(content, service, base));
  };

  it("validation of users reports nothing for a user without changes", async () => {
    const opened = { ...nora, username: "n", articleCount: 12 };

    assert.deepEqual(await findings({}, opened), []);
  });

  it("validation of users reports invalid attributes as errors", async () => {
    const change = { username: "n", email: "nobody", blocked: "no", confirmed: null };

    assert.deepEqual(await findings(change), [
      "username: too-short",
      "email: not-an-email",
      "blocked: not-a-boolean",
    ]);
  });

  it("validation of users rejects a role without an id, a password and unknown keys", async () => {
    const change = { role: { name: "Editor" }, password: "secret1", bogus: 1, id: 8 };

    assert.deepEqual(await findings(change), [
      "id: service-owned",
      "role: needs-role",
      "password: password",
      "bogus: unknown-key",
    ]);
  });

  it("validation of users checks a new user", async () => {
    const change = { username: "", email: "nora@example.com", role: null };

    assert.deepEqual(await findings(change, {}), ["username: too-short", "role: needs-role"]);
  });

  it("validation checks the standard attributes when the schema of users can't be read", async () => {
    const change = { email: "nobody", nickname: 5 };

    assert.deepEqual(await findings(change, nora, untold), ["email: not-an-email"]);
  });
});
