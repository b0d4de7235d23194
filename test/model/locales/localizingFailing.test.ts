import assert from "node:assert/strict";
import { addLocalization } from "../addLocalization.ts";
import { ask, draft, makeArticle, openModel, useFaultyProxy } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { JournalInMemory } from "../ports.ts";

/** A journal that runs another client's change while it stores its first entry. */
class JournalMeanwhile extends JournalInMemory {
  #meanwhile: (() => Promise<unknown>) | undefined;

  constructor(meanwhile: () => Promise<unknown>) {
    super();
    this.#meanwhile = meanwhile;
  }

  override async save(name: string, text: string): Promise<string | undefined> {
    const meanwhile = this.#meanwhile;
    this.#meanwhile = undefined;
    await meanwhile?.();
    return super.save(name, text);
  }
}

describe("Add Localization with a failing service", () => {
  const proxy = useFaultyProxy();

  it("Add Localization succeeds when the service created the locale but the answer was lost", async () => {
    const model = openModel({ url: proxy.url });
    const id = await makeArticle({ title: "Tea", readingMinutes: 7 });
    proxy.meet(({ method }) => (method === "PUT" ? { kind: "answer dropped" } : undefined));

    const { address } = must(await addLocalization(model.article(id), "fr", model));

    const french = await draft(`articles/${id}`, "locale=fr");
    const [entry] = await model.journal.history(address);
    assert.deepEqual([french?.["title"], entry?.outcome], ["Tea", "done"]);
  });

  it("Add Localization fails when the request did not arrive", async () => {
    const model = openModel({ url: proxy.url });
    const id = await makeArticle({ title: "Tea" });
    proxy.meet(({ method }) => (method === "PUT" ? { kind: "request dropped" } : undefined));

    const outcome = await addLocalization(model.article(id), "fr", model);

    const french = await draft(`articles/${id}`, "locale=fr");
    assert.deepEqual([why(outcome), french], ["NetworkError", undefined]);
  });

  it("Add Localization reports a conflict when another client adds the locale at the same time", async () => {
    const id = await makeArticle({ title: "Tea" });
    const journalStore = new JournalMeanwhile(() =>
      ask("PUT", `articles/${id}?locale=fr&status=draft`, { title: "Leur thé" }),
    );
    const model = openModel({ journalStore });

    const outcome = await addLocalization(model.article(id), "fr", model);

    const french = await draft(`articles/${id}`, "locale=fr");
    // The extension detects an older service with a write to a document that doesn't exist.
    const sent = model.sent("PUT").filter((path) => !path.endsWith("/000000000000000000000000"));
    assert.deepEqual([why(outcome), french?.["title"], sent], ["conflict", "Leur thé", []]);
  });
});
