import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { isArray, isObject } from "../../../src/model/foundation/json.ts";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { stripping } from "../../support/stripped.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import {
  changeElsewhere,
  draft,
  magazine,
  make,
  makeArticle,
  openModel,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

/** The sections of an article's draft, with the author of each quote. */
async function authorsIn(id: string): Promise<Json[]> {
  const article = await draft(
    `articles/${id}`,
    "populate[sections][on][sections.quote][populate]=author",
  );
  const sections = article?.["sections"] ?? null;
  return isArray(sections)
    ? sections
        .filter(isObject)
        .map(({ author }) =>
          isObject(author ?? null) ? ((author as JsonObject)["documentId"] ?? null) : null,
        )
    : [];
}

describe("Save of a zone with hidden relations", () => {
  let faults: Faults;
  let model: TestModel;
  let author: string;
  let id: string;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
    faults.reshape(/(GET|PUT) \/\w+\/articles/, { answer: stripping("author") });
    model = openModel({ url: faults.url });
    author = await make("authors", { name: unique("Ines") });
    const quote = { __component: "sections.quote", text: "Warm", speaker: "Ines", author };
    id = await makeArticle({ sections: [quote] });
  });
  afterEach(() => faults.stop());

  it("saving a changed zone with hidden relations is refused, and the relation stays", async () => {
    const address = model.article(id);
    const opened = await model.open(address);

    const [failure] = await model.save(address, edited(opened, { sections: [] }));

    assert.deepEqual(
      [failure?.code, model.sent("PUT"), await authorsIn(id)],
      ["not-sendable", [], [author]],
    );
  });

  it("saving another attribute sends no part of a zone with hidden relations", async () => {
    const address = model.article(id);
    const opened = await model.open(address);

    must(await model.save(address, edited(opened, { kicker: "Now" })));

    const sent = faults.requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
    assert.deepEqual([sent, await authorsIn(id)], [[{ data: { kicker: "Now" } }], [author]]);
  });

  it("hidden relations of a zone are in the snapshot, and no difference is shown for its change", async () => {
    const address = model.article(id);
    const opened = await model.open(address);

    const [failure] = await model.documents.pending(address, edited(opened, { sections: [] }));

    const missing = [...opened.unread.values()].flat().map(({ path }) => path);
    assert.deepEqual([missing, failure?.code], [["author", "sections[0].author"], "not-sendable"]);
  });

  it("undo restores a removed zone entry with its relation when the relation was read before", async () => {
    const address = model.article(id);
    faults.heal();
    const opened = await model.open(address);
    must(await model.save(address, edited(opened, { sections: [] })));
    await changeElsewhere(id, { kicker: "By others" });
    faults.reshape(/(GET|PUT) \/\w+\/articles/, { answer: stripping("author") });

    must(await undoLastSave(address, model));

    assert.deepEqual(await authorsIn(id), [author]);
  });

  it("an undo reports a conflict before the parts that it couldn't send", async () => {
    const address = model.article(id);
    faults.heal();
    const opened = await model.open(address);
    const [quote] = opened.content["sections"] as JsonObject[];
    const changed = { title: "Milk", sections: [{ ...quote, text: "Cold" }] };
    must(await model.save(address, edited(opened, changed)));
    await changeElsewhere(id, { title: "Theirs" });
    faults.reshape(/(GET|PUT) \/\w+\/articles/, { answer: stripping("author") });

    const [failure] = await undoLastSave(address, model);

    assert.deepEqual(failure?.code === "undo-conflict" && failure.paths.includes("title"), true);
  });
});
