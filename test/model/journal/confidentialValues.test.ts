import assert from "node:assert/strict";
import { must, why } from "../outcomes.ts";
import { entryOf, inEnglish, Notebook, shape } from "./journals.ts";

describe("Confidential values in the journal", () => {
  it("the journal does not store private attributes, passwords and fields of the omit setting", async () => {
    const notebook = new Notebook();
    notebook.settings.omit = ["recipes.summary", "cooks.name"];
    const secrets = {
      title: "Tea",
      previewPassword: "word-1",
      summary: "word-2",
      seo: { id: 1, secret: "word-3" },
      cook: { documentId: "c1", name: "word-4" },
    };
    const entry = entryOf({ before: { en: secrets }, after: { en: secrets } });
    const record = must(await notebook.journal.begin(entry, shape));
    await record({ outcome: "done", after: { en: { ...secrets, summary: "word-5" } } });

    const [savedEntry] = await notebook.history();

    const text = [...notebook.store.texts.values()].join();
    assert.deepEqual([/word-\d/.exec(text), savedEntry?.omitted.length], [null, 4]);
    assert.deepEqual(savedEntry?.after, {
      en: { title: "Tea", seo: { id: 1 }, cook: { documentId: "c1" } },
    });
  });

  it("the journal does not store confidential values in the title of an entry", async () => {
    const notebook = new Notebook();
    notebook.settings.omit = ["recipes.title"];

    await notebook.record({ title: "word-1", before: inEnglish("word-1") });

    const [text = ""] = notebook.store.texts.values();
    assert.equal(text.includes("word-1"), false);
  });

  it("a disabled journal stores nothing, and saves continue", async () => {
    const notebook = new Notebook();
    notebook.settings.enabled = false;
    notebook.store.trouble = "ENOSPC";

    const outcome = await notebook.journal.begin(entryOf(), shape);
    await must(outcome)({ outcome: "done", after: {} });

    assert.deepEqual([why(outcome), notebook.store.texts.size], [undefined, 0]);
  });
});
