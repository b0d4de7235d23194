import assert from "node:assert/strict";
import { ContentList, type Loading, type Row } from "../../../src/model/browse/contentList.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import { unreachable, why } from "../outcomes.ts";
import { row, Shelf } from "./shelf.ts";
import type { State } from "../../../src/model/content/publicationStatus.ts";

const published = (rows: readonly Row[]) =>
  Promise.resolve(done(new Map(rows.map(({ id }): [string, State] => [id, "published"]))));

/** A listing with this number of rows and its change events. The service returns 100 rows per page. */
function ofMany(count: number) {
  const shelf = new Shelf(
    Array.from({ length: count }, (_, at) => `row ${at}`),
    published,
  );
  const listing = new ContentList(
    () => Promise.resolve(done(shelf)),
    () => 25,
  );
  const redraws: number[] = [];
  listing.onDidChange((rows) => {
    if (!rows) redraws.push(listing.view.rows.length);
  });
  return { shelf, listing, redraws };
}

const all = (change: Partial<Loading> = {}): Loading => ({
  upTo: Infinity,
  signal: new AbortController().signal,
  tell: () => undefined,
  ...change,
});

describe("All rows of a listing", () => {
  it("loading all rows of a listing takes 100 at a time, with their statuses, and reports each step", async () => {
    const { shelf, listing } = ofMany(420);
    const reported: string[] = [];
    await listing.open();

    await listing.load(all({ tell: (count, total) => reported.push(`${count} of ${total}`) }));

    const { rows, hasMore } = listing.view;
    assert.deepEqual(
      shelf.pageRequests.map(({ start, limit }) => [start, limit]),
      [25, 125, 225, 325].reduce((ranges, start) => [...ranges, [start, 100]], [[0, 25]]),
    );
    assert.deepEqual(reported, ["125 of 420", "225 of 420", "325 of 420", "420 of 420"]);
    assert.deepEqual(
      [rows.length, new Set(rows.map(({ id }) => id)).size, hasMore],
      [420, 420, false],
    );
    assert.ok(
      rows.every((listRow) => listRow.kind === "document" && listRow.state === "published"),
    );
  });

  it("loading all rows of a listing reports changes less and less often, not once for each page", async () => {
    const { listing, redraws } = ofMany(10_000);
    await listing.open();

    await listing.load(all());

    assert.deepEqual(redraws, [25, 125, 325, 725, 1525, 3125, 6325, 10_000]);
  });

  it("loading all rows keeps the loaded ones without a failure when it is cancelled, and can resume", async () => {
    const { shelf, listing } = ofMany(420);
    const cancelling = new AbortController();
    await listing.open();

    const cancelled = await listing.load(
      all({
        signal: cancelling.signal,
        tell: () => cancelling.abort(),
      }),
    );
    const { rows, failure } = listing.view;
    await listing.more();

    assert.deepEqual([cancelled, rows.length, failure], [[null, null], 125, undefined]);
    assert.deepEqual([listing.view.rows.length, shelf.pageRequests.length], [150, 3]);
  });

  it("loading all rows keeps the loaded ones and reports the failure when a page fails, and can resume", async () => {
    const { shelf, listing } = ofMany(420);
    await listing.open();

    shelf.failure = unreachable;
    const failing = await listing.load(all());
    const { rows, failure } = listing.view;
    shelf.failure = undefined;
    await listing.load(all());

    assert.deepEqual(
      [why(failing), rows.length, failure?.code, listing.view.rows.length],
      ["no-connection", 25, "no-connection", 420],
    );
  });

  it("loading all rows of a listing stops at the given limit", async () => {
    const { listing } = ofMany(420);

    await listing.load(all({ upTo: 200 }));

    assert.deepEqual([listing.view.rows.length, listing.view.hasMore], [200, true]);
  });

  it("loading all rows stops when the listing is reset", async () => {
    const { shelf, listing } = ofMany(420);
    await listing.open();

    await listing.load(
      all({
        tell: () => {
          shelf.rows = [row("fresh")];
          listing.reset();
        },
      }),
    );
    const view = await listing.open();

    assert.deepEqual([view.rows.map(({ id }) => id), shelf.pageRequests.length], [["fresh"], 3]);
  });
});
