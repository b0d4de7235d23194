import assert from "node:assert/strict";
import { Imports } from "../../../src/model/import/imports.ts";
import { JoinedFiles } from "../../../src/model/import/importFiles.ts";
import { planDetails } from "../../../src/texts/import/importWords.ts";
import {
  changeElsewhere,
  draft,
  makeArticle,
  openModel,
  unique,
  useFaultyProxy,
} from "../magazine.ts";
import { undoNewest } from "../undoNewest.ts";
import { fileOf, importAll, previewOf, ResultsInMemory, targetOf } from "./files.ts";
import type { OtherChange } from "../../../src/model/journal/journalEntry.ts";

/** The documentId of the sequel of an article's draft. */
async function sequelOf(id: string): Promise<string | undefined> {
  const article = await draft(`articles/${id}`, "populate[sequel][fields][0]=title");
  return (article?.["sequel"] as { documentId?: string } | null)?.documentId;
}

const summaryOf = (changes: readonly OtherChange[] | undefined): unknown[] =>
  (changes ?? []).map(({ title, type, path, locale, change }) => [
    type,
    title,
    path,
    locale,
    change,
  ]);

/** An article with a sequel, and one without. */
async function makeOwner() {
  const title = unique("Owner");
  const sequel = await makeArticle({ title: unique("Sequel") }, "status=draft");
  const owner = await makeArticle({ title, sequel }, "status=draft");
  return { title, sequel, owner, id: await makeArticle({}, "status=draft") };
}

const taking = (documentId: string, sequel: string) => ({
  documentId,
  content: { sequel: { documentId: sequel } },
});

describe("Import that takes one-to-one targets", function () {
  this.timeout(60_000);
  const proxy = useFaultyProxy();

  it("an import names the one-to-one targets that it takes, records that, and undo gives them back", async () => {
    const model = openModel();
    const { title, sequel, owner, id } = await makeOwner();
    const [source, results] = [fileOf(taking(id, sequel)), new ResultsInMemory()];
    const setup = { model, source, results, target: targetOf(model, { key: "documentId" }) };

    const plan = await previewOf(setup);
    const [result] = await new Imports(model).run(source, plan, { group: "import-1", results });
    const [entry] = await model.journal.history(model.article(id));
    const sequels = [await sequelOf(id), await sequelOf(owner)];
    const undone = await undoNewest(model);

    const lost = [["articles", title, "sequel", "en", "loses"]];
    assert.deepEqual(
      [plan.planned[0]?.elsewhere, result?.report?.elsewhere, entry?.elsewhere].map(summaryOf),
      [lost, lost, lost],
    );
    assert.deepEqual(planDetails(plan, new JoinedFiles([])), [
      `Drafts of other documents lose relations: '${title}' (articles, en) sequel.`,
    ]);
    assert.deepEqual([result?.outcome, sequels], ["done", [sequel, undefined]]);
    assert.deepEqual(
      [undone, await sequelOf(id), await sequelOf(owner)],
      [["done"], undefined, sequel],
    );
  });

  it("an import names the targets that new documents and localizations take, and creates them", async () => {
    const model = openModel();
    const { title, sequel, owner } = await makeOwner();
    const newTitle = unique("New");
    const source = fileOf({ content: { title: newTitle, sequel: { documentId: sequel } } });
    const setup = { model, source, target: targetOf(model) };

    const plan = await previewOf(setup);
    const outcomes = await importAll(setup);
    const ownerSequel = await sequelOf(owner);
    await undoNewest(model);

    assert.deepEqual(summaryOf(plan.planned[0]?.elsewhere), [
      ["articles", title, "sequel", "en", "loses"],
    ]);
    assert.deepEqual(
      [outcomes, ownerSequel, await sequelOf(owner)],
      [[[1, "done"]], undefined, sequel],
    );
  });

  it("an import looks up the owners of many targets together", async () => {
    const model = openModel({ url: proxy.url });
    // MariaDB answers relations that are written at the same time with a deadlock.
    const owners = [await makeOwner(), await makeOwner(), await makeOwner()];
    const source = fileOf(...owners.map(({ id, sequel }) => taking(id, sequel)));

    const plan = await previewOf({
      ...{ model, source, target: targetOf(model, { key: "documentId" }) },
    });

    const lookups = proxy.passages.filter(({ target }) => target.includes("filters[sequel]"));
    assert.deepEqual(
      plan.planned.map(({ elsewhere }) => elsewhere.map(({ title }) => title)),
      owners.map(({ title }) => [title]),
    );
    assert.equal(lookups.length, 1);
  });

  it("an import is refused for a one-to-one target that another document has got since the plan", async () => {
    const model = openModel();
    const { sequel, owner, id } = await makeOwner();
    const next = await makeArticle({}, "status=draft");
    const [source, results] = [fileOf(taking(id, sequel)), new ResultsInMemory()];
    const target = targetOf(model, { key: "documentId" });
    const plan = await previewOf({ model, source, target, results });
    await changeElsewhere(next, { sequel });

    const [result] = await new Imports(model).run(source, plan, { group: "import-1", results });

    assert.deepEqual(
      [result?.failure?.code, await sequelOf(id), await sequelOf(owner), await sequelOf(next)],
      ["taken-target", undefined, undefined, sequel],
    );
  });

  it("an import swaps the targets of two documents, and its undo swaps them back", async () => {
    const model = openModel();
    const [firstOwner, two] = [await makeOwner(), await makeOwner()];
    const source = fileOf(
      taking(firstOwner.owner, two.sequel),
      taking(two.owner, firstOwner.sequel),
    );
    const target = targetOf(model, { key: "documentId" });

    const outcomes = await importAll({ model, source, target });
    const swapped = [await sequelOf(firstOwner.owner), await sequelOf(two.owner)];
    await undoNewest(model);

    assert.deepEqual(outcomes, [
      [1, "done"],
      [2, "done"],
    ]);
    assert.deepEqual(swapped, [two.sequel, firstOwner.sequel]);
    assert.deepEqual(
      [await sequelOf(firstOwner.owner), await sequelOf(two.owner)],
      [firstOwner.sequel, two.sequel],
    );
  });
});
