import assert from "node:assert/strict";
import { must } from "../outcomes.ts";
import { connection, deletion, entryOf, inEnglish, Notebook, shape } from "./journals.ts";

describe("Journal.forget", () => {
  it("Journal.forget deletes the entries of one connection or of all, and unfinished files", async () => {
    const notebook = new Notebook();
    const { address } = entryOf();
    await notebook.record();
    await notebook.record(deletion("coffee", "en"));
    await notebook.record({ address: { ...address, connection: "elsewhere" } });
    const [name = ""] = notebook.store.texts.keys();
    notebook.store.texts.set(`${name}.new`, "");

    const counts = [await notebook.journal.forget(connection), notebook.store.texts.size];
    const laterCounts = [await notebook.journal.forget(), notebook.store.texts.size];

    assert.deepEqual(
      [counts, laterCounts],
      [
        [2, 1],
        [1, 0],
      ],
    );
  });

  it("Journal.forget keeps an entry deleted when its write finishes later", async () => {
    const notebook = new Notebook();
    const record = must(await notebook.journal.begin(entryOf(), shape));
    await notebook.journal.forget();

    await record({ outcome: "done", after: inEnglish("Milk") });

    assert.equal(notebook.store.texts.size, 0);
  });
});
