import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { Capabilities } from "../../../src/model/connections/capabilities.ts";
import { userTypeOf } from "../../../src/model/schemas/userType.ts";
import { validateUser } from "../../../src/model/changes/validation/validate.ts";
import { attributes, catalogOf, nora, untold } from "../saving/nora.ts";
import { told } from "./findings.ts";

describe("What is wrong in a user", () => {
  const catalog = catalogOf({
    ...attributes,
    username: { type: "string", required: true, minLength: 3 },
  });

  const findings = async (change: JsonObject, base: JsonObject = nora, of = catalog) => {
    const content = { ...base, ...change };
    const service = { type: userTypeOf(of, base), catalog: of, capabilities: new Capabilities() };
    return told(await validateUser(content, service, base));
  };

  it("is nothing as it was opened", async () => {
    const opened = { ...nora, username: "n", articleCount: 12 };

    assert.deepEqual(await findings({}, opened), []);
  });

  it("is told of what users have, as errors: they are live at once", async () => {
    const change = { username: "n", email: "nobody", blocked: "no", confirmed: null };

    assert.deepEqual(await findings(change), [
      "username: too-short",
      "email: not-an-email",
      "blocked: not-a-boolean",
    ]);
  });

  it("is a role by anything but its id, a password, and what users don't have", async () => {
    const change = { role: { name: "Editor" }, password: "secret1", bogus: 1, id: 8 };

    assert.deepEqual(await findings(change), [
      "id: service-owned",
      "role: needs-role",
      "password: password",
      "bogus: unknown-key",
    ]);
  });

  it("is told of a new user too", async () => {
    const change = { username: "", email: "nora@example.com", role: null };

    assert.deepEqual(await findings(change, {}), ["username: too-short", "role: needs-role"]);
  });

  it("is known of what all users have, where the service does not tell their type", async () => {
    const change = { email: "nobody", nickname: 5 };

    assert.deepEqual(await findings(change, nora, untold), ["email: not-an-email"]);
  });
});
