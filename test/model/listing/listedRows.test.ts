import assert from "node:assert/strict";
import { done, failed } from "../../../src/model/foundation/outcome.ts";
import { unreachable } from "../outcomes.ts";
import { listed } from "./listings.ts";
import { gate, row, Shelf } from "./shelf.ts";
import { published, settled, shown } from "./shownRows.ts";

/** A listing whose states come when its gate is opened. */
function slowlyListed() {
  const slow = gate();
  const shelf = new Shelf(["a", "b"], async (rows) => {
    await slow.opened;
    return published(rows);
  });
  return { slow, listing: listed(shelf) };
}

describe("The rows of a listing", () => {
  it("are shown at once, and get their states when these come", async () => {
    const { slow, listing } = slowlyListed();

    await listing.open();
    const first = shown(listing);
    slow.open();
    await settled();

    assert.deepEqual(
      [first, shown(listing)],
      [
        ["a", "b"],
        ["a: published", "b: published"],
      ],
    );
  });

  it("have no state where the service did not say", async () => {
    const shelf = new Shelf(["a", "b"], () => Promise.resolve(done(new Map([["b", "draft"]]))));
    const listing = listed(shelf);

    await listing.open();
    await settled();

    assert.deepEqual(shown(listing), ["a", "b: draft"]);
  });

  it("stay, without a failure, when their states can't be had", async () => {
    const shelf = new Shelf(["a", "b"], () => Promise.resolve(failed(unreachable)));
    const listing = listed(shelf);

    await listing.open();
    await settled();

    assert.deepEqual([shown(listing), listing.view.failure], [["a", "b"], undefined]);
  });

  it("keep what changed by our own hand while their states were under way", async () => {
    const { slow, listing } = slowlyListed();
    await listing.open();

    listing.update("a", () => ({ ...row("a", "A"), state: "modified" }));
    slow.open();
    await settled();

    assert.deepEqual(shown(listing), ["A: modified", "b: published"]);
  });

  it("ask for the states of the new page alone", async () => {
    const asked: string[] = [];
    const shelf = new Shelf(["a", "b", "c"], (rows) => {
      asked.push(rows.map(({ id }) => id).join(" "));
      return Promise.resolve(published(rows));
    });
    const listing = listed(shelf);

    await listing.open();
    await settled();
    await listing.more();
    await settled();

    assert.deepEqual(asked, ["a b", "c"]);
    assert.deepEqual(shown(listing), ["a: published", "b: published", "c: published"]);
  });

  it("are read anew after a reset, though states of the old ones come late", async () => {
    const { slow, listing } = slowlyListed();
    await listing.open();

    listing.reset();
    slow.open();
    await settled();
    await listing.open();
    await settled();

    assert.deepEqual(shown(listing), ["a: published", "b: published"]);
  });
});

describe("A row of a listing", () => {
  it("changes in its place", async () => {
    const listing = listed(new Shelf(["a", "b"]));
    await listing.open();

    listing.update("a", (old) => ({ ...old, title: "A" }));

    assert.deepEqual(shown(listing), ["A", "b"]);
  });

  it("goes, and is not counted any more", async () => {
    const listing = listed(new Shelf(["a", "b", "c"]));
    await listing.open();

    listing.remove("a");

    assert.deepEqual([shown(listing), listing.view.total], [["b"], 2]);
  });

  it("is left alone where it is not loaded", async () => {
    const listing = listed(new Shelf(["a", "b", "c"]));
    await listing.open();
    let changes = 0;
    listing.onDidChange(() => (changes += 1));

    listing.update("c", () => row("c", "C"));
    listing.remove("c");

    assert.deepEqual([shown(listing), listing.view.total, changes], [["a", "b"], 3, 0]);
  });

  it("leaves no gap when it goes: the one that moves up to its page is loaded with the next", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);
    await listing.open();

    shelf.rows = shelf.rows.filter(({ id }) => id !== "a");
    listing.remove("a");
    await listing.more();
    await listing.more();

    assert.deepEqual(shown(listing), ["b", "c", "d", "e"]);
  });
});
