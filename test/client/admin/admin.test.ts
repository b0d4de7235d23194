import assert from "node:assert/strict";
import { inspect } from "node:util";
import { createAdmin, diagnose, hasPermission } from "../../../src/client/admin/index.ts";
import type { Cms } from "../../../src/client/index.ts";
import { json } from "../../support/loopback.ts";
import { loopbackCms } from "../loopbackCms.ts";

describe("./admin", () => {
  const at = loopbackCms({ token: "a-secret-token" });
  const foreign = { another: {}, null: null, undefined: undefined, text: "cms" };

  for (const [name, value] of Object.entries(foreign)) {
    it(`calls of ./admin throw a TypeError for a client that createCms didn't create: ${name}`, async () => {
      // The types reject it, but a caller without types can pass it.
      const cms = value as unknown as Cms;
      const message = "cms must be a client that createCms created.";
      const expected = { name: "TypeError", message };

      assert.throws(() => createAdmin(cms), expected);
      await assert.rejects(diagnose(cms), expected);
      await assert.rejects(hasPermission(cms, { method: "GET", path: ["articles"] }), expected);
    });
  }

  it("calls of ./admin throw a TypeError for a copy of a client", () => {
    assert.throws(() => createAdmin({ ...at.cms }), TypeError);
  });

  it("calls of ./admin use the options of their client", async () => {
    at.service.answer(json({ data: { id: 1 } }), json({ data: [] }));

    await createAdmin(at.cms).me();
    await hasPermission(at.cms, { method: "GET", path: ["articles"] });

    const tokens = at.service.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(tokens, Array(2).fill("Bearer a-secret-token"));
  });

  it("calls of ./admin add nothing to the client that a program or a log can see", () => {
    assert.deepEqual(
      [...Object.keys(at.cms), JSON.stringify(at.cms)],
      ["collection", "single", "users", "auth", "schema", "upload", "request", "close", "{}"],
    );
    assert.ok(!inspect(at.cms, { depth: 9 }).includes("a-secret-token"));
  });

  it("calls of ./admin return a RequestError for an unreadable input of hasPermission", async () => {
    const [error] = await hasPermission(at.cms, null as never);

    assert.equal(error?.name, "RequestError");
    assert.deepEqual(at.sent(), []);
  });
});
