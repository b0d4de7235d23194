import assert from "node:assert/strict";
import { countTargets } from "../../../src/model/batch/batchTarget.ts";
import type { BatchTarget } from "../../../src/model/batch/batchTarget.ts";
import { Batches } from "../../../src/model/batch/batches.ts";
import { exported, matching, recordsIn } from "../export/exports.ts";
import { makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import type { TestModel } from "../testModel.ts";

/** What a batch and an export take for a search, and how many documents a count gives. */
async function takenFor(model: TestModel, search: string, type = "articles") {
  const target: BatchTarget = matching(model, type);
  model.lists.changeListQuery({ connection: model.connection.id, type }, { search });
  const batchItems = must(await new Batches(model).find(target));
  const { text } = await exported(model, target, { names: ["kicker"] });
  const counted = must(await countTargets(target, model));
  const idOf = (id: unknown): string => (typeof id === "string" ? id : String(id));
  return {
    batch: batchItems.map(({ address }) => address.id),
    export: recordsIn(text).map(({ documentId, $id }) => idOf(documentId ?? $id)),
    count: counted,
  };
}

describe("Targets by search", () => {
  it("a search for targets takes _ and % for characters of the text", async () => {
    const model = openModel();
    const word = unique("Searched").replaceAll(/[^a-z0-9]/gi, "");
    const id = await makeArticle({ title: `${word} 100_00%0` }, "status=draft");
    await makeArticle({ title: `${word} 100x00%0` }, "status=draft");
    await makeArticle({ title: `${word} 100_00xx0` }, "status=draft");

    const targets = await takenFor(model, `${word.toUpperCase()} 100_00%0`);

    assert.deepEqual(targets, { batch: [id], export: [id], count: 1 });
  });

  it("a search for targets leaves out a document of which only the id contains the text", async () => {
    const model = openModel();
    const id = await makeArticle({}, "status=draft");

    const targets = await takenFor(model, id.slice(2, 20));

    assert.deepEqual(targets, { batch: [], export: [], count: 0 });
  });

  it("a search for targets finds a text in any of the document's own fields", async () => {
    const model = openModel();
    const summary = unique("Nowhere else");
    const id = await makeArticle({ summary }, "status=draft");

    const targets = await takenFor(model, summary);

    assert.deepEqual(targets, { batch: [id], export: [id], count: 1 });
  });

  it("a search for targets takes _ for a character in the names and email addresses of users", async () => {
    const targets = await takenFor(openModel(), "_", "users");

    assert.deepEqual(targets, { batch: [], export: [], count: 0 });
  });
});
