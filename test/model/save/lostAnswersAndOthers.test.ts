import assert from "node:assert/strict";
import { hangUp } from "../../support/loopback.ts";
import { edited } from "../testModel.ts";
import { changeElsewhere, draft, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { BasesInMemory, JournalInMemory } from "../ports.ts";
import { link, linksOf } from "./links.ts";
import { losing } from "./losing.ts";

describe("Save whose answer was lost, with another client", () => {
  const { way: proxy, loseAnswer, opened } = losing();

  it("a save whose answer was lost counts as done when the other client added to the same list", async () => {
    const { model, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });
    await model.save(address, edited(snapshot, { links: [link("One")] }));
    proxy().heal();
    const articleDraft = await draft(`articles/${id}`, "populate=links");
    const links = (articleDraft!["links"] as { id: number }[]).map(({ id: known }) => ({
      id: known,
    }));
    await changeElsewhere(id, { links: [...links, link("Hers")] });

    must(await model.save(address, edited(snapshot, { links: [link("Two")] })));

    assert.deepEqual(await linksOf(id), ["Two", "Hers"]);
  });

  it("a save whose answer was lost is a conflict when the other client changed the same value since", async () => {
    const { model, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });
    const text = edited(snapshot, { links: [link("One")] });
    await model.save(address, text);
    proxy().heal();
    await changeElsewhere(id, { links: [link("Hers")] });

    const outcome = await model.save(address, text);

    assert.deepEqual([why(outcome), await linksOf(id)], ["conflict", ["Hers"]]);
  });

  it("a save whose answer was lost keeps another client's other entries with Keep Mine", async () => {
    const model = openModel({ url: proxy().url });
    const id = await makeArticle({ links: [link("One")] });
    const address = model.article(id);
    const snapshot = await model.open(address);
    const [firstLink] = snapshot.content["links"] as { id: number }[];
    const text = edited(snapshot, { links: [firstLink as never, link("Mine")] });
    proxy().inject(/^PUT/, (response, request) => {
      proxy().inject(/./, hangUp);
      hangUp(response, request);
    });
    await model.save(address, text);
    proxy().heal();
    await changeElsewhere(id, { links: [{ id: firstLink?.id, label: "Hers" }] });

    const refused = why(await model.save(address, text));
    model.documents.choose(address, "mine");
    must(await model.save(address, text));

    assert.deepEqual([refused, await linksOf(id)], ["conflict", ["Hers", "Mine"]]);
  });

  it("a save keeps its new entry with Keep Mine when the other client changed another of its values", async () => {
    const { model, id, address, snapshot } = await opened();
    const mine = { kicker: "Mine", links: [{ ...link("One"), newTab: false }] };
    loseAnswer(id, mine);
    const text = edited(snapshot, mine);
    await model.save(address, text);
    proxy().heal();
    await changeElsewhere(id, { kicker: "Hers" });

    const refused = why(await model.save(address, text));
    model.documents.choose(address, "mine");
    must(await model.save(address, text));

    assert.deepEqual([refused, await linksOf(id)], ["conflict", ["One"]]);
  });

  it("a save whose answer was lost restores no old value that the other client changed", async () => {
    const stores = { bases: new BasesInMemory(), journalStore: new JournalInMemory() };
    const { model, id, address, snapshot } = await opened(stores);
    await model.documents.edits.begin(address, snapshot.text);
    await changeElsewhere(id, { kicker: "Hers" });
    loseAnswer(id, { title: "Milk" });
    await model.save(address, edited(snapshot, { title: "Milk" }));
    proxy().heal();

    const again = openModel({ ...stores, url: proxy().url });
    const text = edited(snapshot, { title: "Milk", summary: "Mine" });
    await again.documents.edits.begin(address, text);
    must(await again.save(address, text));

    const after = await draft(`articles/${id}`);
    assert.deepEqual(
      [after?.["title"], after?.["kicker"], after?.["summary"]],
      ["Milk", "Hers", "Mine"],
    );
  });

  it("a save whose answer was lost merges the other client's later changes into the next one", async () => {
    const { model, id, address, snapshot } = await opened();
    loseAnswer(id, { title: "Milk" });
    await model.save(address, edited(snapshot, { title: "Milk" }));
    proxy().heal();
    await changeElsewhere(id, { kicker: "Hers" });

    const { remotePaths } = must(await model.save(address, edited(snapshot, { title: "Cream" })));

    const after = await draft(`articles/${id}`);
    assert.deepEqual(
      [remotePaths, after?.["title"], after?.["kicker"]],
      [["kicker"], "Cream", "Hers"],
    );
  });
});
