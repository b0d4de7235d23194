import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { json } from "../support/loopback.ts";
import { loopbackCms, token } from "./loopbackCms.ts";

const shown = ({ authorization, "content-type": type }: IncomingHttpHeaders) => [
  authorization,
  type,
];

describe("The headers of a request", () => {
  const at = loopbackCms();

  it("carry the token, and no content type where there is no body", async () => {
    at.service.answer(json([]));

    await at.cms.users().findMany();
    await at.cms.users().delete({ id: 1 });

    assert.deepEqual(
      at.service.requests.map(({ headers }) => shown(headers)),
      Array(2).fill([`Bearer ${token}`, undefined]),
    );
  });

  it("say that a body is JSON", async () => {
    at.service.answer(json({ data: {} }));

    await at.cms.single("homepage").publish();
    await at.cms.users().create({ data: {} });

    assert.deepEqual(
      at.service.requests.map(({ headers }) => shown(headers)),
      Array(2).fill([`Bearer ${token}`, "application/json"]),
    );
  });
});

describe("The headers of a request without a token", () => {
  const at = loopbackCms({ token: "" });

  it("carry no authorization", async () => {
    at.service.answer(json([]));

    await at.cms.users().findMany();

    assert.deepEqual(
      at.service.requests.map(({ headers }) => shown(headers)),
      [[undefined, undefined]],
    );
  });
});
