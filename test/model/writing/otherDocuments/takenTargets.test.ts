import assert from "node:assert/strict";
import type { MergeSide } from "../../../../src/model/content/merge.ts";
import type { Conflict } from "../../../../src/model/journal/changeFailure.ts";
import { undoCreation } from "../../../../src/model/history/undoActions.ts";
import { undoLastSave } from "../../../../src/model/history/saveUndo.ts";
import { newDocumentId } from "../../../../src/model/foundation/address.ts";
import type { JsonObject } from "../../../../src/model/foundation/json.ts";
import { changeElsewhere, draft, makeArticle, openModel, unique } from "../../magazine.ts";
import { openPanel } from "../../administrator.ts";
import { must } from "../../outcomes.ts";
import { edited } from "../../testModel.ts";
import type { TestModel } from "../../testModel.ts";
import type { OtherChange } from "../../../../src/model/journal/journalEntry.ts";

/** The documentId of the sequel of an article's draft. */
async function sequelOf(id: string): Promise<string | undefined> {
  const article = await draft(`articles/${id}`, "populate[sequel][fields][0]=title");
  return (article?.["sequel"] as { documentId?: string } | null)?.documentId;
}

/** An article with a sequel, and another article that is about to get the same one. */
async function openTaking(model: TestModel) {
  const title = unique("Owner");
  const sequel = await makeArticle({ title: unique("Sequel") }, "status=draft");
  const owner = await makeArticle({ title, sequel }, "status=draft");
  const id = await makeArticle({}, "status=draft");
  const address = model.article(id);
  const text = edited(await model.open(address), { sequel: { documentId: sequel } });
  const questions: (readonly OtherChange[])[] = [];
  const save = (isAgreed: boolean) =>
    model.documents.write(address, {
      text,
      confirmClearing: () => Promise.resolve(true),
      confirmTaking: (changes) => {
        questions.push(changes);
        return Promise.resolve(isAgreed);
      },
    });
  return { title, sequel, owner, id, address, text, questions, save };
}

const summaryOf = (changes: readonly OtherChange[] | undefined): unknown[] =>
  (changes ?? []).map(({ title, path, locale, version, change }) => [
    ...[title, path, locale, version, change],
  ]);

describe("Save that takes a one-to-one target", function () {
  this.timeout(60_000);

  it("a save that takes a one-to-one target asks first, names the other document, and stops if declined", async () => {
    const model = openModel();
    const { title, sequel, owner, id, questions, save } = await openTaking(model);

    const [failure] = await save(false);

    assert.deepEqual(
      [failure?.code, questions.map(summaryOf), await sequelOf(owner), await sequelOf(id)],
      ["declined", [[[title, "sequel", "en", "draft", "loses"]]], sequel, undefined],
    );
  });

  it("a save reports and records the change of the document from which it takes a one-to-one target", async () => {
    const model = openModel();
    const { title, sequel, owner, id, address, questions, save } = await openTaking(model);

    const saved = must(await save(true));

    const [entry] = await model.journal.history(address);
    const expectedTakeovers = [[title, "sequel", "en", "draft", "loses"]];
    assert.deepEqual(
      [questions.length, summaryOf(saved.elsewhere), summaryOf(entry?.elsewhere)],
      [1, expectedTakeovers, expectedTakeovers],
    );
    assert.deepEqual([await sequelOf(owner), await sequelOf(id)], [undefined, sequel]);
  });

  it("a save does not ask for a one-to-one target that the user gives up in a conflict", async () => {
    const model = openModel();
    const { owner, sequel, id, address, text, questions, save } = await openTaking(model);
    const theirs = await makeArticle({}, "status=draft");
    await changeElsewhere(id, { sequel: theirs });
    await model.noticeChange(address);
    must(await model.documents.stat(address, { text, ask: () => Promise.resolve("theirs") }));

    must(await save(true));

    assert.deepEqual([questions, await sequelOf(owner), await sequelOf(id)], [[], sequel, theirs]);
  });

  it("a save that the user declined asks again about a conflict", async () => {
    const model = openModel();
    const { id, address, text } = await openTaking(model);
    await changeElsewhere(id, { kicker: "Theirs" });
    await model.noticeChange(address);
    const questions: (readonly string[])[] = [];
    const save = async (kicker: string, side: MergeSide, isAgreed: boolean) => {
      const mine = JSON.stringify({ ...(JSON.parse(text) as JsonObject), kicker });
      const ask = ({ both }: Conflict) => {
        questions.push(both);
        return Promise.resolve(side);
      };
      must(await model.documents.stat(address, { text: mine, ask }));
      const confirmTaking = () => Promise.resolve(isAgreed);
      return model.documents.write(address, { text: mine, confirmTaking });
    };

    const [declined] = await save("Mine", "theirs", false);
    must(await save("Mine again", "mine", true));

    assert.deepEqual([declined?.code, questions], ["declined", [["kicker"], ["kicker"]]]);
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Mine again");
  });

  it("a save that takes a one-to-one target fails without a write when nobody can be asked", async () => {
    const model = openModel();
    const { title, sequel, owner, id, address, text } = await openTaking(model);

    const [failure] = await model.documents.write(address, { text });

    assert.deepEqual(failure?.code === "taken-target" && summaryOf(failure.elsewhere), [
      [title, "sequel", "en", "draft", "loses"],
    ]);
    assert.deepEqual([await sequelOf(owner), await sequelOf(id)], [sequel, undefined]);
  });

  it("a save that took a one-to-one target is undone in both documents", async () => {
    const model = openModel();
    const { sequel, owner, id, address, title, save } = await openTaking(model);
    must(await save(true));

    const { report } = must(await undoLastSave(address, model));

    assert.deepEqual([await sequelOf(owner), await sequelOf(id)], [sequel, undefined]);
    assert.deepEqual(
      [summaryOf(report.elsewhere), report.unrestored],
      [[[title, "sequel", "en", "draft", "gets"]], []],
    );
  });

  it("a save that took a target is undone in its document only, and says so, if the other one changed", async () => {
    const model = openModel();
    const { owner, id, address, title, save } = await openTaking(model);
    must(await save(true));
    const next = await makeArticle({}, "status=draft");
    await changeElsewhere(owner, { sequel: next });

    const { report } = must(await undoLastSave(address, model));

    assert.deepEqual([await sequelOf(owner), await sequelOf(id)], [next, undefined]);
    assert.deepEqual(
      [report.elsewhere, summaryOf(report.unrestored)],
      [[], [[title, "sequel", "en", "draft", "loses"]]],
    );
  });

  it("a new document asks for a one-to-one target, and its undo gives the target back", async () => {
    const model = openModel();
    const { title, sequel, owner, questions } = await openTaking(model);
    const address = model.at("articles", newDocumentId(), "en");
    const content: JsonObject = {
      title: unique("New"),
      kicker: "New",
      sequel: { documentId: sequel },
    };
    const created = must(
      await model.documents.write(address, {
        text: JSON.stringify(content),
        confirmTaking: (changes) => {
          questions.push(changes);
          return Promise.resolve(true);
        },
      }),
    );
    const ownerSequel = await sequelOf(owner);
    const createdAddress = created.created?.address ?? address;
    const [entry] = await model.journal.history(createdAddress);

    const report = must(await undoCreation(entry!, model));

    assert.deepEqual(questions.map(summaryOf), [[[title, "sequel", "en", "draft", "loses"]]]);
    assert.deepEqual(
      [ownerSequel, await sequelOf(owner), summaryOf(report.elsewhere)],
      [undefined, sequel, [[title, "sequel", "en", "draft", "gets"]]],
    );
  });
});

describe("Undo of Discard Changes", function () {
  this.timeout(60_000);

  it("undo of Discard Changes gives the drafts of other documents their relations back", async () => {
    const model = await openPanel();
    const [sequel, owner] = [await makeArticle(), await makeArticle()];
    await changeElsewhere(owner, { sequel });
    await changeElsewhere(sequel, { kicker: "Changed" });
    const address = model.article(sequel);
    const previewed = must(await model.publication.preview(address));
    must(await model.publication.withdraw("discard", address, previewed));
    const discarded = await sequelOf(owner);

    const { report } = must(await undoLastSave(address, model));

    assert.deepEqual(
      [discarded, await sequelOf(owner), report.sent, report.unrestored],
      [undefined, sequel, ["kicker"], []],
    );
  });

  it("undo of Discard Changes reports nothing as left when another draft lost its target to the document", async () => {
    const model = await openPanel();
    const target = await makeArticle();
    const id = await makeArticle({ sequel: target });
    const other = await makeArticle({ sequel: id });
    await changeElsewhere(id, { sequel: null });
    await changeElsewhere(other, { sequel: target });
    const address = model.article(id);
    const previewed = must(await model.publication.preview(address));
    must(await model.publication.withdraw("discard", address, previewed));
    const discarded = [await sequelOf(id), await sequelOf(other)];

    const { report } = must(await undoLastSave(address, model));

    assert.deepEqual(discarded, [target, id]);
    assert.deepEqual(
      [await sequelOf(id), await sequelOf(other), summaryOf(report.unrestored)],
      [undefined, target, []],
    );
  });
});
