import assert from "node:assert/strict";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import { restoreDeleted } from "../../../src/model/history/restoration.ts";
import { itLong } from "../../support/longRun.ts";
import type { Fault } from "../../support/faultyProxy.ts";
import type { TestModel } from "../testModel.ts";
import {
  draft,
  makeArticle,
  makeTranslated,
  openModel,
  total,
  useFaultyProxy,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { JournalInMemory } from "../ports.ts";

/** Deletes an article that exists in English and French. */
async function deleted(model: TestModel): Promise<JournalEntry> {
  const address = model.article(await makeTranslated("Tea", "Thé"));
  must(await model.publication.delete(address, must(await model.publication.preview(address))));
  const [entry] = await model.journal.deleted(model.connection.id);
  if (!entry) throw new Error("The journal has no delete.");
  return entry;
}

describe("Restore with a failing service", () => {
  const proxy = useFaultyProxy();

  /** Applies a fault to all later requests with this method. */
  const meet = (failingMethod: string, fault: Fault) => {
    proxy.meet(({ method }) => (method === failingMethod ? fault : undefined));
  };

  it("a restore reports a half-created document and the missing locale, and adds only that when retried", async () => {
    const model = openModel({ url: proxy.url });
    const entry = await deleted(model);
    const before = await total("articles");
    meet("PUT", { kind: "request dropped" });

    const [failure] = await restoreDeleted(entry, model);
    proxy.meet(() => undefined);
    const offered = await model.journal.deleted(model.connection.id);
    const { documentId } = must(await restoreDeleted(entry, model));

    const half = failure?.code === "half-made" ? failure : undefined;
    const french = await draft(`articles/${documentId}`, "locale=fr");
    assert.deepEqual(
      [half?.missing, half?.documentId, offered.length, french?.["title"]],
      [["fr"], documentId, 1, "Thé"],
    );
    assert.deepEqual(
      [await total("articles"), await model.journal.deleted(model.connection.id)],
      [before + 1, []],
    );
  });

  for (const kind of ["answer dropped", "answer cut"] as const) {
    const test = kind === "answer dropped" ? it : itLong;
    test(`creates one document when the service succeeded but the answer failed: ${kind}`, async () => {
      const model = openModel({ url: proxy.url });
      const entry = await deleted(model);
      const before = await total("articles");
      proxy.meet(({ method }) => (/POST|PUT/.test(method) ? { kind } : undefined));

      const { documentId } = must(await restoreDeleted(entry, model));

      const french = await draft(`articles/${documentId}`, "locale=fr");
      assert.deepEqual([await total("articles"), french?.["title"]], [before + 1, "Thé"]);
    });
  }

  itLong("a restore completes the document of an earlier one whose answers were lost", async () => {
    const model = openModel({ url: proxy.url });
    const entry = await deleted(model);
    const before = await total("articles");
    let isAway = false;
    // The service creates the document. The proxy drops that answer and all later ones.
    proxy.meet(({ method }) => {
      isAway ||= method === "POST";
      return isAway ? { kind: "answer dropped" } : undefined;
    });

    const [failure] = await restoreDeleted(entry, model);
    proxy.meet(() => undefined);
    const { documentId } = must(await restoreDeleted(entry, model));

    const titles = await Promise.all(
      ["en", "fr"].map((locale) => draft(`articles/${documentId}`, `locale=${locale}`)),
    );
    assert.deepEqual(
      [failure?.code === "service" && failure.arrived, await total("articles")],
      ["unknown", before + 1],
    );
    assert.deepEqual(
      titles.map((version) => version?.["title"]),
      [entry.title, "Thé"],
    );
  });

  it("a restore creates nothing when no request arrives, and can be retried", async () => {
    const model = openModel({ url: proxy.url });
    const entry = await deleted(model);
    const before = await total("articles");
    meet("POST", { kind: "request dropped" });

    const outcome = await restoreDeleted(entry, model);

    assert.deepEqual(
      [
        why(outcome),
        await total("articles"),
        (await model.journal.deleted(entry.address.connection)).length,
      ],
      ["NetworkError", before, 1],
    );
  });

  it("a restore sends nothing when it can't be recorded, or when the document exists", async () => {
    const journalStore = new JournalInMemory();
    const model = openModel({ url: proxy.url, journalStore });
    const entry = await deleted(model);
    const existingEntry = { ...entry, address: { ...entry.address, id: await makeArticle() } };
    journalStore.trouble = "ENOSPC";

    const outcomes = [
      await restoreDeleted(entry, model),
      await restoreDeleted(existingEntry, model),
    ];

    assert.deepEqual(outcomes.map(why), ["not-recorded", "still-there"]);
    assert.deepEqual(model.sent("POST"), []);
  });
});
