import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import { startHostile } from "../support/hostile.ts";
import { misbehaviours } from "../support/misbehaviours.ts";
import type { Article } from "./loopbackCms.ts";
import { owning } from "./owning.ts";

describe("A page of documents that are none", () => {
  const own = owning();

  for (const behaviour of ["data that is no document", "documents whose ids are no texts"]) {
    it(`ends a reading of all pages with a ParseError, or is passed on, for ${behaviour}`, async () => {
      const service = own(await startHostile());
      service.behave(misbehaviours(service.elsewhere.url)[behaviour]!);
      const articles = own(createCms({ baseUrl: service.url })).collection<Article>("articles");

      const [error] = await articles.findMany({ all: true });
      let last: string | undefined;
      for await (const [failed] of articles.pages()) last = failed?.name;

      assert.match(error?.name ?? "none", /^(none|ParseError)$/);
      assert.match(last ?? "none", /^(none|ParseError)$/);
    });
  }

  it("is a ParseError of an upsert that finds such a one, and nothing is written", async () => {
    const service = own(await startHostile());
    service.behave({
      answer: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 16\r\n\r\n{"data":[[1,2]]}');
      },
    });
    const articles = own(createCms({ baseUrl: service.url })).collection<Article>("articles");

    const [error] = await articles.upsert({
      payload: { data: { title: "Tea" } },
      filters: { title: { $eq: "Tea" } },
    });

    assert.equal(error?.name, "ParseError");
    assert.deepEqual(
      service.requests.map(({ method }) => method),
      ["GET"],
    );
  });
});
