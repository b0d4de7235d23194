import assert from "node:assert/strict";
import type { Conflict } from "../../../src/model/journal/changeFailure.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { ask, changeElsewhere, magazine, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { changedByBoth, readAttributes } from "./changedByBoth.ts";
import { linksOf } from "./links.ts";

const notSaved = (model: TestModel): string[] => model.sent("PUT");

describe("Save, with another client", () => {
  it("a save is stopped by VS Code's own check when both changed the same attribute", async () => {
    const both = { mine: { title: "Mine", summary: "Mine" }, theirs: { title: "Hers" } };
    const { model, id, address, press } = await changedByBoth(both);

    const outcomes = [await press(), await press()];

    const conflict = model.documents.conflict(address);
    assert.deepEqual(outcomes, [undefined, undefined]);
    assert.deepEqual([conflict?.theirs, conflict?.both], [["title"], ["title"]]);
    assert.deepEqual(
      [await readAttributes(id, "title", "summary"), notSaved(model)],
      [["Hers", "Old"], []],
    );
  });

  it("a save is stopped at each try, also when the text has the same length", async () => {
    const both = { mine: { kicker: "Mee" }, theirs: { kicker: "You" } };
    const { model, press } = await changedByBoth(both);

    const outcomes = [await press(), await press("nothing"), await press(), await press("nothing")];

    assert.deepEqual(
      [outcomes.map((outcome) => outcome && why(outcome)), notSaved(model)],
      [[undefined, "conflict", undefined, "conflict"], []],
    );
  });

  it("a save shows the conflict while the user is asked", async () => {
    const both = { mine: { kicker: "Mine" }, theirs: { kicker: "Hers" } };
    const { model, address, text, opened } = await changedByBoth(both);
    let conflictPaths: readonly unknown[] = [];
    model.documents.onDidChangeEdit(
      () => (conflictPaths = model.documents.conflict(address)?.both ?? []),
    );
    let whileAsked: readonly unknown[] = [];
    const ask = () => {
      whileAsked = conflictPaths;
      return Promise.resolve(undefined);
    };

    await model.press(address, text, { opened, ask });

    assert.deepEqual(whileAsked, ["kicker"]);
  });

  it("a save asks until the user chooses, and its failure leaves nothing that VS Code could overwrite", async () => {
    const both = { mine: { kicker: "Mine" }, theirs: { kicker: "Hers" } };
    const { id, press } = await changedByBoth(both);
    const conflicts: Conflict[] = [];

    const outcomes = [await press("nothing", conflicts), await press("nothing", conflicts)];
    await changeElsewhere(id, { kicker: "Hers again" });
    outcomes.push(await press("nothing", conflicts));

    // VS Code offers Overwrite where it stops a save itself, and then the outcome is undefined.
    assert.deepEqual(
      outcomes.map((outcome) => outcome && why(outcome)),
      Array(3).fill("conflict"),
    );
    assert.deepEqual(
      conflicts.map(({ both }) => both),
      Array(3).fill(["kicker"]),
    );
  });

  it("a save keeps the user's value with Keep Mine, and the other client's other changes", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers", kicker: "Hers" } };
    const { id, press } = await changedByBoth(both);

    const { remotePaths } = must((await press("mine"))!);

    assert.deepEqual(
      [remotePaths, await readAttributes(id, "title", "kicker")],
      [["kicker"], ["Mine", "Hers"]],
    );
  });

  it("a save takes the other client's value with Take Theirs, and saves the user's other changes", async () => {
    const both = { mine: { title: "Mine", summary: "Mine" }, theirs: { title: "Hers" } };
    const { model, id, address, press } = await changedByBoth(both);

    must((await press("theirs"))!);
    model.documents.finishSave(address);
    const { content } = await model.open(address);

    assert.deepEqual(await readAttributes(id, "title", "summary"), ["Hers", "Mine"]);
    assert.deepEqual([content["title"], content["summary"]], ["Hers", "Mine"]);
  });

  it("a save succeeds after a later choice for the version that was shown", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { model, id, address, press } = await changedByBoth(both);
    await press();

    const isChosen = model.documents.choose(address, "mine");
    must((await press())!);

    assert.deepEqual([isChosen, await readAttributes(id, "title")], [true, ["Mine"]]);
    assert.equal(model.documents.conflict(address), undefined);
  });

  it("a save asks again when the document changed after the choice, and writes nothing until then", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { model, id, address, press } = await changedByBoth(both);
    await press();
    model.documents.choose(address, "mine");
    await changeElsewhere(id, { title: "Hers again" });

    const outcome = await press();

    assert.deepEqual(
      [outcome, await readAttributes(id, "title"), notSaved(model)],
      [undefined, ["Hers again"], []],
    );
  });

  it("a save overwrites the version that the user was shown when VS Code's Overwrite writes it", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers", kicker: "Hers" } };
    const { model, id, address, text, press } = await changedByBoth(both);
    await press();

    must(await model.documents.stat(address, { text }));
    must(await model.save(address, text));

    assert.deepEqual(await readAttributes(id, "title", "kicker"), ["Mine", "Hers"]);
  });

  it("a save refuses Overwrite for a version that the user was not shown", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { model, id, address, text, press } = await changedByBoth(both);
    await press();
    await changeElsewhere(id, { title: "Hers again" });

    must(await model.documents.stat(address, { text }));
    const outcome = await model.save(address, text);

    assert.deepEqual(
      [why(outcome), await readAttributes(id, "title")],
      ["conflict", ["Hers again"]],
    );
  });

  it("a save refuses a write without a preceding stat", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { model, id, address, text } = await changedByBoth(both);

    const outcomes = [await model.save(address, text), await model.save(address, text)];

    assert.deepEqual(outcomes.map(why), ["conflict", "conflict"]);
    assert.deepEqual(await readAttributes(id, "title"), ["Hers"]);
  });

  it("a save refuses a write when the service did not answer the stat before it", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { model, id, address, text, press } = await changedByBoth(both);
    await press();
    await press();
    await model.connections.setToken(model.connection, "refused");
    const stat = await model.documents.stat(address, { text });
    await model.connections.setToken(model.connection, magazine().tokens.full);

    const outcome = await model.save(address, text);

    assert.deepEqual([why(stat), why(outcome)], ["UnauthorizedError", "conflict"]);
    assert.deepEqual(await readAttributes(id, "title"), ["Hers"]);
  });

  it("a save reports a conflict with a change that arrived while the user confirmed the clearing", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    const agree = async () => {
      await changeElsewhere(id, { kicker: "Hers" });
      return true;
    };

    const text = edited(snapshot, { kicker: undefined });
    const outcome = await model.documents.write(address, { text, confirmClearing: agree });

    assert.deepEqual(
      [why(outcome), await readAttributes(id, "kicker"), model.sent("PUT")],
      ["conflict", ["Hers"], []],
    );
  });
});

describe("List entry in conflict", () => {
  it("a list entry that another client deleted is added again as a new one with Keep Mine", async () => {
    const model = openModel();
    const link = { url: "https://example.com/one", label: "One" };
    const id = await makeArticle({ links: [link] }, "status=draft");
    const address = model.article(id);
    const snapshot = await model.open(address);
    const opened = must(await model.documents.stat(address));
    await model.documents.edits.begin(address, snapshot.text);
    await ask("PUT", `articles/${id}?status=draft`, { links: [] });

    const [firstLink] = snapshot.content["links"] as { label: string }[];
    const text = edited(snapshot, { links: [{ ...firstLink, label: "Mine" }] });
    const asking = { opened, ask: () => Promise.resolve("mine" as const) };
    must((await model.press(address, text, asking))!);

    assert.deepEqual(await linksOf(id), ["Mine"]);
  });
});
