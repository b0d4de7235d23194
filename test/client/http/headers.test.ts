import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { json } from "../../support/loopback.ts";
import { loopbackCms, token } from "../loopbackCms.ts";

const headersOf = ({ authorization, "content-type": type }: IncomingHttpHeaders) => [
  authorization,
  type,
];

describe("Request headers", () => {
  const at = loopbackCms();

  it("request headers contain the token, and no content type without a body", async () => {
    at.service.answer(json([]));

    await at.cms.users().findMany();
    await at.cms.users().delete({ id: 1 });

    assert.deepEqual(
      at.service.requests.map(({ headers }) => headersOf(headers)),
      Array(2).fill([`Bearer ${token}`, undefined]),
    );
  });

  it("request headers contain the content type application/json for a body", async () => {
    at.service.answer(json({ data: {} }));

    await at.cms.single("homepage").publish();
    await at.cms.users().create({ data: {} as never });

    assert.deepEqual(
      at.service.requests.map(({ headers }) => headersOf(headers)),
      Array(2).fill([`Bearer ${token}`, "application/json"]),
    );
  });
});

describe("Request headers, without a token", () => {
  const at = loopbackCms({ token: "" });

  it("request headers contain no authorization without a token", async () => {
    at.service.answer(json([]));

    await at.cms.users().findMany();

    assert.deepEqual(
      at.service.requests.map(({ headers }) => headersOf(headers)),
      [[undefined, undefined]],
    );
  });
});
