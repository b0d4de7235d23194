import assert from "node:assert/strict";
import { appendFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FieldSet } from "../../../src/model/compare/fieldSet.ts";
import { PairFiles } from "../../../src/model/compare/pairFiles.ts";
import { DocumentPairs } from "../../../src/model/compare/documentPairs.ts";
import { pairLineText } from "../../../src/model/compare/pairFiles.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const type = "api::article.article";
const forwardIds = { from: "staging1", to: "live0001" };
const back = { from: forwardIds.to, to: forwardIds.from };

describe("DocumentPairs", () => {
  const folder = temporaryFolder();
  const failures: unknown[] = [];
  const store = new PairFiles(folder.path, { error: (_, error) => failures.push(error) });
  after(() => folder.remove());

  it("pairs are the same in both directions, and after a reload", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    await pairs.remember({ type, from: "s1", to: "l1", base: { en: { title: 5 } } });
    await pairs.rememberMedia({ from: "sf", to: "lf" });
    await pairs.chooseKey(type, "code");

    const again = await DocumentPairs.load(forwardIds, store);
    const reversed = await DocumentPairs.load(back, store);

    for (const loadedPairs of [pairs, again]) {
      assert.deepEqual(loadedPairs.document(type, "s1"), {
        ...{ type, from: "s1", to: "l1" },
        base: { en: { title: 5 } },
      });
      assert.equal(loadedPairs.counterpart("to", type, "l1"), "s1");
      assert.equal(loadedPairs.mediaCounterpart("from", "sf"), "lf");
      assert.equal(loadedPairs.keyOf(type), "code");
    }
    assert.deepEqual(reversed.document(type, "l1"), {
      ...{ type, from: "l1", to: "s1" },
      base: { en: { title: 5 } },
    });
    assert.equal(again.neutralId("from", type, "s1"), again.neutralId("to", type, "l1"));
    assert.equal(again.neutralId("from", type, "s1"), reversed.neutralId("to", type, "s1"));
    assert.equal(again.counterpart("from", "api::tag.tag", "s1"), undefined);
  });

  it("pairs keep the digests of other attributes and locales", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    await pairs.remember({
      type,
      from: "s1",
      to: "l1",
      base: { en: { body: 6 }, fr: { body: 7 } },
    });
    assert.deepEqual(pairs.document(type, "s1")?.base, {
      en: { title: 5, body: 6 },
      fr: { body: 7 },
    });
  });

  it("pairs know the last write of a copy to each localization, and on which side it was", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    await pairs.remember({ type, from: "s9", to: "l9", written: { side: "to", at: { en: 5 } } });
    await pairs.remember({ type, from: "s9", to: "l9", written: { side: "to", at: { fr: 6 } } });
    await pairs.remember({ type, from: "s9", to: "l9", base: { en: { title: 5 } } });

    const reversed = await DocumentPairs.load(back, store);

    assert.deepEqual(pairs.document(type, "s9")?.written, { side: "to", at: { en: 5, fr: 6 } });
    assert.deepEqual(reversed.document(type, "l9")?.written, {
      side: "from",
      at: { en: 5, fr: 6 },
    });
    await pairs.forgetCopy({ type, from: "s9", to: "l9" });
    assert.equal(pairs.document(type, "s9")?.written, undefined);
  });

  it("pairs keep what a copy wrote to other localizations when its write of one is undone", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    const pair = { type, from: "s8", to: "l8" };
    const base = { en: { title: 5 }, fr: { title: 6 } };
    await pairs.remember({ ...pair, base, written: { side: "to", at: { en: 7, fr: 8 } } });

    await pairs.forgetCopy(pair, "fr");

    assert.deepEqual((await DocumentPairs.load(forwardIds, store)).document(type, "s8"), {
      ...{ ...pair, base: { en: { title: 5 } } },
      written: { side: "to", at: { en: 7 } },
    });
  });

  it("pairs replace earlier pairs of the same documents", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    await pairs.remember({ type, from: "s2", to: "l1" });
    assert.equal(pairs.document(type, "s1"), undefined);
    assert.deepEqual(pairs.document(type, "s2"), { type, from: "s2", to: "l1" });
  });

  it("pairs stay pairs when their digests are forgotten", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    await pairs.remember({ type, from: "s2", to: "l1", base: { en: { title: 5 } } });
    await pairs.forgetCopy({ type, from: "s2", to: "l1" });
    const again = await DocumentPairs.load(back, store);
    assert.deepEqual(again.document(type, "l1"), { type, from: "l1", to: "s2" });
  });

  it("pairs are not read from a line that was changed by hand, nor digests from the lines before it", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    await pairs.remember({ type, from: "s4", to: "l4", base: { en: { title: 5 } } });
    await pairs.remember({ type, from: "s5", to: "l5", base: { en: { title: 6 } } });
    const [name = ""] = await readdir(join(folder.path, "pairs"));
    const path = join(folder.path, "pairs", name);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace('"l5"', '"l6"').replace('"l5"', '"l6"'));
    const again = await DocumentPairs.load(forwardIds, store);
    assert.deepEqual(again.document(type, "s4"), { type, from: "s4", to: "l4" });
    assert.equal(again.counterpart("from", type, "s5"), undefined);
  });

  it("pairs remember per direction what is done with personal data, and forget a removed key", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    const [email, phone] = [
      { owner: "api::author.author", name: "email" },
      { owner: "shared.contact", name: "phone" },
    ];
    await pairs.choosePersonal({ leaveEmpty: new FieldSet([email]), keep: new FieldSet([phone]) });
    await pairs.removeKey(type);

    const again = await DocumentPairs.load(forwardIds, store);
    const reversed = await DocumentPairs.load(back, store);

    const { leaveEmpty, keep } = again.personal;
    assert.deepEqual([leaveEmpty.all, keep.all], [[email], [phone]]);
    assert.deepEqual(again.empty.to.all, [email]);
    assert.deepEqual([reversed.empty.from.all, reversed.empty.to.all], [[email], []]);
    assert.equal(again.keyOf(type), undefined);
  });

  it("pairs remember per direction of which types copies send all fields", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    await pairs.chooseAllFields(["articles"]);

    const [again, reversed] = [
      await DocumentPairs.load(forwardIds, store),
      await DocumentPairs.load(back, store),
    ];

    assert.deepEqual([again.allFields, reversed.allFields], [["articles"], []]);
  });

  it("pairs lose a line that was cut off, and nothing else", async () => {
    const before = await DocumentPairs.load(forwardIds, store);
    await before.remember({ type, from: "s1", to: "l1", base: { en: { title: 5 } } });
    const [name = ""] = await readdir(join(folder.path, "pairs"));
    const line = pairLineText({ kind: "document", type, a: "l1", b: "s1", base: {} });
    await appendFile(join(folder.path, "pairs", name), `\n${line.slice(0, -1)}`);
    const pairs = await DocumentPairs.load(forwardIds, store);
    await pairs.remember({ type, from: "s3", to: "l3" });
    const again = await DocumentPairs.load(forwardIds, store);
    assert.deepEqual(again.document(type, "s1"), before.document(type, "s1"));
    assert.ok(again.document(type, "s1")?.base);
    assert.equal(again.counterpart("from", type, "s3"), "l3");
    assert.deepEqual(failures, []);
  });

  it("pairs know what a copy may have created, also after a damaged line, until it is rejected", async () => {
    const pairs = await DocumentPairs.load(forwardIds, store);
    const sent = { type, from: "s9", locale: "en", expected: { title: 1 } };
    await pairs.noteSent({ ...sent, isNew: true, mark: 7 });
    await pairs.noteSent({ ...sent, locale: "fr", isNew: false });
    const [name = ""] = await readdir(join(folder.path, "pairs"));
    await appendFile(join(folder.path, "pairs", name), '\n{"kind":"document","sum":1}');

    const again = await DocumentPairs.load(forwardIds, store);
    const [sentWrite, ...others] = again.sentWrites(type, "s9");
    await again.noteNotSent(sent);
    const later = await DocumentPairs.load(forwardIds, store);

    assert.deepEqual(
      [sentWrite?.locale, sentWrite?.mark, sentWrite?.expected, others],
      ["en", 7, {}, []],
    );
    assert.deepEqual(later.sentWrites(type, "s9"), []);
  });

  it("pairs are in files that only the user may read, until a connection is removed", async () => {
    const [name = ""] = await readdir(join(folder.path, "pairs"));
    const { mode } = await stat(join(folder.path, "pairs", name));
    assert.equal(mode & 0o777, 0o600);
    await store.drop("other001");
    assert.equal((await readdir(join(folder.path, "pairs"))).length, 1);
    await store.drop(forwardIds.to);
    assert.deepEqual(await readdir(join(folder.path, "pairs")), []);
  });
});
