import assert from "node:assert/strict";
import { must } from "../outcomes.ts";
import { deletion, entryOf, inEnglish, Notebook, shape } from "./journals.ts";

describe("Journal", () => {
  it("the journal stores an entry before the write is sent, with the content before and after", async () => {
    const { journal, store } = new Notebook();

    await journal.begin(entryOf(), shape);

    const [entry] = await new Notebook(store).history();
    const { id, at, ...entryFields } = entry ?? {};
    assert.deepEqual(entryFields, { ...entryOf(), omitted: [], outcome: "sent" });
    assert.ok(id !== undefined && Math.abs(Date.parse(at ?? "") - Date.now()) < 60_000);
  });

  it("the journal stores the outcome, and the content that the service returned", async () => {
    const { journal } = new Notebook();
    const begin = async () => must(await journal.begin(entryOf(), shape));

    await (
      await begin()
    )({ outcome: "done", after: inEnglish("MILK") });
    await (
      await begin()
    )({ outcome: "failed" });
    await (
      await begin()
    )({ outcome: "unknown" });
    await begin();

    const history = await journal.history(entryOf().address);
    assert.deepEqual(
      history.map(({ outcome, after }) => [outcome, after]),
      [
        ["sent", inEnglish("Milk")],
        ["unknown", inEnglish("Milk")],
        ["failed", inEnglish("Milk")],
        ["done", inEnglish("MILK")],
      ],
    );
  });

  it("the journal prevents a write that it can't record", async () => {
    const { journal, store } = new Notebook();
    store.trouble = "ENOSPC";

    const outcome = await journal.begin(entryOf(), shape);

    assert.deepEqual(outcome, [{ code: "not-recorded", why: "ENOSPC" }, null]);
  });

  it("the journal leaves an entry as sent when its outcome can't be stored", async () => {
    const { journal, store } = new Notebook();
    const record = must(await journal.begin(entryOf(), shape));
    store.trouble = "ENOSPC";

    await record({ outcome: "done", after: inEnglish("Milk") });

    const [entry] = await journal.history(entryOf().address);
    assert.equal(entry?.outcome, "sent");
  });

  it("the journal returns the history of one locale, with actions on all locales", async () => {
    const notebook = new Notebook();
    const { address } = entryOf();
    await notebook.record();
    await notebook.record({ title: "Thé", address: { ...address, locale: "fr" } });
    await notebook.record({ title: "Other", address: { ...address, id: "coffee" } });
    await notebook.record({ title: "Elsewhere", address: { ...address, connection: "elsewhere" } });
    await notebook.record({ title: "Cook", address: { ...address, type: "cooks" } });
    await notebook.record(deletion("tea", "en", "fr"));

    const histories = [await notebook.history(), await notebook.history("tea", "fr")];

    const titles = histories.map((entries) => entries.map(({ title }) => title));
    assert.deepEqual(titles, [
      ["tea", "Tea"],
      ["tea", "Thé"],
    ]);
  });

  it("the journal reads only the files of that document", async () => {
    const notebook = new Notebook();
    await notebook.record();
    await notebook.record({ address: { ...entryOf().address, id: "coffee" } });
    const read: string[] = [];
    const load = notebook.store.load.bind(notebook.store);
    notebook.store.load = (name) => {
      read.push(name);
      return load(name);
    };

    const history = await notebook.history();

    assert.deepEqual(
      history.map(({ id }) => id),
      read,
    );
    assert.equal(read.length, 1);
  });

  it("the journal keeps the order of entries of the same millisecond", async () => {
    const notebook = new Notebook();
    const titles = Array.from({ length: 20 }, (_, index) => `Tea ${index}`);

    await Promise.all(titles.map((title) => notebook.journal.begin(entryOf({ title }), shape)));

    const history = await notebook.history();
    assert.deepEqual(
      history.map(({ title }) => title),
      titles.toReversed(),
    );
  });

  it("the journal skips damaged, unfinished and foreign files", async () => {
    const notebook = new Notebook();
    for (const title of ["Tea", "Milk", "Cup"]) await notebook.record({ title });
    const { texts } = notebook.store;
    const [first = "", second = ""] = texts.keys();
    texts.set(first, texts.get(first)?.slice(0, -5) ?? "");
    texts.set(second, '{ "title": "No entry" }');
    texts.set(`${first}.new`, texts.get(first) ?? "");
    texts.set("notes.txt", "mine");

    const history = await notebook.history();

    assert.deepEqual(
      history.map(({ title }) => title),
      ["Cup"],
    );
  });

  it("the journal stores concurrent entries of two windows, and returns them in both", async () => {
    const firstNotebook = new Notebook();
    const other = new Notebook(firstNotebook.store);

    await Promise.all(
      [firstNotebook, other, firstNotebook, other].map((notebook, index) =>
        notebook.record({ title: `${index}` }),
      ),
    );

    const histories = [await firstNotebook.history(), await other.history()];
    const titles = histories.map((entries) => entries.map(({ title }) => title).sort());
    const all = ["0", "1", "2", "3"];
    assert.deepEqual(titles, [all, all]);
  });
});
