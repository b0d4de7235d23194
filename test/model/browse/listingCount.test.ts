import assert from "node:assert/strict";
import { unreachable } from "../outcomes.ts";
import { listed } from "./listings.ts";
import { gate, Shelf } from "./shelf.ts";

describe("ContentList.count", () => {
  it("ContentList.count reads the total once, before the first page is read", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);

    await Promise.all([listing.count(), listing.count()]);
    await listing.count();

    assert.deepEqual([listing.view.total, shelf.counts, shelf.pageRequests], [3, 1, []]);
  });

  it("ContentList.count sends no request when a page returned the total, and counts again after a reset", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();
    await listing.count();
    const before = shelf.counts;

    shelf.rows = [];
    listing.reset();
    await listing.count();

    assert.deepEqual([before, shelf.counts, listing.view.total], [0, 1, 0]);
  });

  it("ContentList.count leaves the total unknown, without a failure or a retry, when the request fails", async () => {
    const shelf = new Shelf(["a"]);
    shelf.failure = unreachable;
    const listing = listed(shelf);

    await listing.count();
    await listing.count();

    const { total, failure } = listing.view;
    assert.deepEqual([total, failure, shelf.counts], [undefined, undefined, 1]);
  });

  it("ContentList.noteTotal shows a count before the first page, and that a loaded list has changed since", async () => {
    const listing = listed(new Shelf(["a", "b", "c"]));
    await listing.noteTotal(Promise.resolve(3));
    const before = listing.view;

    await listing.open();
    await listing.noteTotal(Promise.resolve(3));
    const same = listing.view;
    await listing.noteTotal(Promise.resolve(4));

    const totals = [before, same, listing.view].map(({ total, hasMoved }) => [total, hasMoved]);
    assert.deepEqual(totals, [
      [3, false],
      [3, false],
      [4, true],
    ]);
  });

  it("ContentList.noteTotal drops a count of a list that was cleared in the meantime, for another filter", async () => {
    const slow = gate();
    const listing = listed(new Shelf(["a", "b", "c"]));

    const noting = listing.noteTotal(slow.opened.then(() => 3));
    listing.clear();
    slow.open();
    await noting;

    assert.equal(listing.view.total, undefined);
  });

  it("ContentList knows the total with the last page where the service returns none", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    shelf.isCounted = false;
    const listing = listed(shelf);

    await listing.open();
    const first = listing.view.total;
    await listing.more();

    assert.deepEqual([first, listing.view.total], [undefined, 3]);
  });

  it("ContentList.count keeps the total of the page when the count arrives later", async () => {
    const slow = gate();
    const shelf = new Shelf(["a", "b", "c"]);
    shelf.countGate = slow.opened;
    const listing = listed(shelf);

    const counting = listing.count();
    await listing.open();
    shelf.rows = [];
    slow.open();
    await counting;

    assert.deepEqual([listing.view.total, listing.view.hasMoved], [3, false]);
  });
});
