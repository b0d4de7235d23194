import assert from "node:assert/strict";
import { done, failed } from "../../../src/model/foundation/outcome.ts";
import { unreachable } from "../outcomes.ts";
import { listed } from "./listings.ts";
import { gate, row, Shelf } from "./shelf.ts";
import { published, settled, rowsInShort } from "./shownRows.ts";

/** A listing that receives its publication statuses when the gate opens. */
function slowlyListed() {
  const slow = gate();
  const shelf = new Shelf(["a", "b"], async (rows) => {
    await slow.opened;
    return published(rows);
  });
  return { slow, listing: listed(shelf) };
}

describe("Rows of a listing", () => {
  it("rows of a listing are shown at once, and get their publication status when it arrives", async () => {
    const { slow, listing } = slowlyListed();

    await listing.open();
    const first = rowsInShort(listing);
    slow.open();
    await settled();

    assert.deepEqual(
      [first, rowsInShort(listing)],
      [
        ["a", "b"],
        ["a: published", "b: published"],
      ],
    );
  });

  it("rows of a listing have no publication status when the service doesn't return one", async () => {
    const shelf = new Shelf(["a", "b"], () => Promise.resolve(done(new Map([["b", "draft"]]))));
    const listing = listed(shelf);

    await listing.open();
    await settled();

    assert.deepEqual(rowsInShort(listing), ["a", "b: draft"]);
  });

  it("rows of a listing stay, without a failure, when the publication statuses can't be read", async () => {
    const shelf = new Shelf(["a", "b"], () => Promise.resolve(failed(unreachable)));
    const listing = listed(shelf);

    await listing.open();
    await settled();

    assert.deepEqual([rowsInShort(listing), listing.view.failure], [["a", "b"], undefined]);
  });

  it("rows of a listing keep an update that was made while the publication statuses were read", async () => {
    const { slow, listing } = slowlyListed();
    await listing.open();

    listing.update("a", () => ({ ...row("a", "A"), state: "modified" }));
    slow.open();
    await settled();

    assert.deepEqual(rowsInShort(listing), ["A: modified", "b: published"]);
  });

  it("a listing requests the publication status only for a new page", async () => {
    const requestedIds: string[] = [];
    const shelf = new Shelf(["a", "b", "c"], (rows) => {
      requestedIds.push(rows.map(({ id }) => id).join(" "));
      return Promise.resolve(published(rows));
    });
    const listing = listed(shelf);

    await listing.open();
    await settled();
    await listing.more();
    await settled();

    assert.deepEqual(requestedIds, ["a b", "c"]);
    assert.deepEqual(rowsInShort(listing), ["a: published", "b: published", "c: published"]);
  });

  it("rows of a listing are read again after a reset, also when statuses of the old rows arrive late", async () => {
    const { slow, listing } = slowlyListed();
    await listing.open();

    listing.reset();
    slow.open();
    await settled();
    await listing.open();
    await settled();

    assert.deepEqual(rowsInShort(listing), ["a: published", "b: published"]);
  });
});

describe("ContentList.update and Listing.remove", () => {
  it("ContentList.update updates a row in its position", async () => {
    const listing = listed(new Shelf(["a", "b"]));
    await listing.open();

    listing.update("a", (old) => ({ ...old, title: "A" }));

    assert.deepEqual(rowsInShort(listing), ["A", "b"]);
  });

  it("Listing.remove removes a row and lowers the total", async () => {
    const listing = listed(new Shelf(["a", "b", "c"]));
    await listing.open();

    listing.remove("a");

    assert.deepEqual([rowsInShort(listing), listing.view.total], [["b"], 2]);
  });

  it("ContentList.update and Listing.remove change nothing when the row is not loaded", async () => {
    const listing = listed(new Shelf(["a", "b", "c"]));
    await listing.open();
    let changes = 0;
    listing.onDidChange(() => (changes += 1));

    listing.update("c", () => row("c", "C"));
    listing.remove("c");

    assert.deepEqual([rowsInShort(listing), listing.view.total, changes], [["a", "b"], 3, 0]);
  });

  it("Listing.remove leaves no gap: the next page includes the row that moved up", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);
    await listing.open();

    shelf.rows = shelf.rows.filter(({ id }) => id !== "a");
    listing.remove("a");
    await listing.more();
    await listing.more();

    assert.deepEqual(rowsInShort(listing), ["b", "c", "d", "e"]);
  });
});
