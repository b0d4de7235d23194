import assert from "node:assert/strict";
import { deleteAction } from "../../../src/model/bulk/batch/batchActions.ts";
import { Batches } from "../../../src/model/bulk/batch/batches.ts";
import { compare } from "../../../src/model/environments/comparing.ts";
import { changeDatabase } from "../checks/database.ts";
import { allOf, check, only } from "../checks/checking.ts";
import { exported, matching, recordsIn } from "../exporting/exports.ts";
import { makeArticle, openModel, total, useSeededService } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { targetId } from "../environments/twoServices.ts";

/** What a result says of the rows that it passed over, such as `no-locale No locale`. */
const namesOf = (rows: readonly { readonly why: string; readonly title: string }[]): string[] =>
  rows.map(({ why, title }) => `${why} ${title}`).sort();

const oddRows = ["no-document-id No id", "no-draft No draft", "no-locale No locale"];

describe("Collection with a row without documentId, one without locale and a document without draft", () => {
  const service = useSeededService();
  let whole: number;

  before(async () => {
    whole = await total("articles");
    for (const title of ["No id", "No locale"]) await makeArticle({ title }, "status=draft");
    await makeArticle({ title: "No draft" });
    changeDatabase("UPDATE articles SET document_id = NULL WHERE title = 'No id'");
    changeDatabase("UPDATE articles SET locale = NULL WHERE title = 'No locale'");
    changeDatabase(
      "DELETE FROM articles WHERE title = 'No draft' AND published_at IS NULL AND locale = 'en'",
    );
  });

  it("is exported without them, and the result names them", async () => {
    const { outcome, text, leftOut } = await exported(
      openModel(),
      matching(openModel(), "articles"),
    );

    assert.equal(outcome, "whole");
    assert.equal(recordsIn(text).length, whole);
    assert.deepEqual(namesOf(leftOut), oddRows);
  });

  it("is checked without them, and the report names them", async () => {
    const model = openModel();

    const { report } = await check(model, allOf(model, "articles"), {
      rules: only("unpublished-target"),
    });

    const rows = report.unchecked.flatMap((part) => (part.code === "row" ? part.row : []));
    assert.deepEqual(namesOf(rows), oddRows);
  });

  it("is compared without its odd rows, and the comparison names them for each side", async () => {
    const model = openModel();
    const { id } = model.connection;
    model.store.connections = [model.connection, { ...model.connection, id: targetId }];
    model.store.tokens.set(targetId, service().tokens.full);

    const target = matching(model, "articles");
    const { leftOut } = must(await compare({ from: id, to: targetId, target }, {}, model));

    for (const side of ["from", "to"]) {
      const rows = leftOut.flatMap((part) =>
        part.code === "row" && part.side === side ? part.row : [],
      );
      assert.deepEqual(namesOf(rows), ["no-document-id No id", "no-locale No locale"], side);
    }
  });

  it("is planned for a batch without its odd rows, which the plan skips by name", async () => {
    const model = openModel();

    const { planned, skipped } = must(
      await new Batches(model).preview(matching(model, "articles"), deleteAction(model)),
    );

    const rows = skipped.flatMap(({ title, failure }) =>
      failure.code === "odd-row" ? { title, why: failure.why } : [],
    );
    assert.deepEqual(namesOf(rows), oddRows);
    assert.ok(planned.every(({ address }) => address.id !== ""));
  });
});
