import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import type { Cms } from "../../../src/client/index.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { ReadFailure } from "../../../src/model/reading/readOptions.ts";
import { readPart, readWhole } from "../../../src/model/reading/readRequests.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { deepest, deepKitchen } from "../deepKitchen.ts";
import { unlearned } from "../unlearned.ts";
import { writeDraft } from "../../../src/model/writing/writer.ts";

describe("Document read in parts", () => {
  let service: Loopback;
  let cms: Cms;
  beforeEach(async () => {
    service = await startLoopback();
    cms = createCms({ baseUrl: service.url, retries: 0 });
  });
  afterEach(async () => {
    await cms.close();
    await service.stop();
  });

  const typed = () => ({
    cms,
    type: deepest,
    catalog: deepKitchen,
    ...unlearned(),
  });
  const read = () =>
    readWhole<JsonObject, ReadFailure>(typed(), (shape) =>
      readPart(typed(), { documentId: "tea1", status: "draft", ...shape }),
    );
  /** Answers each request with the attributes that it populates. */
  const answering = (versionOf: (request: number) => string, refused?: number) => {
    let request = 0;
    service.answer((response, received) => {
      request += 1;
      const { populate } = received.query as { populate?: Record<string, unknown> };
      const isRefused = request === refused;
      const relations: JsonObject = Object.fromEntries(
        Object.keys(populate ?? {}).map((name) => [name, { id: 1 }]),
      );
      const row = { documentId: "tea1", updatedAt: versionOf(request), title: "Tea", ...relations };
      const answer = json({ data: row }, isRefused ? 403 : 200);
      answer(response, received);
    });
  };

  it("a document read in parts contains everything that any part contains", async () => {
    answering(() => "1");

    const [, whole] = await read();

    assert.ok(service.requests.length > 1);
    assert.deepEqual(Object.keys(whole ?? {}).sort(), [
      "documentId",
      "file",
      "files",
      "localizations",
      "many",
      "one",
      "part",
      "parts",
      "title",
      "updatedAt",
      "zone",
    ]);
  });

  it("a document read in parts is read again when another user changed it between two parts", async () => {
    answering((request) => (request === 1 ? "1" : "2"));

    const [, whole] = await read();

    assert.equal(whole?.["updatedAt"], "2");
  });

  it("a document read in parts fails when one part fails", async () => {
    answering(() => "1", 2);

    const [failure] = await read();

    assert.ok(failure?.code === "service");
    assert.equal(failure.error.name, "ForbiddenError");
  });

  it("a write counts as done when only the read in parts after it fails", async () => {
    answering(() => "1", 3);

    const [failure] = await writeDraft(typed(), { documentId: "tea1", data: {} });

    assert.equal(failure?.code, "service");
    assert.deepEqual([failure.error.name, failure.arrived], ["ForbiddenError", "unknown"]);
    assert.equal(service.requests.filter(({ method }) => method === "PUT").length, 1);
  });
});
