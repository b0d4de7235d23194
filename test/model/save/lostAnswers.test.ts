import assert from "node:assert/strict";
import { hangUp } from "../../support/loopback.ts";
import { edited } from "../testModel.ts";
import { ask, draft, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { BasesInMemory, JournalInMemory } from "../ports.ts";
import { link, linksOf } from "./links.ts";
import { losing } from "./losing.ts";

describe("Save whose answer was lost", () => {
  const { way: proxy, loseAnswer, opened } = losing();

  it("a save whose answer was lost succeeds when the service holds the sent values", async () => {
    const { model, id, address, snapshot } = await opened();
    proxy().inject(/^PUT/, (response, request) => {
      void ask("PUT", `articles/${id}?status=draft&locale=en`, { title: "Milk" }).then(() => {
        hangUp(response, request);
      });
    });

    const { sent } = must(await model.save(address, edited(snapshot, { title: "Milk" })));

    const [entry] = await model.journal.history(address);
    assert.deepEqual([sent, model.sent("PUT").length, entry?.outcome], [["title"], 1, "done"]);
  });

  it("a save whose answer was lost fails as not arrived when the service holds the old values", async () => {
    const { model, id, address, snapshot } = await opened();
    proxy().inject(/^PUT/, hangUp);

    const [failure] = await model.save(address, edited(snapshot, { title: "Milk" }));

    const [entry] = await model.journal.history(address);
    assert.deepEqual(
      [failure?.code === "service" && failure.arrived, entry?.outcome],
      ["no", "unknown"],
    );
    assert.equal((await draft(`articles/${id}`))?.["title"], "Tea");
  });

  it("a save fails as unknown when the service is unreachable, and the next one sends nothing twice", async () => {
    const { model, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });
    const text = edited(snapshot, { links: [link("One")] });

    const [failure] = await model.save(address, text);
    proxy().heal();
    const { sent } = must(await model.save(address, text));

    assert.deepEqual([failure?.code === "service" && failure.arrived, sent], ["unknown", []]);
    assert.deepEqual(await linksOf(id), ["One"]);
  });

  it("a save whose answer was lost counts as done: a new entry is changed, not added again", async () => {
    const { model, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });

    await model.save(address, edited(snapshot, { links: [link("One")] }));
    proxy().heal();
    must(await model.save(address, edited(snapshot, { links: [link("Two")] })));

    assert.deepEqual(await linksOf(id), ["Two"]);
  });

  it("a save whose answer was lost counts as done also after the window was killed", async () => {
    const stores = { bases: new BasesInMemory(), journalStore: new JournalInMemory() };
    const { model, id, address, snapshot } = await opened(stores);
    await model.documents.edits.begin(address, snapshot.text);
    loseAnswer(id, { links: [link("One")] });
    await model.save(address, edited(snapshot, { links: [link("One")] }));
    proxy().heal();

    const again = openModel({ ...stores, url: proxy().url });
    const text = edited(snapshot, { links: [link("Two")] });
    await again.documents.edits.begin(address, text);
    must(await again.save(address, text));

    assert.deepEqual(await linksOf(id), ["Two"]);
  });

  it("a save whose answer was lost is remembered when the answer of the next one is lost too", async () => {
    const { model, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });
    await model.save(address, edited(snapshot, { links: [link("One")] }));
    proxy().heal();
    proxy().inject(/^PUT/, hangUp);
    await model.save(address, edited(snapshot, { links: [link("One")], title: "Milk" }));
    proxy().heal();

    must(await model.save(address, edited(snapshot, { links: [link("Two")], title: "Milk" })));

    assert.deepEqual(await linksOf(id), ["Two"]);
  });
});
