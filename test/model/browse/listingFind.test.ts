import assert from "node:assert/strict";
import { unreachable, why } from "../outcomes.ts";
import { listed } from "./listings.ts";
import { Shelf } from "./shelf.ts";
import { published, settled, rowsInShort } from "./shownRows.ts";

describe("ContentList.find", () => {
  it("ContentList.find adds the row after the loaded rows, with its publication status, with one request", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"], (rows) => Promise.resolve(published(rows)));
    const listing = listed(shelf);
    await listing.open();

    const outcome = await listing.find("e");
    await settled();

    assert.deepEqual([outcome[1]?.id, rowsInShort(listing).at(-1)], ["e", "e: published"]);
    assert.deepEqual([listing.view.rows.length, listing.view.hasMore], [3, true]);
    assert.deepEqual([shelf.pageRequests.length, shelf.previewed], [1, ["e"]]);
  });

  it("ContentList.find sends no request when the row is loaded or was found before", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);

    await listing.find("a");
    await listing.find("e");
    await listing.find("e");

    assert.deepEqual([shelf.previewed, rowsInShort(listing)], [["e"], ["a", "b", "e"]]);
  });

  it("ContentList.find keeps the found row last, without a duplicate, and without setting hasMoved", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);
    await listing.open();
    await listing.find("e");

    await listing.more();
    const before = rowsInShort(listing);
    await listing.more();

    assert.deepEqual(
      [before, rowsInShort(listing)],
      [
        ["a", "b", "c", "d", "e"],
        ["a", "b", "c", "d", "e"],
      ],
    );
    assert.deepEqual([listing.view.hasMore, listing.view.hasMoved], [false, false]);
  });

  it("ContentList.find returns a row that can be updated and removed without a gap in the pages", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);
    await listing.open();
    await listing.find("e");

    listing.update("e", (old) => ({ ...old, title: "E" }));
    const changed = rowsInShort(listing);
    shelf.rows = shelf.rows.filter(({ id }) => id !== "e");
    listing.remove("e");
    const total = listing.view.total;
    await listing.more();

    assert.deepEqual([changed, total], [["a", "b", "E"], 4]);
    assert.deepEqual([rowsInShort(listing), listing.view.hasMoved], [["a", "b", "c", "d"], false]);
  });

  it("ContentList.find returns nothing when the service doesn't list the row, and the failure when it is unreachable", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();

    const missing = await listing.find("z");
    shelf.failure = unreachable;
    const failing = await listing.find("c");

    assert.deepEqual([missing, why(failing)], [[null, undefined], "no-connection"]);
    assert.deepEqual(rowsInShort(listing), ["a", "b"]);
  });
});
