import assert from "node:assert/strict";
import type { Cms, CmsError } from "../../src/client/index.ts";
import { empty, json } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";

const ada = {
  id: 1,
  username: "ada",
  email: "ada@example.com",
  provider: "local",
  confirmed: true,
  blocked: false,
};

type Call = (cms: Cms) => Promise<readonly [CmsError | null, unknown, unknown]>;

const calls: Readonly<Record<string, Call>> = {
  find: (cms) => cms.users().find({ id: 1 }),
  me: (cms) => cms.users().me(),
  create: (cms) => cms.users().create({ data: {} as never }),
  update: (cms) => cms.users().update({ id: 1, data: {} }),
  delete: (cms) => cms.users().delete({ id: 1 }),
};

describe("Results of users()", () => {
  const at = loopbackCms();

  it("findMany of users returns the list without meta", async () => {
    at.service.answer(json([ada]));

    const result = await at.cms.users().findMany();

    assert.deepEqual(result, [null, [ada], null]);
  });

  for (const [name, call] of Object.entries(calls)) {
    it(`${name} returns the user without meta`, async () => {
      at.service.answer(json(ada));

      const result = await call(at.cms);

      assert.deepEqual(result, [null, ada, null]);
    });

    for (const status of [200, 204]) {
      it(`${name} returns a NotFoundError for a ${status} with an empty body`, async () => {
        at.service.answer(empty(status));

        const [error, ...dataAndMeta] = await call(at.cms);

        assert.deepEqual(
          [error?.name, error?.status, ...dataAndMeta],
          ["NotFoundError", status, null, null],
        );
      });
    }

    it(`${name} returns a NotFoundError for null`, async () => {
      at.service.answer(json(null));

      const [error] = await call(at.cms);

      assert.equal(error?.name, "NotFoundError");
    });

    it(`${name} returns a ParseError for an answer without a user`, async () => {
      at.service.answer(json([ada]));

      const [error] = await call(at.cms);

      assert.equal(error?.name, "ParseError");
    });
  }

  it("findMany of users returns a ParseError for an answer without a list", async () => {
    at.service.answer(json({ data: [ada] }));

    const [error, ...dataAndMeta] = await at.cms.users().findMany();

    assert.deepEqual([error?.name, ...dataAndMeta], ["ParseError", null, null]);
  });
});

describe("users().count", () => {
  const at = loopbackCms();
  const counted = async (): Promise<unknown> => await at.cms.users().count();

  it("users().count returns a bare number", async () => {
    at.service.answer(json(12));

    assert.deepEqual(await counted(), [null, 12, null]);
  });

  for (const body of [{ count: 3 }, "12", [ada], null, true]) {
    it(`users().count returns 0 for ${JSON.stringify(body).slice(0, 20)}`, async () => {
      at.service.answer(json(body));

      assert.deepEqual(await counted(), [null, 0, null]);
    });
  }

  it("users().count returns 0 for an empty body", async () => {
    at.service.answer(empty());

    assert.deepEqual(await counted(), [null, 0, null]);
  });
});
