import assert from "node:assert/strict";
import { exportRecords } from "../../../src/model/export/recordExport.ts";
import { exportable } from "../../../src/model/export/exportable.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { hangUp } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import type { TestModel } from "../testModel.ts";
import { magazine, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { allOf, exported, matching } from "./exports.ts";

const busy: Reply = (response) => {
  response.writeHead(429, { "retry-after": "0" }).end();
};
const broken: Reply = (response) => {
  response.writeHead(500).end();
};

describe("Export with a failing service", () => {
  let faults: Faults;
  let model: TestModel;

  beforeEach(async () => {
    faults = await startFaults(magazine().url);
    model = openModel({ url: faults.url });
  });
  afterEach(async () => {
    await faults.stop();
  });

  /** Exports the titles of all articles. `meets` runs after the first page. */
  async function exportTitles(meets: () => void, signal?: AbortSignal) {
    const counts: number[] = [];
    const result = await exported(model, matching(model, "articles"), {
      format: "json",
      names: ["title"],
      ...(signal && { signal }),
      onCount: (count) => {
        if (counts.push(count) === 1) meets();
      },
    });
    return { ...result, firstPage: counts[0] ?? 0 };
  }

  for (const [what, fault, name] of [
    ["the connection breaks", hangUp, "NetworkError"],
    ["the service answers 429", busy, "RateLimitError"],
    ["the service answers 500", broken, "HttpError"],
  ] as const) {
    it(`an export leaves a valid file with the earlier records and reports the reason when ${what}`, async () => {
      const { outcome, count, firstPage, failure, text } = await exportTitles(() => {
        faults.inject(/GET \/\w+\/articles/, fault);
      });

      const records = JSON.parse(text) as unknown[];
      assert.deepEqual([outcome, records.length], ["failed", count]);
      assert.ok(firstPage > 0 && count >= firstPage && failure?.code === "service");
      assert.equal(failure.error.name, name);
    });
  }

  it("an export retries when the service answers 429 once", async () => {
    let refusals = 0;

    const { outcome, text, count } = await exportTitles(() => {
      faults.inject(/GET \/\w+\/articles/, (response, request) => {
        refusals += 1;
        faults.heal();
        busy(response, request);
      });
    });

    assert.deepEqual([outcome, refusals], ["whole", 1]);
    assert.equal(
      new Set((JSON.parse(text) as { documentId: string }[]).map((record) => record.documentId))
        .size,
      count,
    );
  });

  it("an export leaves a valid file with the written records when the user cancels", async () => {
    const cancelling = new AbortController();

    const { outcome, count, firstPage, text } = await exportTitles(() => {
      cancelling.abort();
    }, cancelling.signal);

    assert.ok(firstPage > 0);
    assert.deepEqual([outcome, count], ["cancelled", firstPage]);
    assert.equal((JSON.parse(text) as unknown[]).length, firstPage);
  });

  it("an export writes nothing when it fails before the first record", async () => {
    const { collection, groups } = await allOf(model, "articles");
    const from = must(await exportable(collection, model));
    const writes: string[] = [];
    const write = (text: string) => {
      writes.push(text);
      return Promise.resolve(undefined);
    };
    faults.inject(/GET \/\w+\/articles/, broken);

    const came = await exportRecords({ groups, exportable: from, format: "csv" }, { write });

    assert.deepEqual([came.outcome, came.count, writes], ["failed", 0, []]);
  });

  it("an export reports a truncated file when the disk is too full for its end", async () => {
    const { collection, groups } = await allOf(model, "articles");
    const from = { ...must(await exportable(collection, model)), names: ["title"] };
    const quota = { pages: 1, end: 0 };
    const texts: string[] = [];
    const write = (text: string) => {
      const isEnd = text.startsWith("\n");
      const isThere = isEnd ? quota.end-- > 0 : quota.pages-- > 0;
      if (isThere) texts.push(text);
      return Promise.resolve(isThere ? undefined : "no space left on device");
    };

    const cut = await exportRecords({ groups, exportable: from, format: "json" }, { write });
    Object.assign(quota, { pages: 1, end: 1 });
    texts.splice(0);
    const ended = await exportRecords({ groups, exportable: from, format: "json" }, { write });

    assert.deepEqual(
      [cut.outcome, cut.isTruncated, ended.outcome, ended.isTruncated],
      ["failed", true, "failed", undefined],
    );
    assert.equal((JSON.parse(texts.join("")) as unknown[]).length, ended.count);
  });

  it("an export stops requesting pages when the file can't be written", async () => {
    const { collection, groups } = await allOf(model, "articles");
    const whole = must(await exportable(collection, model));
    const write = () => Promise.resolve("no space left on device");
    const before = model.sent("GET").length;

    const came = await exportRecords(
      { groups, exportable: { ...whole, names: ["title"] }, format: "ndjson" },
      { write },
    );

    const failure = { code: "not-written", why: "no space left on device" };
    assert.deepEqual(came, { outcome: "failed", count: 0, failure, leftOut: [] });
    // At most three requests are allowed: the page, its published versions, and the next page.
    assert.ok(model.sent("GET").length - before <= 3);
  });
});
