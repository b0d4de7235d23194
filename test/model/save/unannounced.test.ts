import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { UnannouncedSave } from "../../../src/model/save/saveConsents.ts";
import type { SaveResult } from "../../../src/model/save/openDocuments.ts";
import type { Stat } from "../../../src/model/edit/session.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { changeElsewhere, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { changedByBoth, readAttributes } from "./changedByBoth.ts";
import { opened as openedUser } from "./openedUser.ts";

interface Answer {
  readonly isGiven: boolean;
  /** Runs while the question is open. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Runs saves without a user action, as VS Code does, and collects the questions about them. */
function agentOn(model: TestModel, { isGiven, meanwhile }: Answer) {
  const questions: UnannouncedSave[] = [];
  const consent = async (save: UnannouncedSave): Promise<boolean> => {
    questions.push(save);
    await meanwhile?.();
    return isGiven;
  };
  const write = (address: Address, text: string): Promise<Outcome<SaveResult, Failure>> =>
    model.documents.write(address, {
      text,
      confirmClearing: () => Promise.resolve(true),
      confirmUnannounced: consent,
    });
  /** Returns undefined when VS Code's own check stops the save. */
  const save = async (address: Address, text: string, opened: Stat) => {
    const stat = must(await model.documents.stat(address, undefined, true));
    const isStopped = stat.modified > opened.modified && stat.size !== opened.size;
    return isStopped ? undefined : write(address, text);
  };
  return { questions, write, save };
}

describe("Save without user action", () => {
  const article = async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kicker: "Old" }, "status=draft");
    const address = model.article(id);
    const snapshot = await model.open(address);
    return { model, id, address, snapshot };
  };

  it("a save without user action sends a draft after consent, and says that nothing is published", async () => {
    const { model, id, address, snapshot } = await article();
    const agent = agentOn(model, { isGiven: true });

    const { sent } = must(await agent.write(address, edited(snapshot, { kicker: "New" })));

    assert.deepEqual([sent, await readAttributes(id, "kicker")], [["kicker"], ["New"]]);
    assert.deepEqual(agent.questions, [{ title: "Tea", isLive: false }]);
  });

  it("a save without user action sends nothing without consent", async () => {
    const { model, id, address, snapshot } = await article();
    const agent = agentOn(model, { isGiven: false });

    const outcome = await agent.write(address, edited(snapshot, { kicker: "New" }));

    assert.deepEqual(
      [why(outcome), model.sent("PUT"), await readAttributes(id, "kicker")],
      ["declined", [], ["Old"]],
    );
  });

  it("a save without user action asks for no consent when it has nothing to send", async () => {
    const { model, address, snapshot } = await article();
    const agent = agentOn(model, { isGiven: false });

    const { sent } = must(await agent.write(address, snapshot.text.replaceAll(",", " ,\n")));

    assert.deepEqual([sent, agent.questions], [[], []]);
  });

  it("a save without user action asks about a user, and notes that it takes effect immediately", async () => {
    const { model, address, snapshot, username, changes } = await openedUser();
    const agent = agentOn(model, { isGiven: false });

    const outcome = await agent.write(address, edited(snapshot, { blocked: true }));

    assert.deepEqual([why(outcome), await changes()], ["declined", {}]);
    assert.deepEqual(agent.questions, [{ title: username, isLive: true }]);
  });

  it("a save without user action asks before it creates a new document", async () => {
    const model = openModel();
    const address = model.article("new-1");
    const agent = agentOn(model, { isGiven: false });

    const outcome = await agent.write(address, JSON.stringify({ title: "Written by an agent" }));

    assert.deepEqual([why(outcome), model.sent("POST")], ["declined", []]);
    assert.deepEqual(agent.questions, [{ title: "Written by an agent", isLive: false }]);
  });

  it("a save without user action merges another client's change of another attribute", async () => {
    const both = { mine: { title: "Mine" }, theirs: { kicker: "Hers" } };
    const { model, id, address, text, opened } = await changedByBoth(both);
    const agent = agentOn(model, { isGiven: true });

    const outcome = await agent.save(address, text, opened);

    const { remotePaths } = must(outcome!);
    assert.deepEqual(
      [remotePaths, await readAttributes(id, "title", "kicker")],
      [["kicker"], ["Mine", "Hers"]],
    );
  });

  it("a save without user action merges another client's change that arrives during the question", async () => {
    const { model, id, address, snapshot } = await article();
    const meanwhile = () => changeElsewhere(id, { summary: "Hers" });
    const agent = agentOn(model, { isGiven: true, meanwhile });

    const { remotePaths } = must(await agent.write(address, edited(snapshot, { kicker: "Mine" })));

    assert.deepEqual(
      [remotePaths, await readAttributes(id, "kicker", "summary")],
      [["summary"], ["Mine", "Hers"]],
    );
  });

  it("a save without user action reports a conflict, and writes the side that the user then chooses", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { model, id, address, text, opened } = await changedByBoth(both);
    const agent = agentOn(model, { isGiven: true });

    const first = await agent.save(address, text, opened);
    const isChosen = model.documents.choose(address, "mine");
    const before = await readAttributes(id, "title");
    must(await agent.write(address, text));

    assert.deepEqual([why(first!), isChosen, before], ["conflict", true, ["Hers"]]);
    assert.deepEqual([agent.questions.length, await readAttributes(id, "title")], [2, ["Mine"]]);
  });

  it("a save without user action does not overwrite a conflict that the user was shown", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { model, id, address, text, press } = await changedByBoth(both);
    await press();
    must(await model.documents.stat(address, { text }));

    const outcome = await agentOn(model, { isGiven: true }).write(address, text);

    assert.deepEqual([why(outcome), await readAttributes(id, "title")], ["conflict", ["Hers"]]);
  });

  it("a save without user action lets a revert load another client's change", async () => {
    const both = { mine: { title: "Mine" }, theirs: { title: "Hers" } };
    const { model, address, opened } = await changedByBoth(both);
    await model.noticeChange(address);

    const stat = must(await model.documents.stat(address, undefined, true));
    const snapshot = must(await model.documents.read(address));

    assert.equal(snapshot.content["title"], "Hers");
    assert.ok(stat.modified > opened.modified, `${stat.modified} is not after ${opened.modified}`);
  });
});
