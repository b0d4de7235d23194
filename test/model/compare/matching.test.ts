import assert from "node:assert/strict";
import {
  firstCandidates,
  firstEntries,
  matchDocuments,
  takersOf,
} from "../../../src/model/compare/documentMatching.ts";
import type { Matchable } from "../../../src/model/compare/documentMatching.ts";

const matchable = (id: string, ...keys: (string | undefined)[]): Matchable => ({ id, keys });

interface Given {
  readonly pairs?: Readonly<Record<string, string>>;
  readonly isSingle?: boolean;
  readonly isKeyShared?: boolean;
}

/** The matches as `id: kind reason ids`. */
function matched(
  from: readonly Matchable[],
  to: readonly Matchable[],
  { pairs = {}, isSingle = false, isKeyShared = false }: Given = {},
): string[] {
  const matches = matchDocuments(from, to, {
    ...{ isSingle, isKeyShared },
    counterpart: (id) => pairs[id],
  });
  return [...matches].map(([{ id }, match]) => {
    switch (match.kind) {
      case "new":
        return `${id}: new`;
      case "matched":
        return `${id}: ${match.by} ${match.to.id}`;
      case "unclear":
        return `${id}: ${match.why} ${firstEntries(match.candidates, 10)
          .map((other) => other.id)
          .join()}`;
    }
  });
}

describe("matchDocuments", () => {
  it("matchDocuments prefers a remembered pair to the documentId and the key", () => {
    const to = [matchable("a", "tea"), matchable("b", "tea"), matchable("c", "coffee")];
    assert.deepEqual(matched([matchable("a", "tea")], to, { pairs: { a: "c" } }), ["a: pair c"]);
  });

  it("matchDocuments ignores a remembered pair whose document is gone", () => {
    assert.deepEqual(
      matched([matchable("a", "tea")], [matchable("a", "tea")], { pairs: { a: "c" } }),
      ["a: id a"],
    );
  });

  it("matchDocuments matches an equal documentId although the key was changed", () => {
    assert.deepEqual(matched([matchable("a", "tea")], [matchable("a", "green-tea")]), ["a: id a"]);
  });

  it("matchDocuments leaves a document unclear if another one of the target has its key", () => {
    const to = [matchable("a", "green-tea"), matchable("b", "tea")];
    assert.deepEqual(matched([matchable("a", "tea")], to), ["a: contradiction a,b"]);
    assert.deepEqual(matched(to, [matchable("a", "tea")]), ["a: taken a", "b: taken a"]);
  });

  it("matchDocuments matches by key where the documentIds differ", () => {
    assert.deepEqual(
      matched([matchable("a", "tea"), matchable("c")], [matchable("b", "tea"), matchable("d")]),
      ["a: key b", "c: new"],
    );
  });

  it("matchDocuments leaves a document unclear if several documents have its key", () => {
    assert.deepEqual(
      matched([matchable("a", "tea")], [matchable("b", "tea"), matchable("c", "tea")]),
      ["a: several b,c"],
    );
  });

  it("matchDocuments leaves two documents unclear that have the same counterpart", () => {
    assert.deepEqual(
      matched([matchable("a", "tea"), matchable("c", "tea")], [matchable("b", "tea")]),
      ["a: taken b", "c: taken b"],
    );
  });

  it("matchDocuments leaves a key match unclear if another document has the counterpart's documentId", () => {
    assert.deepEqual(
      matched([matchable("a", "tea"), matchable("b", "milk")], [matchable("b", "tea")]),
      ["a: taken b", "b: taken b"],
    );
  });

  it("matchDocuments keeps a remembered pair that another document claims by key", () => {
    const from = [matchable("a", "tea"), matchable("c", "coffee")];
    assert.deepEqual(matched(from, [matchable("b", "tea")], { pairs: { c: "b" } }), [
      "a: taken b",
      "c: pair b",
    ]);
  });

  for (const [name, idOf] of [
    ["different documentIds", (side: string, at: number) => `${side}${at}`],
    ["the same documentIds", (_: string, at: number) => String(at)],
  ] as const) {
    it(`matchDocuments reads each of 10,000 documents with one key and ${name} at most ten times`, () => {
      let reads = 0;
      const documents = (side: string): Matchable[] =>
        Array.from({ length: 10_000 }, (_, at) => ({
          id: idOf(side, at),
          get keys() {
            reads += 1;
            return ["tea"];
          },
        }));
      const [from, to] = [documents("a"), documents("b")];

      const matches = matchDocuments(from, to, {
        ...{ isSingle: false, isKeyShared: false },
        counterpart: () => undefined,
      });

      assert.ok([...matches.values()].every(({ kind }) => kind === "unclear"));
      assert.equal(takersOf(matches.values()).size, to.length);
      assert.ok(reads <= 10 * (from.length + to.length), `${reads} reads`);
    });
  }

  it("matchDocuments compares keys within a locale, unless all localizations share the key", () => {
    const from = [matchable("a", "tea", undefined)];
    const to = [matchable("b", undefined, "tea")];
    assert.deepEqual(matched(from, to), ["a: new"]);
    assert.deepEqual(matched(from, to, { isKeyShared: true }), ["a: key b"]);
  });

  it("matchDocuments leaves a document unclear if its localizations lead to different documents", () => {
    const to = [matchable("b", "tea", "autre"), matchable("c", "other", "the")];
    assert.deepEqual(matched([matchable("a", "tea", "the")], to), ["a: several b,c"]);
  });

  it("matchDocuments matches keys exactly, whatever a database finds", () => {
    assert.deepEqual(matched([matchable("a", "Tea")], [matchable("b", "tea")]), ["a: new"]);
  });

  it("matchDocuments matches the documents of single types", () => {
    const isSingle = true;
    assert.deepEqual(matched([matchable("a", "tea")], [matchable("b", "milk")], { isSingle }), [
      "a: single b",
    ]);
    assert.deepEqual(matched([matchable("a")], [], { isSingle }), ["a: new"]);
  });
});

describe("firstCandidates", () => {
  it("firstCandidates returns the first 100 candidates of an unclear document, and that there are others", () => {
    const of = (count: number) =>
      firstCandidates([Array.from({ length: count }, (_, at) => matchable(`b${at}`))]);
    const [whole, cut] = [of(100), of(101)];
    assert.deepEqual([whole.first.length, whole.isTruncated], [100, false]);
    assert.deepEqual([cut.first.length, cut.isTruncated], [100, true]);
  });
});
