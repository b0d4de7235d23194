import assert from "node:assert/strict";
import { Listing } from "../../../src/model/query/listing/listing.ts";
import { failed } from "../../../src/model/foundation/outcome.ts";
import { unreachable } from "../outcomes.ts";
import { listed, shown, starts } from "./listings.ts";
import { row, Shelf } from "./shelf.ts";

describe("A listing", () => {
  it("asks for nothing until somebody looks, and then for the first page, once", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    const before = starts(shelf);

    const view = await listing.open();
    const again = await listing.open();

    assert.deepEqual([before, starts(shelf)], [[], [0]]);
    assert.deepEqual([shown(view), again], [["a b", 3, "more", undefined], view]);
  });

  it("turns page after page, to the last", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);

    await listing.open();
    await listing.more();

    assert.deepEqual(shown(listing.view), ["a b c", 3, "all", undefined]);
  });

  it("turns one page when it is asked twice in a hurry", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);
    await listing.open();

    await Promise.all([listing.more(), listing.more()]);

    assert.deepEqual([starts(shelf), shown(listing.view)[0]], [[0, 2], "a b c d"]);
  });

  it("reads one first page for two who look at the same time", async () => {
    const shelf = new Shelf(["a"]);
    const listing = listed(shelf);

    const views = await Promise.all([listing.open(), listing.open()]);

    assert.deepEqual([starts(shelf), views.map((view) => shown(view)[0])], [[0], ["a", "a"]]);
  });

  it("is empty, and not unknown, where there is nothing", async () => {
    const shelf = new Shelf([]);
    const listing = listed(shelf);

    const view = await listing.open();
    await listing.open();

    assert.deepEqual([shown(view), starts(shelf)], [["", 0, "all", undefined], [0]]);
  });

  it("keeps its rows when a page fails, says why, and goes on with that page when asked again", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();

    shelf.failure = unreachable;
    await listing.more();
    const failing = shown(listing.view);
    shelf.failure = undefined;
    await listing.more();

    assert.deepEqual(failing, ["a b", 3, "more", "no-connection"]);
    assert.deepEqual(shown(listing.view), ["a b c", 3, "all", undefined]);
    assert.deepEqual(starts(shelf), [0, 2, 2]);
  });

  it("says why there is no first page, and does not ask again until it is told to", async () => {
    const shelf = new Shelf(["a"]);
    const listing = listed(shelf);
    shelf.failure = unreachable;

    await listing.open();
    const view = await listing.open();

    assert.deepEqual([shown(view), starts(shelf)], [["", undefined, "more", "no-connection"], [0]]);
  });

  it("says why where there is nobody to ask", async () => {
    const listing = new Listing(
      () => Promise.resolve(failed(unreachable)),
      () => 2,
    );

    const view = await listing.open();

    assert.deepEqual(shown(view), ["", undefined, "more", "no-connection"]);
  });

  it("shows a row once, though it moved to the next page while somebody edited", async () => {
    const shelf = new Shelf(["a", "b", "c", "d"]);
    const listing = listed(shelf);
    await listing.open();

    shelf.rows = [row("new"), ...shelf.rows];
    await listing.more();

    assert.deepEqual(shown(listing.view), ["a b c", 5, "more", undefined]);
  });

  it("knows that somebody changed it since, by a row that comes twice or by what there is in all", async () => {
    const hasMoved = async (change: (shelf: Shelf) => void) => {
      const shelf = new Shelf(["a", "b", "c", "d", "e"]);
      const listing = listed(shelf);
      await listing.open();
      change(shelf);
      await listing.more();
      return listing.view.hasMoved;
    };
    const only = (shelf: Shelf, ...ids: string[]) => (shelf.rows = ids.map((id) => row(id)));

    const moved = {
      untouched: await hasMoved(() => undefined),
      reordered: await hasMoved((shelf) => only(shelf, "c", "a", "b", "d", "e")),
      added: await hasMoved((shelf) => only(shelf, "a", "b", "c", "d", "e", "f")),
      deleted: await hasMoved((shelf) => only(shelf, "a", "b", "c", "e")),
    };

    const expected = { untouched: false, reordered: true, added: true, deleted: true };
    assert.deepEqual(moved, expected);
  });

  it("has not changed since where a row went by our own hand, nor once it is read anew", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);
    await listing.open();

    shelf.rows = shelf.rows.filter(({ id }) => id !== "a");
    listing.remove("a");
    await listing.more();
    const afterOurs = listing.view.hasMoved;
    shelf.rows = [row("new"), ...shelf.rows];
    await listing.more();
    const afterTheirs = listing.view.hasMoved;
    listing.reset();
    await listing.open();

    assert.deepEqual([afterOurs, afterTheirs, listing.view.hasMoved], [false, true, false]);
  });

  it("leaves no gap when the size of a page is set to another meanwhile", async () => {
    let size = 2;
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf, () => size);
    await listing.open();

    size = 3;
    await listing.more();
    const before = shown(listing.view)[0];
    listing.reset();
    await listing.open();

    assert.deepEqual([before, shown(listing.view)[0]], ["a b c d e", "a b c"]);
  });

  it("tells of every change, which rows alone it is about, and of none where a row stays", async () => {
    const listing = listed(new Shelf(["a", "b", "c"]));
    const told: string[] = [];
    let step = "";
    listing.onDidChange((rows) => told.push(`${step}: ${rows?.join(" ") ?? "all"}`));

    step = "open";
    await listing.open();
    step = "more";
    await listing.more();
    step = "update";
    listing.update("a", (old) => ({ ...old, title: "A" }));
    step = "no change";
    listing.update("a", (old) => old);
    step = "remove";
    listing.remove("a");
    step = "reset";
    listing.reset();

    assert.deepEqual(told, ["open: all", "more: all", "update: a", "remove: all", "reset: all"]);
  });
});
