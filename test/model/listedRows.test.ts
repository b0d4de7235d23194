import assert from "node:assert/strict";
import { Listing } from "../../src/model/listing/listing.ts";
import { done, failed } from "../../src/model/outcome.ts";
import type { Row } from "../../src/model/listing/rows.ts";
import type { State } from "../../src/model/listing/states.ts";
import { unreachable, why } from "./outcomes.ts";
import { gate, row, Shelf } from "./shelf.ts";

const listed = (shelf: Shelf): Listing =>
  new Listing(
    () => Promise.resolve(done(shelf)),
    () => 2,
  );

const inShort = (one: Row): string =>
  one.kind === "document" ? [one.title, one.state].filter(Boolean).join(": ") : one.title;

const shown = (listing: Listing): string[] => listing.view.rows.map(inShort);

/** What is under way by now has had its turn. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const published = (rows: readonly Row[]) =>
  done(new Map(rows.map(({ id }): [string, State] => [id, "published"])));

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

describe("A row that is looked for", () => {
  it("stands behind those that are loaded, with its state, for one request", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"], (rows) => Promise.resolve(published(rows)));
    const listing = listed(shelf);
    await listing.open();

    const found = await listing.find("e");
    await settled();

    assert.deepEqual([found[1]?.id, shown(listing).at(-1)], ["e", "e: published"]);
    assert.deepEqual([listing.view.rows.length, listing.view.hasMore], [3, true]);
    assert.deepEqual([shelf.asked.length, shelf.looked], [1, ["e"]]);
  });

  it("is not asked for where it is loaded, or was looked for before", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);

    await listing.find("a");
    await listing.find("e");
    await listing.find("e");

    assert.deepEqual([shelf.looked, shown(listing)], [["e"], ["a", "b", "e"]]);
  });

  it("stays last, is not doubled by its page, and is not taken for a change of somebody else", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);
    await listing.open();
    await listing.find("e");

    await listing.more();
    const before = shown(listing);
    await listing.more();

    assert.deepEqual(
      [before, shown(listing)],
      [
        ["a", "b", "c", "d", "e"],
        ["a", "b", "c", "d", "e"],
      ],
    );
    assert.deepEqual([listing.view.hasMore, listing.view.hasMoved], [false, false]);
  });

  it("can change and go like any other, and leaves no gap", async () => {
    const shelf = new Shelf(["a", "b", "c", "d", "e"]);
    const listing = listed(shelf);
    await listing.open();
    await listing.find("e");

    listing.update("e", (old) => ({ ...old, title: "E" }));
    const changed = shown(listing);
    shelf.rows = shelf.rows.filter(({ id }) => id !== "e");
    listing.remove("e");
    const total = listing.view.total;
    await listing.more();

    assert.deepEqual([changed, total], [["a", "b", "E"], 4]);
    assert.deepEqual([shown(listing), listing.view.hasMoved], [["a", "b", "c", "d"], false]);
  });

  it("is nowhere where the service does not list it, or does not answer", async () => {
    const shelf = new Shelf(["a", "b", "c"]);
    const listing = listed(shelf);
    await listing.open();

    const missing = await listing.find("z");
    shelf.failure = unreachable;
    const failing = await listing.find("c");

    assert.deepEqual([missing, why(failing)], [[null, undefined], "no-connection"]);
    assert.deepEqual(shown(listing), ["a", "b"]);
  });
});
