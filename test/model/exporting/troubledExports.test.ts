import assert from "node:assert/strict";
import { exportRecords } from "../../../src/model/bulk/exporting/exporting.ts";
import { exportable } from "../../../src/model/bulk/exporting/exportable.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { hangUp } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import type { Desk } from "../desk.ts";
import { magazine, openDesk } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { exported, matching } from "./exports.ts";

const busy: Reply = (response) => {
  response.writeHead(429, { "retry-after": "0" }).end();
};
const broken: Reply = (response) => {
  response.writeHead(500).end();
};

describe("An export on a way where things go wrong", () => {
  let faults: Faults;
  let desk: Desk;

  beforeEach(async () => {
    faults = await startFaults(magazine().url);
    desk = openDesk({ url: faults.url });
  });
  afterEach(async () => {
    await faults.stop();
  });

  /** Exports the titles of all articles; after the first page, that meets what is asked for then. */
  const exportTitles = (meets: () => void) =>
    exported(desk, matching(desk, "articles"), {
      format: "json",
      names: ["title"],
      onCount: (count) => {
        if (count === 100) meets();
      },
    });

  for (const [what, fault, name] of [
    ["the service goes away", hangUp, "NetworkError"],
    ["the service has had enough of requests", busy, "RateLimitError"],
    ["a page fails", broken, "HttpError"],
  ] as const) {
    it(`that ends since ${what} has written what came before, says why, and is valid`, async () => {
      const { outcome, count, failure, text } = await exportTitles(() => {
        faults.inject(/GET \/\w+\/articles/, fault);
      });

      const records = JSON.parse(text) as unknown[];
      assert.deepEqual([outcome, records.length], ["failed", count]);
      assert.ok(count >= 100 && failure?.code === "service");
      assert.equal(failure.error.name, name);
    });
  }

  it("goes on where the service was too busy for a moment", async () => {
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
      new Set((JSON.parse(text) as { documentId: string }[]).map((one) => one.documentId)).size,
      count,
    );
  });

  it("that is cancelled keeps what was written, and is valid", async () => {
    const cancelling = new AbortController();

    const { outcome, count, text } = await exported(desk, matching(desk, "articles"), {
      format: "json",
      names: ["title"],
      signal: cancelling.signal,
      onCount: () => {
        cancelling.abort();
      },
    });

    assert.deepEqual([outcome, count], ["cancelled", 100]);
    assert.equal((JSON.parse(text) as unknown[]).length, 100);
  });

  it("writes nothing where it fails before the first record", async () => {
    const meant = matching(desk, "articles");
    const from = must(await exportable(meant.place, desk));
    const writes: string[] = [];
    const write = (text: string) => {
      writes.push(text);
      return Promise.resolve(undefined);
    };
    faults.inject(/GET \/\w+\/articles/, broken);

    const came = await exportRecords(
      { target: meant, exportable: from, format: "csv" },
      { write },
      desk,
    );

    assert.deepEqual([came.outcome, came.count, writes], ["failed", 0, []]);
  });

  it("says where a full disk leaves it without its end", async () => {
    const meant = matching(desk, "articles");
    const from = { ...must(await exportable(meant.place, desk)), names: ["title"] };
    const room = { pages: 1, end: 0 };
    const texts: string[] = [];
    const write = (text: string) => {
      const isEnd = text.startsWith("\n");
      const isThere = isEnd ? room.end-- > 0 : room.pages-- > 0;
      if (isThere) texts.push(text);
      return Promise.resolve(isThere ? undefined : "no space left on device");
    };

    const cut = await exportRecords(
      { target: meant, exportable: from, format: "json" },
      { write },
      desk,
    );
    Object.assign(room, { pages: 1, end: 1 });
    texts.splice(0);
    const ended = await exportRecords(
      { target: meant, exportable: from, format: "json" },
      { write },
      desk,
    );

    assert.deepEqual(
      [cut.outcome, cut.isTruncated, ended.outcome, ended.isTruncated],
      ["failed", true, "failed", undefined],
    );
    assert.equal((JSON.parse(texts.join("")) as unknown[]).length, ended.count);
  });

  it("ends where the file can't be written, and asks for nothing more", async () => {
    const meant = matching(desk, "articles");
    const whole = must(await exportable(meant.place, desk));
    const write = () => Promise.resolve("no space left on device");
    const before = desk.sent("GET").length;

    const came = await exportRecords(
      { target: meant, exportable: { ...whole, names: ["title"] }, format: "ndjson" },
      { write },
      desk,
    );

    const failure = { code: "not-written", why: "no space left on device" };
    assert.deepEqual(came, { outcome: "failed", count: 0, failure });
    // The page, what is published of it, and the page that was asked for meanwhile.
    assert.ok(desk.sent("GET").length - before <= 3);
  });
});
