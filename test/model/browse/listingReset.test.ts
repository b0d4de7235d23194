import assert from "node:assert/strict";
import { unreachable } from "../outcomes.ts";
import { listed, viewInShort, starts } from "./listings.ts";
import { gate, row, Shelf } from "./shelf.ts";

describe("ContentList.reset", () => {
  it("ContentList.reset keeps the rows until the first page arrives and replaces them", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();
    await listing.more();

    shelf.rows = [row("d"), row("b"), row("e")];
    listing.reset();
    const before = viewInShort(listing.view)[0];
    const view = await listing.open();

    assert.deepEqual([before, viewInShort(view)], ["a b c", ["d b", 3, "more", undefined]]);
    assert.deepEqual(starts(shelf), [0, 2, 0]);
  });

  it("ContentList.reset keeps the rows and reports the failure when the first page fails", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();

    shelf.failure = unreachable;
    listing.reset();
    const failing = viewInShort(await listing.open());
    shelf.failure = undefined;
    await listing.more();

    assert.deepEqual(failing, ["a b", 3, "more", "no-connection"]);
    assert.deepEqual(viewInShort(listing.view), ["a b", 3, "more", undefined]);
  });

  it("ContentList.reset reads from the first page when a row was removed after the reset", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();

    listing.reset();
    listing.remove("a");
    await listing.open();

    assert.deepEqual(starts(shelf), [0, 0]);
  });

  it("ContentList.reset discards a page that arrives after the reset", async () => {
    const shelf = new Shelf(["old"]);
    const listing = listed(shelf);
    const slow = gate();
    shelf.pageGate = slow.opened;

    const opening = listing.open();
    await Promise.resolve();
    await Promise.resolve();
    shelf.rows = [row("fresh")];
    shelf.pageGate = undefined;
    listing.reset();
    const view = await listing.open();
    slow.open();
    await opening;

    assert.deepEqual([viewInShort(view)[0], viewInShort(listing.view)[0]], ["fresh", "fresh"]);
    assert.deepEqual(starts(shelf), [0, 0]);
  });
});
