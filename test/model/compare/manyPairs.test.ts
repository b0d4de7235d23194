import assert from "node:assert/strict";
import { DocumentPairs } from "../../../src/model/compare/documentPairs.ts";
import type { PairLine } from "../../../src/model/compare/documentPairs.ts";
import { teaUid as type } from "../teas.ts";
import { CountedPairs } from "./countedPairs.ts";

const sides = { from: "a", to: "b" };
const base = { en: { title: 5 } };

const lineOf = (at: number): PairLine => ({
  ...{ kind: "document", type, a: `a${at}`, b: `b${at}`, base },
});

const sentLineOf = (at: number): PairLine => ({
  ...{ kind: "sent", in: "b", type, from: `s${at}`, locale: "en" },
  ...{ expected: { title: at }, isNew: true },
});

describe("Pairs of many documents", () => {
  it("a load of 10,000 pairs reads each line once, and a change of a pair appends one line", async () => {
    const count = 10_000;
    const store = new CountedPairs(Array.from({ length: count }, (_, at) => lineOf(at)));

    const pairs = await DocumentPairs.load(sides, store);
    for (let at = 0; at < count; at += 1) void pairs.remember({ type, from: `a${at}`, to: "b0" });
    await pairs.flush();

    assert.deepEqual([store.reads, store.appended], [count, count]);
    assert.deepEqual(
      pairs.pairsOf(type).map(({ from, to }) => [from, to]),
      [[`a${count - 1}`, "b0"]],
    );
  });

  // Work that grows with the square of the number exceeds the time limit of a test.
  it("a load forgets the digests of 10,000 pairs and writes at each of 10,000 damaged lines", async () => {
    const numbers = Array.from({ length: 10_000 }, (_, at) => at);
    const damaged = numbers.map((): PairLine => ({ kind: "damaged" }));
    const lines = [...numbers.map(lineOf), ...numbers.map(sentLineOf), ...damaged, lineOf(1)];

    const pairs = await DocumentPairs.load(sides, new CountedPairs(lines));

    assert.equal(pairs.pairsOf(type).length, numbers.length);
    assert.deepEqual(pairs.document(type, "a0"), { type, from: "a0", to: "b0" });
    assert.deepEqual(pairs.document(type, "a1")?.base, base);
    assert.deepEqual(
      pairs.sentWrites(type, "s7").map(({ expected }) => expected),
      [{}],
    );
  });
});
