import assert from "node:assert/strict";
import { appendFile, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { DocumentPairs } from "../../../src/model/compare/documentPairs.ts";
import { pairLineText } from "../../../src/model/compare/pairFiles.ts";
import type { PairLine, Side } from "../../../src/model/compare/documentPairs.ts";
import { PairFiles } from "../../../src/model/compare/pairFiles.ts";
import { caseCount } from "../../support/longRun.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { PairsInMemory } from "../copy/copying.ts";
import { teaUid as type } from "../teas.ts";

const sides = { from: "staging1", to: "live0001" };
const connections = [sides.to, sides.from] as const;
const ids = ["1", "2", "3"];

/** All that pairs tell of the documents and files of a few ids, in both directions. */
async function factsOf(store: PairsInMemory | PairFiles) {
  const directions = [sides, { from: sides.to, to: sides.from }];
  return Promise.all(
    directions.map(async (direction) => {
      const pairs = await DocumentPairs.load(direction, store);
      const { personal, allFields } = pairs;
      return {
        documents: ids.map((id) => pairs.document(type, id)),
        sent: ids.map((id) => pairs.sentWrites(type, id)),
        counterparts: (["from", "to"] as const).flatMap((side: Side) =>
          ids.map((id) => [pairs.counterpart(side, type, id), pairs.mediaCounterpart(side, id)]),
        ),
        choices: [pairs.keyOf(type), personal.leaveEmpty.all, personal.keep.all, allFields],
      };
    }),
  );
}

const id = fc.constantFrom(...ids);
const name = fc.constantFrom("a" as const, "b" as const);
const locale = fc.constantFrom("en", "fr");
const digests = fc.dictionary(fc.constantFrom("title", "body"), fc.nat(2));
const base = fc.option(fc.dictionary(locale, digests), { nil: undefined });
const written = fc.option(fc.record({ in: name, at: fc.dictionary(locale, fc.nat(3)) }), {
  nil: undefined,
});
const fields = fc.subarray([
  { owner: type, name: "email" },
  { owner: type, name: "phone" },
]);

const anyLine: fc.Arbitrary<PairLine> = fc.oneof(
  fc.record({
    kind: fc.constant("document" as const),
    type: fc.constant(type),
    a: id,
    b: id,
    base,
    written,
  }),
  fc.record({ kind: fc.constant("media" as const), a: id, b: id }),
  fc.record({
    ...{ kind: fc.constant("sent" as const), in: name, type: fc.constant(type), from: id, locale },
    ...{ expected: digests, isNew: fc.boolean(), mark: fc.nat(3) },
  }),
  fc.record({
    kind: fc.constant("not-sent" as const),
    in: name,
    type: fc.constant(type),
    from: id,
    locale,
  }),
  fc.record({
    kind: fc.constant("key" as const),
    type: fc.constant(type),
    name: fc.constant("slug"),
  }),
  fc.record({ kind: fc.constant("no-key" as const), type: fc.constant(type) }),
  fc.record({ kind: fc.constant("empty" as const), in: name, fields, kept: fields }),
  fc.record({
    kind: fc.constant("all-fields" as const),
    in: name,
    types: fc.subarray(["teas", "cups"]),
  }),
  fc.constant<PairLine>({ kind: "damaged" }),
);

describe("Compaction of pairs", () => {
  const folder = temporaryFolder();
  const failures: unknown[] = [];
  const store = new PairFiles(folder.path, { error: (_, error) => failures.push(error) });
  const fileName = `${connections.join("+")}.ndjson`;
  const path = join(folder.path, "pairs", fileName);
  after(() => folder.remove());
  afterEach(async () => {
    await store.drop(sides.from);
    assert.deepEqual(failures.splice(0), []);
  });

  it("compacted pairs mean the same as all of their lines, also with every line that follows", async () => {
    const parts = fc.array(fc.array(anyLine, { maxLength: 12 }), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, async (linesBetween) => {
        const [compactedStore, wholeStore] = [new PairsInMemory(), new PairsInMemory()];
        for (const lines of linesBetween) {
          const before = await DocumentPairs.load(sides, compactedStore);
          await compactedStore.append(connections, lines);
          await wholeStore.append(connections, lines);
          await before.compact();
          assert.deepEqual(await factsOf(compactedStore), await factsOf(wholeStore));
          const isWrite = (line: PairLine) => line.kind === "sent" && line.in === "a";
          assert.equal(await before.isOvertaken(), lines.some(isWrite));
        }
      }),
      { seed: 20_261_129, numRuns: caseCount(250) },
    );
  });

  it("pairs keep the lines that a later version has written", async () => {
    const memory = new PairsInMemory();
    const later = { kind: "later" } as unknown as PairLine;
    await memory.append(connections, [
      later,
      { kind: "key", type, name: "slug" },
      { kind: "no-key", type },
    ]);

    await (await DocumentPairs.load(sides, memory)).compact();

    assert.equal(memory.storedLines.length, 3);
  });

  /** Stores pairs of many documents, each of which was copied several times. */
  async function storeMany(): Promise<void> {
    const numbers = Array.from({ length: 300 }, (_, at) => at);
    const lines = [1, 2, 3, 4, 5].flatMap((digest) =>
      numbers.map((at): PairLine => ({
        ...{ kind: "document", type, a: `a${at}`, b: at < ids.length ? ids[at]! : `b${at}` },
        base: { en: { title: digest } },
      })),
    );
    await store.append(connections, lines);
  }

  it("a compaction that is cut at any step loses nothing, and the next one leaves no trace of it", async () => {
    const dead = JSON.stringify({ pid: process.pid, start: "another start" });
    await storeMany();
    const whole = await readFile(path, "utf8");
    const facts = await factsOf(store);
    await (await DocumentPairs.load(sides, store)).compact();
    const compacted = await readFile(path, "utf8");
    assert.ok(compacted.length < whole.length / 4);
    const steps = [
      () => writeFile(`${path}-1.lock`, dead),
      () => writeFile(`${path}.new`, compacted.slice(0, -500)),
      () => writeFile(`${path}.new`, compacted),
      () => rename(`${path}.new`, path),
    ];
    for (const count of steps.keys()) {
      await writeFile(path, whole);
      for (const step of steps.slice(0, count + 1)) await step();
      assert.deepEqual(await factsOf(store), facts);
      const pairs = await DocumentPairs.load(sides, store);
      await pairs.rememberMedia({ from: `m${count}`, to: `n${count}` });
      await pairs.compact();
      const again = await DocumentPairs.load(sides, store);
      assert.equal(again.mediaCounterpart("from", `m${count}`), `n${count}`);
      assert.deepEqual(await factsOf(store), facts);
      await rm(`${path}-1.lock`, { force: true });
    }
    assert.deepEqual(await readdir(join(folder.path, "pairs")), [fileName]);
  });

  it("a compaction loses the digests before a damaged line, but none after it, nor a line that was cut off twice", async () => {
    await storeMany();
    await appendFile(path, '\n{"kind":"document","sum":1}');
    const line: PairLine = { kind: "document", type, a: "a7", b: "b7", base: { en: { title: 9 } } };
    await store.append(connections, [line]);
    await appendFile(path, `\n${pairLineText(line).slice(0, -1)}`);

    await (await DocumentPairs.load(sides, store)).compact();

    const pairs = await DocumentPairs.load({ from: sides.to, to: sides.from }, store);
    assert.deepEqual(pairs.document(type, "a8"), { type, from: "a8", to: "b8" });
    assert.deepEqual(pairs.document(type, "a7")?.base, { en: { title: 9 } });
    assert.ok((await stat(path)).size < 50_000);
  });

  it("the file of pairs stays small after 300 copies of the same documents", async () => {
    let [maxSize, lastSize, compactions] = [0, 0, 0];
    for (let copy = 1; copy <= 300; copy += 1) {
      const pairs = await DocumentPairs.load(sides, store);
      await pairs.compact();
      for (const from of ids) {
        const expected = { title: copy };
        await pairs.noteSent({ type, from, locale: "en", expected, isNew: false });
        const written = { side: "to", at: { en: copy } } as const;
        await pairs.remember({ type, from, to: from, written, base: {} });
        await pairs.remember({ type, from, to: from, base: { en: expected } });
      }
      const { size } = await stat(path);
      if (size < lastSize) compactions += 1;
      maxSize = Math.max(maxSize, size);
      lastSize = size;
    }
    const pairs = await DocumentPairs.load(sides, store);
    assert.ok(maxSize < 102_000, `${maxSize} bytes`);
    assert.ok(compactions > 1, `${compactions} compactions`);
    assert.deepEqual(pairs.document(type, "1")?.base, { en: { title: 300 } });
  });
});
