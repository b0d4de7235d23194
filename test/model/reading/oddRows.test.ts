import assert from "node:assert/strict";
import { deleteAction } from "../../../src/model/batch/documentActions.ts";
import { Batches } from "../../../src/model/batch/batches.ts";
import { countTargets } from "../../../src/model/batch/batchTarget.ts";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { changeDatabase } from "../../services/changeDatabase.ts";
import { describeService } from "../../services/descriptions.ts";
import { allOf, check, only } from "../check/checking.ts";
import { exported, matching, recordsIn } from "../export/exports.ts";
import { useSeededService } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { TestModel } from "../testModel.ts";
import { plainMake, plainMakeDraft } from "../../support/plainWrites.ts";

/** What a result says of the rows that it passed over, such as `no-locale No locale`. */
const namesOf = (rows: readonly { readonly why: string; readonly title: string }[]): string[] =>
  rows.map(({ why, title }) => `${why} ${title}`).sort();

const oddRows = ["no-document-id No id", "no-draft No draft", "no-locale No locale"];

describe("Odd rows", function () {
  this.timeout(180_000);
  const seeded = describeService().name === "newest" ? useSeededService() : undefined;
  let own: Service | undefined;
  let service: Service;
  let model: TestModel;
  let whole: number;

  before(async () => {
    own = seeded ? undefined : await startService({ service: "newest" });
    service = own ?? seeded!();
    model = new TestModel({ ...service, token: service.tokens.full });
    const all = matching(model, "pages");
    whole = must(await countTargets(all, model));
    for (const title of ["No id", "No locale"]) {
      await plainMakeDraft(service, "pages", { title });
    }
    await plainMake(service, "pages", { title: "No draft" });
    for (const change of [
      "UPDATE pages SET document_id = NULL WHERE title = 'No id'",
      "UPDATE pages SET locale = NULL WHERE title = 'No locale'",
      "DELETE FROM pages WHERE title = 'No draft' AND published_at IS NULL",
    ]) {
      await changeDatabase(service, change);
    }
  });
  after(async () => {
    model.close();
    await own?.stop();
  });

  it("an export leaves out rows without documentId, locale or draft, and the result names them", async () => {
    const { outcome, text, leftOut } = await exported(model, matching(model, "pages"));

    assert.equal(outcome, "whole");
    assert.equal(recordsIn(text).length, whole);
    assert.deepEqual(namesOf(leftOut), oddRows);
  });

  it("a check leaves out rows without documentId, locale or draft, and the report names them", async () => {
    const { report } = await check(model, allOf(model, "pages"), {
      rules: only("unpublished-target"),
    });

    const rows = report.unchecked.flatMap((part) => (part.code === "row" ? part.row : []));
    assert.deepEqual(namesOf(rows), oddRows);
  });

  it("a comparison leaves out odd rows, and names them for each side", async () => {
    const { id: from } = model.connection;
    const to = "z9y8x7w6";
    model.store.connections = [model.connection, { ...model.connection, id: to }];
    model.store.tokens.set(to, service.tokens.full);

    const target = matching(model, "pages");
    const { leftOut } = must(await compare({ from, to, target }, {}, model));

    for (const side of ["from", "to"]) {
      const rows = leftOut.flatMap((part) =>
        part.code === "row" && part.side === side ? part.row : [],
      );
      assert.deepEqual(namesOf(rows), ["no-document-id No id", "no-locale No locale"], side);
    }
  });

  it("the plan of a batch skips odd rows by name", async () => {
    const { planned, skipped } = must(
      await new Batches(model).preview(matching(model, "pages"), deleteAction(model)),
    );

    const rows = skipped.flatMap(({ title, failure }) =>
      failure.code === "odd-row" ? { title, why: failure.why } : [],
    );
    assert.deepEqual(namesOf(rows), oddRows);
    assert.ok(planned.every(({ address }) => address.id !== ""));
  });
});
