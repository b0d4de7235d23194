import assert from "node:assert/strict";
import { loopbackCms } from "../client/loopbackCms.ts";
import { empty, json } from "../support/loopback.ts";
import { realCms } from "./realCms.ts";

describe("Results of users()", () => {
  const none = 99_999_999;

  for (const method of ["find", "delete"] as const) {
    it(`${method} of users returns a NotFoundError for an empty body`, async () => {
      const [error, ...dataAndMeta] = await realCms().users()[method]({ id: none });

      assert.deepEqual(
        [error?.name, error?.status, ...dataAndMeta],
        ["NotFoundError", 204, null, null],
      );
    });
  }

  it("update of a missing user returns a NotFoundError", async () => {
    const [error, ...dataAndMeta] = await realCms().users().update({ id: none, data: {} });

    assert.deepEqual([error?.name, ...dataAndMeta], ["NotFoundError", null, null]);
  });

  describe("on a loopback server", () => {
    const at = loopbackCms();

    it("count of users returns 0 for a body that is no number", async () => {
      at.service.answer(json({ count: 3 }));

      assert.deepEqual(await at.cms.users().count(), [null, 0, null]);
    });

    it("me, create and update of users return a NotFoundError for an empty body", async () => {
      at.service.answer(empty(200));
      const users = at.cms.users();

      const results = [
        await users.me(),
        await users.create({ data: {} as never }),
        await users.update({ id: 1, data: {} }),
      ];

      assert.deepEqual(
        results.map(([error, ...dataAndMeta]) => [error?.name, ...dataAndMeta]),
        Array(3).fill(["NotFoundError", null, null]),
      );
    });
  });
});
