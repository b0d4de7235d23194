import assert from "node:assert/strict";
import { must } from "../outcomes.ts";
import { deletion, entryOf, inEnglish, Notebook, shape } from "./journals.ts";

describe("The journal", () => {
  it("has a write before it is sent, with what was there and what is to be there", async () => {
    const { journal, store } = new Notebook();

    await journal.begin(entryOf(), shape);

    const [entry] = await new Notebook(store).history();
    const { id, at, ...rest } = entry ?? {};
    assert.deepEqual(rest, { ...entryOf(), omitted: [], outcome: "sent" });
    assert.ok(id !== undefined && Math.abs(Date.parse(at ?? "") - Date.now()) < 60_000);
  });

  it("says what became of it, and what the service made of it", async () => {
    const { journal } = new Notebook();
    const begin = async () => must(await journal.begin(entryOf(), shape));

    await (await begin()).succeeded(inEnglish("MILK"));
    await (await begin()).failed();
    await (await begin()).unknown();
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

  it("lets nothing be sent that it could not write", async () => {
    const { journal, store } = new Notebook();
    store.trouble = "ENOSPC";

    const outcome = await journal.begin(entryOf(), shape);

    assert.deepEqual(outcome, [{ code: "not-recorded", why: "ENOSPC" }, null]);
  });

  it("leaves a write as sent, when it can't write any more what became of it", async () => {
    const { journal, store } = new Notebook();
    const recording = must(await journal.begin(entryOf(), shape));
    store.trouble = "ENOSPC";

    await recording.succeeded(inEnglish("Milk"));

    const [entry] = await journal.history(entryOf().address);
    assert.equal(entry?.outcome, "sent");
  });

  it("tells the history of one document in one locale, and what was done to all of its locales", async () => {
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

  it("reads the files of that document alone", async () => {
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

  it("keeps the order of what was done in the same millisecond", async () => {
    const notebook = new Notebook();
    const titles = Array.from({ length: 20 }, (_, index) => `Tea ${index}`);

    await Promise.all(titles.map((title) => notebook.journal.begin(entryOf({ title }), shape)));

    const history = await notebook.history();
    assert.deepEqual(
      history.map(({ title }) => title),
      titles.toReversed(),
    );
  });

  it("passes over what was cut short, never finished, or is none of its own", async () => {
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

  it("holds what two windows write at once, and tells each of them both", async () => {
    const one = new Notebook();
    const other = new Notebook(one.store);

    await Promise.all(
      [one, other, one, other].map((notebook, index) => notebook.record({ title: `${index}` })),
    );

    const histories = [await one.history(), await other.history()];
    const titles = histories.map((entries) => entries.map(({ title }) => title).sort());
    const all = ["0", "1", "2", "3"];
    assert.deepEqual(titles, [all, all]);
  });
});
