import assert from "node:assert/strict";
import type { LocalizedContents } from "../../../src/model/journal/journal.ts";
import { must } from "../outcomes.ts";
import { connection, deletion, entryOf, Notebook, shape } from "./journals.ts";

/** Records in the journal that these locales of a deleted recipe were restored. */
async function restore(notebook: Notebook, title: string, after: LocalizedContents): Promise<void> {
  const deleted = await notebook.journal.deleted(connection);
  const { id, address } = deleted.find((entry) => entry.title === title) ?? {
    id: "",
    ...entryOf(),
  };
  await notebook.record({ action: "restore", address, title, before: {}, after, undoes: id });
}

describe("Deleted entries of the journal", () => {
  it("deleted entries of the journal are returned for a connection or for one type, newest first", async () => {
    const notebook = new Notebook();
    const cook = { connection, type: "cooks", id: "ada" };
    await notebook.record();
    await notebook.record(deletion("Tea", "en"));
    await notebook.record({ ...deletion("Ada", "-"), address: cook });
    await notebook.record({
      ...deletion("Elsewhere", "en"),
      address: { ...cook, connection: "elsewhere" },
    });

    const reported = [await notebook.deleted(), await notebook.deleted("recipes")];

    assert.deepEqual(reported, [["Ada", "Tea"], ["Tea"]]);
  });

  it("deleted entries of the journal include deletes with an unknown outcome, not deletes that the service rejected", async () => {
    const notebook = new Notebook();
    const begin = async (id: string) =>
      must(await notebook.journal.begin(deletion(id, "en"), shape));
    await (
      await begin("Refused")
    )({ outcome: "failed" });
    await (
      await begin("Unknown")
    )({ outcome: "unknown" });
    await begin("Killed");

    assert.deepEqual(await notebook.deleted(), ["Killed", "Unknown"]);
  });

  it("deleted entries of the journal exclude a document once it was restored", async () => {
    const notebook = new Notebook();
    await notebook.record(deletion("Tea", "en", "fr"));
    await notebook.record(deletion("Milk", "en"));

    await restore(notebook, "Tea", { en: {}, fr: {} });

    assert.deepEqual(await notebook.deleted(), ["Milk"]);
  });

  it("deleted entries of the journal include a document until all of its locales were restored", async () => {
    const notebook = new Notebook();
    await notebook.record(deletion("Tea", "en", "fr"));

    await restore(notebook, "Tea", { en: {} });
    const half = await notebook.deleted();
    await restore(notebook, "Tea", { fr: {} });

    assert.deepEqual([half, await notebook.deleted()], [["Tea"], []]);
  });
});
