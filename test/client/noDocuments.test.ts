import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import { startHostile } from "../support/hostile.ts";
import { misbehaviours } from "../support/misbehaviours.ts";
import type { Article } from "./loopbackCms.ts";
import { owning } from "./owning.ts";

describe("Invalid documents", () => {
  const endAfterTest = owning();

  for (const behaviour of ["data without a document", "documents with invalid ids"]) {
    it(`a page with invalid documents gives a ParseError or is passed on when all pages are read: ${behaviour}`, async () => {
      const service = endAfterTest(await startHostile());
      service.behave(misbehaviours(service.elsewhere.url)[behaviour]!);
      const articles = endAfterTest(createCms({ baseUrl: service.url })).collection<Article>(
        "articles",
      );

      const [error] = await articles.findMany({ all: true });
      let last: string | undefined;
      for await (const [failed] of articles.pages()) last = failed?.name;

      assert.match(error?.name ?? "none", /^(none|ParseError)$/);
      assert.match(last ?? "none", /^(none|ParseError)$/);
    });
  }

  it("a page with invalid documents makes upsert return a ParseError, without a write", async () => {
    const service = endAfterTest(await startHostile());
    service.behave({
      answer: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 16\r\n\r\n{"data":[[1,2]]}');
      },
    });
    const articles = endAfterTest(createCms({ baseUrl: service.url })).collection<Article>(
      "articles",
    );

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
