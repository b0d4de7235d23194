import assert from "node:assert/strict";
import { addLocalization } from "../addLocalization.ts";
import { ask, draft, makeArticle, openDesk, useFaultyWay } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { JournalInMemory } from "../ports.ts";

/** A journal; while the first entry is written, somebody else is busy. */
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

describe("A localization that is added on a bad way", () => {
  const way = useFaultyWay();

  it("is found where the service had made it all the same", async () => {
    const desk = openDesk({ url: way.url });
    const id = await makeArticle({ title: "Tea", readingMinutes: 7 });
    way.meet(({ method }) => (method === "PUT" ? { kind: "answer dropped" } : undefined));

    const { address } = must(await addLocalization(desk.article(id), "fr", desk));

    const french = await draft(`articles/${id}`, "locale=fr");
    const [entry] = await desk.journal.history(address);
    assert.deepEqual([french?.["title"], entry?.outcome], ["Tea", "done"]);
  });

  it("is not there where nothing arrived", async () => {
    const desk = openDesk({ url: way.url });
    const id = await makeArticle({ title: "Tea" });
    way.meet(({ method }) => (method === "PUT" ? { kind: "request dropped" } : undefined));

    const outcome = await addLocalization(desk.article(id), "fr", desk);

    const french = await draft(`articles/${id}`, "locale=fr");
    assert.deepEqual([why(outcome), french], ["NetworkError", undefined]);
  });

  it("does not write over one that somebody else adds meanwhile", async () => {
    const id = await makeArticle({ title: "Tea" });
    const journalStore = new JournalMeanwhile(() =>
      ask("PUT", `articles/${id}?locale=fr&status=draft`, { title: "Leur thé" }),
    );
    const desk = openDesk({ journalStore });

    const outcome = await addLocalization(desk.article(id), "fr", desk);

    const french = await draft(`articles/${id}`, "locale=fr");
    // An older service is asked by a write to no document whether it can add a locale.
    const sent = desk.sent("PUT").filter((path) => !path.endsWith("/000000000000000000000000"));
    assert.deepEqual([why(outcome), french?.["title"], sent], ["conflict", "Leur thé", []]);
  });
});
