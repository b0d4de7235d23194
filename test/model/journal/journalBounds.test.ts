import assert from "node:assert/strict";
import { stampOf } from "../../../src/model/journal/journalEntry.ts";
import { must, why } from "../outcomes.ts";
import { entryOf, Notebook, shape } from "./journals.ts";

const long = (letter: string, length = 1000) => ({ en: { title: letter.repeat(length) } });

/** The first letters of the entries' titles, newest first. */
const letters = async (notebook: Notebook): Promise<string> => {
  const history = await notebook.history();
  return history.map(({ title }) => title).join("");
};

const day = 86_400_000;

/** Sets the age of the entries in days, oldest entry first. A negative age is in the future. */
function writtenAgo({ store: { texts } }: Notebook, days: readonly number[]): void {
  const entries = [...texts].sort(([name], [other]) => (name < other ? -1 : 1));
  texts.clear();
  for (const [index, [name, text]] of entries.entries()) {
    const stamp = stampOf(Date.now() - (days[index] ?? 0) * day + index);
    texts.set(stamp + name.slice(stamp.length), text);
  }
}

async function fill(notebook: Notebook, titles: string, group?: string): Promise<void> {
  for (const title of titles) {
    await notebook.record({ title, before: {}, after: long(title), ...(group && { group }) });
  }
}

describe("Limits of the journal", () => {
  it("the journal's limits delete the oldest entries when the size is exceeded", async () => {
    const notebook = new Notebook();
    notebook.settings.maxSize = 4500;

    await fill(notebook, "abcde");

    const sizes = [...notebook.store.texts.values()].map((text) => text.length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.deepEqual([await letters(notebook), total <= 4500], ["edc", true]);
  });

  it("the journal's limits count entries of other windows and earlier entries", async () => {
    const before = new Notebook();
    await fill(before, "abc");
    const smallNotebook = new Notebook(before.store);
    smallNotebook.settings.maxSize = 4500;

    await fill(before, "d");
    await fill(smallNotebook, "e");

    assert.deepEqual(Array.from(await letters(smallNotebook)).sort(), ["c", "d", "e"]);
  });

  it("the journal's limits count the size of an entry after its outcome was stored", async () => {
    const notebook = new Notebook();
    notebook.settings.maxSize = 4500;
    await fill(notebook, "ab");
    const record = must(await notebook.journal.begin(entryOf({ title: "c" }), shape));
    await record({ outcome: "done", after: long("c", 3000) });

    await fill(notebook, "d");

    const total = [...notebook.store.texts.values()].join("").length;
    assert.deepEqual([await letters(notebook), total <= 4500], ["d", true]);
  });

  it("the journal keeps a single entry that exceeds the size limit", async () => {
    const notebook = new Notebook();
    notebook.settings.maxSize = 4500;
    await fill(notebook, "ab");

    await notebook.record({ title: "x", after: long("x", 9000) });

    assert.equal(await letters(notebook), "x");
  });

  it("the journal hides entries beyond the age limit, and deletes them with the next write", async () => {
    const notebook = new Notebook();
    notebook.settings.maxAge = 30 * day;
    await fill(notebook, "abcdefgh");
    // The newest entry is 3 days old, the oldest 38.
    writtenAgo(notebook, [38, 33, 28, 23, 18, 13, 8, 3]);

    const lettersBefore = await letters(notebook);
    await fill(notebook, "i");

    const lettersAfter = await letters(notebook);
    assert.deepEqual(
      [lettersBefore, lettersAfter, notebook.store.texts.size],
      ["hgfedc", "ihgfedc", 7],
    );
  });

  it("the journal keeps every entry when the clock jumps 30 days ahead and back", async () => {
    const notebook = new Notebook();
    notebook.settings.maxAge = 30 * day;
    await fill(notebook, "abc");
    // After the jump, the older entries seem to be 30 days older.
    writtenAgo(notebook, [33, 32, 31]);

    await fill(notebook, "de");
    const ahead = await letters(notebook);
    writtenAgo(notebook, [3, 2, 1, -29, -29]);
    await fill(notebook, "fg");

    assert.deepEqual([ahead, (await letters(notebook)).length], ["edcba", 7]);
  });

  it("the journal counts a long time without entries as a quarter of the age limit", async () => {
    const notebook = new Notebook();
    notebook.settings.maxAge = 30 * day;
    await fill(notebook, "abcde");
    writtenAgo(notebook, [310, 305, 300, 200, 100]);

    await fill(notebook, "f");

    // Each of the three long times counts as 7.5 days, so b is 27.5 days old and a 32.5.
    assert.equal(await letters(notebook), "fedcb");
  });

  it("the journal deletes unfinished files of a killed window, but not one that is being written", async () => {
    const notebook = new Notebook();
    await fill(notebook, "a");
    const { texts } = notebook.store;
    const [name = ""] = texts.keys();
    texts.set(`2024${name.slice(4)}.new`, "half");
    texts.set(`${name}.new`, "just now");

    await fill(notebook, "b");

    const unfinished = [...texts.keys()].filter((file) => file.endsWith(".new"));
    assert.deepEqual(unfinished, [`${name}.new`]);
  });

  it("the journal deletes entries of a batch last", async () => {
    const notebook = new Notebook();
    notebook.settings.maxSize = 5500;
    await fill(notebook, "AB", "bulk");

    await fill(notebook, "cdef");

    assert.equal(await letters(notebook), "feBA");
  });

  it("the journal stops a batch before entries that undo it would be deleted", async () => {
    const notebook = new Notebook();
    notebook.settings.maxSize = 4500;
    await fill(notebook, "x");
    await fill(notebook, "AB", "bulk");
    const entry = entryOf({ title: "C", before: {}, after: long("C", 2000), group: "bulk" });

    const outcome = await notebook.journal.begin(entry, shape);

    assert.deepEqual(outcome[0], { code: "journal-full", limit: 4500 });
    assert.deepEqual([why(outcome), await letters(notebook)], ["journal-full", "BAx"]);
  });
});
