import assert from "node:assert/strict";
import { groupMark } from "../../../src/model/foundation/marks.ts";
import { newFileName } from "../../../src/model/journal/journalEntry.ts";
import type { NewJournalEntry } from "../../../src/model/journal/journalEntry.ts";
import { connection, deletion, entryOf, Notebook } from "./journals.ts";
import { JournalInMemory } from "../ports.ts";

/** A store that counts how often its files are listed and read. */
class CountingStore extends JournalInMemory {
  listed = 0;
  loaded = 0;

  override names(): Promise<string[]> {
    this.listed += 1;
    return Promise.resolve([...this.texts.keys()]);
  }

  override load(name: string): Promise<string | undefined> {
    this.loaded += 1;
    return super.load(name);
  }
}

/** A journal with successful writes, one in each millisecond up to now. Returns their ids. */
function notebookWith(entries: readonly NewJournalEntry[]) {
  const store = new CountingStore();
  const start = Date.now() - entries.length;
  const ids = entries.map((entry, index) => {
    const id = newFileName(entry, start + index);
    const at = new Date(start + index).toISOString();
    store.texts.set(id, JSON.stringify({ ...entry, id, at, outcome: "done", omitted: [] }));
    return id;
  });
  return { ids, store, journal: new Notebook(store).journal };
}

const count = 10_000;
const numbers = Array.from({ length: count }, (_, at) => at);
const { address } = entryOf();

describe("Journal with many entries", () => {
  it("the history of a document with 10,000 changes lists the files once and reads each once", async () => {
    const { journal, store, ids } = notebookWith(numbers.map((at) => entryOf({ title: `${at}` })));

    const undoable = await journal.undoable(address);

    assert.deepEqual([store.listed, store.loaded], [1, count]);
    assert.deepEqual(
      undoable.map(({ id }) => id),
      ids.toReversed(),
    );
  });

  it("a batch of 10,000 documents lists the files once and reads each entry once, also to find what is undone", async () => {
    const { journal, store } = notebookWith(
      numbers.map((at) => entryOf({ address: { ...address, id: `tea${at}` }, group: "bulk" })),
    );

    const [batch] = await journal.batches(connection);
    assert.ok(batch);
    const entries = await journal.batch(connection, batch);
    const undone = await journal.undoneAmong(entries);

    assert.deepEqual([store.listed, store.loaded], [3, 2 * count]);
    assert.deepEqual([batch.counts.get("save"), entries.length, undone.size], [count, count, 0]);
  });

  // Work that grows with the square of the number exceeds the time limit of a test.
  it("the list of deleted documents leaves out the restored ones among 50,000", async () => {
    const deletes = Array.from({ length: 50_000 }, (_, at) => deletion(`tea${at}`, "en"));
    const { ids, store, journal } = notebookWith(deletes);
    for (const [at, id] of ids.slice(1).entries()) {
      const restore = entryOf({ action: "restore", undoes: id, before: {} });
      const time = Date.now() - at;
      const entry = { ...restore, at: new Date(time).toISOString(), outcome: "done" };
      store.texts.set(newFileName(restore, time), JSON.stringify(entry));
    }

    const deleted = await journal.deleted(connection);

    assert.deepEqual([store.listed, store.loaded], [1, 2 * ids.length - 1]);
    assert.deepEqual(
      deleted.map(({ title }) => title),
      ["tea0"],
    );
  });

  it("a run whose 1,000 entries replace as many earlier ones lists the files at most ten times", async () => {
    const { store, ids } = notebookWith(
      numbers.slice(0, 1_000).map(() => entryOf({ group: "earlier" })),
    );
    const sizeOf = () => [...store.texts.values()].join("").length;
    const notebook = new Notebook(store);
    notebook.settings.maxSize = Math.ceil(1.2 * sizeOf());

    for (const at of ids.keys()) await notebook.record({ title: `${at}`, group: "later" });

    const written = await notebook.journal.batch(connection, { id: groupMark("later") });
    assert.ok(store.listed <= 10, `${store.listed} times`);
    assert.equal(written.length, ids.length);
    assert.ok(sizeOf() <= notebook.settings.maxSize);
  });
});
