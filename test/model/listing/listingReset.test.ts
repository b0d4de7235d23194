import assert from "node:assert/strict";
import { unreachable } from "../outcomes.ts";
import { listed, shown, starts } from "./listings.ts";
import { gate, row, Shelf } from "./shelf.ts";

describe("A listing that is reset", () => {
  it("shows its rows until the first page has come, which takes their place", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();
    await listing.more();

    shelf.rows = [row("d"), row("b"), row("e")];
    listing.reset();
    const before = shown(listing.view)[0];
    const view = await listing.open();

    assert.deepEqual([before, shown(view)], ["a b c", ["d b", 3, "more", undefined]]);
    assert.deepEqual(starts(shelf), [0, 2, 0]);
  });

  it("keeps them when that page fails, and says why", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();

    shelf.failure = unreachable;
    listing.reset();
    const failing = shown(await listing.open());
    shelf.failure = undefined;
    await listing.more();

    assert.deepEqual(failing, ["a b", 3, "more", "no-connection"]);
    assert.deepEqual(shown(listing.view), ["a b", 3, "more", undefined]);
  });

  it("begins with the first page, though a row went meanwhile", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();

    listing.reset();
    listing.remove("a");
    await listing.open();

    assert.deepEqual(starts(shelf), [0, 0]);
  });

  it("lets go of the page that is under way", async () => {
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

    assert.deepEqual([shown(view)[0], shown(listing.view)[0]], ["fresh", "fresh"]);
    assert.deepEqual(starts(shelf), [0, 0]);
  });
});
