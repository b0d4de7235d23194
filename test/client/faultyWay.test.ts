import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { Cms } from "../../src/client/index.ts";
import { startFaultyWay } from "../support/faultyWay.ts";
import type { Fault, FaultyWay } from "../support/faultyWay.ts";
import { empty, json, startLoopback } from "../support/loopback.ts";
import type { Loopback } from "../support/loopback.ts";

const documentId = "tea1";
const payload = { data: { title: "Tea" } };

describe("The faulty way to a service", () => {
  let service: Loopback;
  let way: FaultyWay;
  let cms: Cms;
  beforeEach(async () => {
    service = await startLoopback();
    service.answer(json({ data: { documentId, title: "Tea" }, meta: {} }));
    way = await startFaultyWay(service.url);
    cms = createCms({ baseUrl: way.url, retries: 0 });
  });
  afterEach(async () => {
    await cms.close();
    await way.stop();
    await service.stop();
  });

  /** What a write comes to for the client and how often the service got it, once all is quiet. */
  const write = async (timeoutMs = 15_000) => {
    const articles = cms.collection("articles");
    const [error, data] = await articles.update({ documentId, payload, timeoutMs });
    await way.untilQuiet();
    return { outcome: error?.name ?? data, reached: service.requests.length };
  };
  const answered = { documentId, title: "Tea" };

  type Row = readonly [fault: Fault | undefined, outcome: unknown, reached: number];
  const rows: Readonly<Record<string, Row>> = {
    "passes a write on and its answer back": [undefined, answered, 1],
    "drops a request before the service hears of it": [
      { kind: "request dropped" },
      "NetworkError",
      0,
    ],
    "cuts a request, which the service then does not do": [
      { kind: "request cut" },
      "NetworkError",
      0,
    ],
    "brings a request a little late": [{ kind: "request delayed", milliseconds: 20 }, answered, 1],
    "brings a request when nobody waits for it any more": [
      { kind: "request delayed", milliseconds: 400 },
      "TimeoutError",
      1,
    ],
    "brings a request twice": [{ kind: "request doubled" }, answered, 2],
    "drops the answer to what the service has done": [
      { kind: "answer dropped" },
      "NetworkError",
      1,
    ],
    "cuts the answer to what the service has done": [{ kind: "answer cut" }, "NetworkError", 1],
    "brings an answer a little late": [{ kind: "answer delayed", milliseconds: 20 }, answered, 1],
    "brings an answer when nobody waits for it any more": [
      { kind: "answer delayed", milliseconds: 400 },
      "TimeoutError",
      1,
    ],
    "puts a gateway's page in place of the answer to what the service has done": [
      { kind: "answer replaced", status: 504 },
      "HttpError",
      1,
    ],
  };
  for (const [title, [fault, outcome, reached]] of Object.entries(rows)) {
    it(title, async () => {
      way.meet(() => fault);

      const found = await write(outcome === "TimeoutError" ? 200 : undefined);

      const [passage] = way.passages;
      assert.deepEqual(
        [found, way.passages.length, passage?.fault, passage?.body, passage?.statuses.length],
        [{ outcome, reached }, 1, fault, payload, reached],
      );
    });
  }

  it("meets only the requests that the test chooses, on connections that stay open", async () => {
    way.meet(({ method }) => (method === "PUT" ? { kind: "request dropped" } : undefined));

    const outcomes = [await write(), await cms.collection("articles").find({ documentId })];

    assert.deepEqual(outcomes, [{ outcome: "NetworkError", reached: 0 }, [null, answered, {}]]);
  });

  it("passes on what stands on the wire: path, query, token, and an answer without a body", async () => {
    service.answer(empty());
    const own = createCms({ baseUrl: way.url, token: "secret" });

    const [error] = await own
      .collection("articles")
      .delete({ documentId, params: { locale: "*" } });
    await own.close();

    const [{ method, path, query, headers }] = service.requests as [Loopback["requests"][number]];
    assert.deepEqual(
      [error, method, path, query, headers.authorization],
      [null, "DELETE", `/api/articles/${documentId}`, { locale: "*" }, "Bearer secret"],
    );
  });

  it("lets the client hear nothing where the service itself hangs up", async () => {
    await service.stop();

    const { outcome } = await write();

    assert.equal(outcome, "NetworkError");
  });
});
