import assert from "node:assert/strict";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { hangUp } from "../support/loopback.ts";
import { edited } from "./desk.ts";
import type { Desk } from "./desk.ts";
import { ask, changeElsewhere, draft, magazine, makeArticle, openDesk } from "./magazine.ts";
import { must, why } from "./outcomes.ts";
import { BasesInMemory, JournalInMemory } from "./ports.ts";

describe("A save whose answer was lost", () => {
  let faults: Faults;

  beforeEach("open a way to the service", async () => {
    faults = await startFaults(magazine().url);
  });
  afterEach("close the way", async () => {
    await faults.stop();
  });

  /** The service carries it out, and is then not to be reached until the way is healed. */
  const loseAnswer = (id: string, data: object): void => {
    faults.inject(/^PUT/, (response, request) => {
      void ask("PUT", `articles/${id}?status=draft&locale=en`, data).then(() => {
        faults.inject(/./, hangUp);
        hangUp(response, request);
      });
    });
  };

  async function opened(stores: Partial<ConstructorParameters<typeof Desk>[0]> = {}) {
    const desk = openDesk({ ...stores, url: faults.url });
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const address = desk.article(id);
    const snapshot = await desk.open(address);
    return { desk, id, address, snapshot };
  }
  const link = (label: string) => ({ url: "https://example.com", label });
  const linksOf = async (id: string): Promise<unknown> => {
    const there = await draft(`articles/${id}`, "populate=links");
    return (there?.["links"] as { label: string }[]).map(({ label }) => label);
  };

  it("is done where the service has what was sent", async () => {
    const { desk, id, address, snapshot } = await opened();
    faults.inject(/^PUT/, (response, request) => {
      void ask("PUT", `articles/${id}?status=draft&locale=en`, { title: "Milk" }).then(() => {
        hangUp(response, request);
      });
    });

    const { sent } = must(await desk.save(address, edited(snapshot, { title: "Milk" })));

    const [entry] = await desk.journal.history(address);
    assert.deepEqual([sent, desk.sent("PUT").length, entry?.outcome], [true, 1, "done"]);
  });

  it("had not arrived where the service holds what it held", async () => {
    const { desk, id, address, snapshot } = await opened();
    faults.inject(/^PUT/, hangUp);

    const [failure] = await desk.save(address, edited(snapshot, { title: "Milk" }));

    const [entry] = await desk.journal.history(address);
    assert.deepEqual(
      [failure?.code === "service" && failure.arrived, entry?.outcome],
      ["no", "unknown"],
    );
    assert.equal((await draft(`articles/${id}`))?.["title"], "Tea");
  });

  it("may have arrived where nobody can look, and the next save sends nothing twice", async () => {
    const { desk, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });
    const text = edited(snapshot, { links: [link("One")] });

    const [failure] = await desk.save(address, text);
    faults.heal();
    const { sent } = must(await desk.save(address, text));

    assert.deepEqual([failure?.code === "service" && failure.arrived, sent], ["unknown", false]);
    assert.deepEqual(await linksOf(id), ["One"]);
  });

  it("counts as done by what is typed on: an item that was new then is changed, not added again", async () => {
    const { desk, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });

    await desk.save(address, edited(snapshot, { links: [link("One")] }));
    faults.heal();
    must(await desk.save(address, edited(snapshot, { links: [link("Two")] })));

    assert.deepEqual(await linksOf(id), ["Two"]);
  });

  it("counts as done also after the window was killed meanwhile", async () => {
    const stores = { bases: new BasesInMemory(), journalStore: new JournalInMemory() };
    const { desk, id, address, snapshot } = await opened(stores);
    await desk.documents.edits.begin(address, snapshot.text);
    loseAnswer(id, { links: [link("One")] });
    await desk.save(address, edited(snapshot, { links: [link("One")] }));
    faults.heal();

    const again = openDesk({ ...stores, url: faults.url });
    const text = edited(snapshot, { links: [link("Two")] });
    await again.documents.edits.begin(address, text);
    must(await again.save(address, text));

    assert.deepEqual(await linksOf(id), ["Two"]);
  });

  it("counts as done also where somebody else has added to the same list since", async () => {
    const { desk, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });
    await desk.save(address, edited(snapshot, { links: [link("One")] }));
    faults.heal();
    const there = await draft(`articles/${id}`, "populate=links");
    const links = (there?.["links"] as { id: number }[]).map(({ id: known }) => ({ id: known }));
    await changeElsewhere(id, { links: [...links, link("Hers")] });

    must(await desk.save(address, edited(snapshot, { links: [link("Two")] })));

    assert.deepEqual(await linksOf(id), ["Two", "Hers"]);
  });

  it("asks where somebody else has changed just that since: whose it is can't be told", async () => {
    const { desk, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });
    const text = edited(snapshot, { links: [link("One")] });
    await desk.save(address, text);
    faults.heal();
    await changeElsewhere(id, { links: [link("Hers")] });

    const outcome = await desk.save(address, text);

    assert.deepEqual([why(outcome), await linksOf(id)], ["conflict", ["Hers"]]);
  });

  it("leaves what somebody else did to other entries of that list, where the person keeps theirs", async () => {
    const desk = openDesk({ url: faults.url });
    const id = await makeArticle({ links: [link("One")] });
    const address = desk.article(id);
    const snapshot = await desk.open(address);
    const [one] = snapshot.content["links"] as { id: number }[];
    const text = edited(snapshot, { links: [one as never, link("Mine")] });
    faults.inject(/^PUT/, (response, request) => {
      faults.inject(/./, hangUp);
      hangUp(response, request);
    });
    await desk.save(address, text);
    faults.heal();
    await changeElsewhere(id, { links: [{ id: one?.id, label: "Hers" }] });

    const refused = why(await desk.save(address, text));
    desk.documents.choose(address, "mine");
    must(await desk.save(address, text));

    assert.deepEqual([refused, await linksOf(id)], ["conflict", ["Hers", "Mine"]]);
  });

  it("is not forgotten where the next one is lost, too", async () => {
    const { desk, id, address, snapshot } = await opened();
    loseAnswer(id, { links: [link("One")] });
    await desk.save(address, edited(snapshot, { links: [link("One")] }));
    faults.heal();
    faults.inject(/^PUT/, hangUp);
    await desk.save(address, edited(snapshot, { links: [link("One")], title: "Milk" }));
    faults.heal();

    must(await desk.save(address, edited(snapshot, { links: [link("Two")], title: "Milk" })));

    assert.deepEqual(await linksOf(id), ["Two"]);
  });

  it("brings nothing back, after that, of what it had taken in from somebody else", async () => {
    const stores = { bases: new BasesInMemory(), journalStore: new JournalInMemory() };
    const { desk, id, address, snapshot } = await opened(stores);
    await desk.documents.edits.begin(address, snapshot.text);
    await changeElsewhere(id, { kicker: "Hers" });
    loseAnswer(id, { title: "Milk" });
    await desk.save(address, edited(snapshot, { title: "Milk" }));
    faults.heal();

    const again = openDesk({ ...stores, url: faults.url });
    const text = edited(snapshot, { title: "Milk", summary: "Mine" });
    await again.documents.edits.begin(address, text);
    must(await again.save(address, text));

    const after = await draft(`articles/${id}`);
    assert.deepEqual(
      [after?.["title"], after?.["kicker"], after?.["summary"]],
      ["Milk", "Hers", "Mine"],
    );
  });

  it("takes in what somebody else has changed since", async () => {
    const { desk, id, address, snapshot } = await opened();
    loseAnswer(id, { title: "Milk" });
    await desk.save(address, edited(snapshot, { title: "Milk" }));
    faults.heal();
    await changeElsewhere(id, { kicker: "Hers" });

    const { taken } = must(await desk.save(address, edited(snapshot, { title: "Cream" })));

    const after = await draft(`articles/${id}`);
    assert.deepEqual([taken, after?.["title"], after?.["kicker"]], [["kicker"], "Cream", "Hers"]);
  });
});
