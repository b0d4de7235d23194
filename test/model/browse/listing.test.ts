import assert from "node:assert/strict";
import { ContentList } from "../../../src/model/browse/contentList.ts";
import { failed } from "../../../src/model/foundation/outcome.ts";
import { unreachable } from "../outcomes.ts";
import { listed, viewInShort, starts } from "./listings.ts";
import { row, Shelf } from "./shelf.ts";

describe("ContentList", () => {
  it("ContentList requests nothing before it is opened, and the first page only once", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    const before = starts(shelf);

    const view = await listing.open();
    const again = await listing.open();

    assert.deepEqual([before, starts(shelf)], [[], [0]]);
    assert.deepEqual([viewInShort(view), again], [["a b", 3, "more", undefined], view]);
  });

  it("ContentList loads page after page to the last one", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);

    await listing.open();
    await listing.more();

    assert.deepEqual(viewInShort(listing.view), ["a b c", 3, "all", undefined]);
  });

  it("ContentList requests one page when more() is called twice at the same time", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);
    await listing.open();

    await Promise.all([listing.more(), listing.more()]);

    assert.deepEqual([starts(shelf), viewInShort(listing.view)[0]], [[0, 2], "a b c d"]);
  });

  it("ContentList requests the first page once when it is opened twice at the same time", async () => {
    const shelf = new Shelf(["a"]);
    const listing = listed(shelf);

    const views = await Promise.all([listing.open(), listing.open()]);

    assert.deepEqual([starts(shelf), views.map((view) => viewInShort(view)[0])], [[0], ["a", "a"]]);
  });

  it("ContentList reports a total of 0 when the collection is empty", async () => {
    const shelf = new Shelf([]);
    const listing = listed(shelf);

    const view = await listing.open();
    await listing.open();

    assert.deepEqual([viewInShort(view), starts(shelf)], [["", 0, "all", undefined], [0]]);
  });

  it("ContentList keeps its rows and reports the failure when a page fails, then retries that page", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();

    shelf.failure = unreachable;
    await listing.more();
    const failing = viewInShort(listing.view);
    shelf.failure = undefined;
    await listing.more();

    assert.deepEqual(failing, ["a b", 3, "more", "no-connection"]);
    assert.deepEqual(viewInShort(listing.view), ["a b c", 3, "all", undefined]);
    assert.deepEqual(starts(shelf), [0, 2, 2]);
  });

  it("ContentList reports the failure of the first page and does not retry on open", async () => {
    const shelf = new Shelf(["a"]);
    const listing = listed(shelf);
    shelf.failure = unreachable;

    await listing.open();
    const view = await listing.open();

    assert.deepEqual(
      [viewInShort(view), starts(shelf)],
      [["", undefined, "more", "no-connection"], [0]],
    );
  });

  it("ContentList reports the failure when the source of the rows can't be created", async () => {
    const listing = new ContentList(
      () => Promise.resolve(failed(unreachable)),
      () => 2,
    );

    const view = await listing.open();

    assert.deepEqual(viewInShort(view), ["", undefined, "more", "no-connection"]);
  });

  it("ContentList shows a row once when another user's change moves it to the next page", async () => {
    const shelf = new Shelf(["a", "b", "c", "d"]);
    const listing = listed(shelf);
    await listing.open();

    shelf.rows = [row("new"), ...shelf.rows];
    await listing.more();

    assert.deepEqual(viewInShort(listing.view), ["a b c", 5, "more", undefined]);
  });

  it("ContentList sets hasMoved when a row comes twice or the total changes", async () => {
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

  it("ContentList leaves hasMoved unset after its own removal and clears it on reset", async () => {
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

  it("ContentList loads no row twice and skips none when the page size changes", async () => {
    let size = 2;
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf, () => size);
    await listing.open();

    size = 3;
    await listing.more();
    const before = viewInShort(listing.view)[0];
    listing.reset();
    await listing.open();

    assert.deepEqual([before, viewInShort(listing.view)[0]], ["a b c d e", "a b c"]);
  });

  it("ContentList reports each change with the ids of its rows, and no change when a row stays the same", async () => {
    const listing = listed(new Shelf(["a", "b", "c"]));
    const reported: string[] = [];
    let step = "";
    listing.onDidChange((rows) => reported.push(`${step}: ${rows?.join(" ") ?? "all"}`));

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

    assert.deepEqual(reported, [
      "open: all",
      "more: all",
      "update: a",
      "remove: all",
      "reset: all",
    ]);
  });
});
