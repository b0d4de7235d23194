import assert from "node:assert/strict";
import { factsOfReport } from "../../../src/model/writing/changeReport.ts";
import { batchResultWords } from "../../../src/texts/batch/batchWords.ts";
import { reportRemarks } from "../../../src/texts/shared/changeReportWords.ts";
import type { TestModel } from "../testModel.ts";
import {
  ask,
  bothVersions,
  changeElsewhere,
  document,
  draft,
  makeArticle,
  openModel,
  makeTranslated,
  useFaultyProxy,
} from "../magazine.ts";
import { articlesOf, withStates } from "../lists.ts";
import { must, why } from "../outcomes.ts";
import type { State } from "../../../src/model/content/publicationStatus.ts";

/** The publication status in the list of articles, after it has arrived. */
async function shownState(model: TestModel, id: string): Promise<State | undefined> {
  await articlesOf(model).open();
  const rows = await withStates(articlesOf(model));
  return rows.find((row) => row.id === id)?.state;
}

describe("Publish", () => {
  const proxy = useFaultyProxy();

  it("Publish publishes the draft, and updates the status in the tree item", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    await changeElsewhere(id, { title: "Milk" });
    const before = await shownState(model, id);
    const previewed = must(await model.publication.preview(model.article(id)));

    must(await model.publication.publish(model.article(id), previewed));
    const published = must(await model.publication.preview(model.article(id)));

    assert.deepEqual(
      [before, previewed.state, published.state, await shownState(model, id)],
      ["modified", "modified", "published", "published"],
    );
    assert.deepEqual(await bothVersions(id, "title"), [["Milk"], ["Milk"]]);
  });

  it("Publish reports that its result is not verified if the document can't be read afterwards", async () => {
    const model = openModel({ url: proxy.url });
    const address = model.article(await makeArticle({ title: "Tea" }, "status=draft"));
    const previewed = must(await model.publication.preview(address));
    let isSent = false;
    proxy.meet(({ method }) => {
      if (isSent) return { kind: "answer replaced", status: 500 };
      isSent = method === "PUT";
      return undefined;
    });

    const report = must(await model.publication.publish(address, previewed));

    assert.equal(report.unverified?.code, "service");
    assert.match(reportRemarks(report).join(), /^The result couldn't be verified\. .*500/);
    assert.deepEqual(JSON.parse(JSON.stringify(factsOfReport(report))), { notVerified: true });
    assert.match(
      batchResultWords(() => "Published.", [{ item: address, outcome: "done", report }]),
      /^Published\. The result for 1 document couldn't be verified\.$/,
    );
    assert.deepEqual(await bothVersions(address.id, "title"), [["Tea"], ["Tea"]]);
  });

  it("Publish makes an open editor load the document again", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({}, "status=draft"));
    await model.open(address);
    const previewed = must(await model.publication.preview(address));
    const before = must(await model.documents.stat(address));
    const changes: unknown[] = [];
    model.documents.onDidChange((change) => changes.push(change));

    must(await model.publication.publish(address, previewed));

    const after = must(await model.documents.stat(address));
    const { publication } = must(await model.documents.read(address));
    assert.deepEqual(
      [changes, publication.knownValue?.state],
      [[{ address, kind: "changed" }], "published"],
    );
    assert.ok(after.modified > before.modified);
  });

  it("Publish publishes one locale only", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { title: "Milk" });
    await changeElsewhere(id, { title: "Lait" }, "locale=fr");
    const previewed = must(await model.publication.preview(model.article(id, "fr")));

    must(await model.publication.publish(model.article(id, "fr"), previewed));

    const english = await document(`articles/${id}`);
    const french = await document(`articles/${id}`, "locale=fr");
    assert.deepEqual([english?.["title"], french?.["title"]], ["Tea", "Lait"]);
  });

  it("Publish is rejected when the draft changed after the preview", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" }, "status=draft");
    const previewed = must(await model.publication.preview(model.article(id)));
    await changeElsewhere(id, { title: "Cup" });

    const outcome = await model.publication.publish(model.article(id), previewed);

    assert.deepEqual(
      [why(outcome), await document(`articles/${id}`), model.sent("PUT")],
      ["changed-meanwhile", undefined, []],
    );
  });

  it("Publish succeeds when only the draft's time changed after the preview", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" }, "status=draft");
    const previewed = must(await model.publication.preview(model.article(id)));
    await changeElsewhere(id, {});

    must(await model.publication.publish(model.article(id), previewed));

    assert.deepEqual(await bothVersions(id, "title"), [["Tea"], ["Tea"]]);
  });

  it("Publish updates the status in editors of the other locales", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { title: "Milk" });
    await model.open(model.article(id));
    const previewed = must(await model.publication.preview(model.article(id)));
    const french = await model.stood(model.article(id, "fr"));
    const before = must(await model.documents.stat(model.article(id, "fr")));
    const changes: unknown[] = [];
    model.documents.onDidChange(({ address, kind }) => changes.push([address.locale, kind]));

    must(await model.publication.publish(model.article(id), previewed));

    const after = must(await model.documents.stat(model.article(id, "fr")));
    const now = await model.stood(model.article(id, "fr"));
    assert.deepEqual(
      [french.states, now.states],
      [
        { en: "modified", fr: "published" },
        { en: "published", fr: "published" },
      ],
    );
    assert.deepEqual(changes.sort(), [
      ["en", "changed"],
      ["fr", "changed"],
    ]);
    assert.ok(after.modified > before.modified);
  });

  it("Publish publishes nothing when the service rejects the draft, and reports the invalid field", async () => {
    const model = openModel();
    const id = await makeArticle({ title: null }, "status=draft");
    const before = await draft(`articles/${id}`);
    const previewed = must(await model.publication.preview(model.article(id)));

    const outcome = await model.publication.publish(model.article(id), previewed);

    const error = outcome[0]?.code === "service" ? outcome[0].error : undefined;
    const paths = error?.name === "ValidationError" ? error.issues.map(({ path }) => path) : [];
    assert.deepEqual(
      [paths, await document(`articles/${id}`), await draft(`articles/${id}`)],
      [[["title"]], undefined, before],
    );
  });

  it("Publish sends nothing after the user cancels", async () => {
    const model = openModel();
    const id = await makeArticle({}, "status=draft");
    const previewed = must(await model.publication.preview(model.article(id)));

    const outcome = await model.publication.publish(
      model.article(id),
      previewed,
      AbortSignal.abort(),
    );

    assert.notEqual(why(outcome), undefined);
    assert.deepEqual([model.sent("PUT"), await document(`articles/${id}`)], [[], undefined]);
  });

  it("Publish publishes a single type in its locale", async () => {
    const model = openModel();
    const address = model.single("homepage", "en");
    await ask("PUT", "homepage?status=published&locale=en", { heading: "Good evening" });
    await ask("PUT", "homepage?status=draft&locale=en", { heading: "Good morning" });
    const previewed = must(await model.publication.preview(address));

    must(await model.publication.publish(address, previewed));

    const published = await document("homepage", "locale=en");
    assert.deepEqual([previewed.state, published?.["heading"]], ["modified", "Good morning"]);
  });

  it("Publish fails with gone for a deleted document", async () => {
    const model = openModel();
    const id = await makeArticle();
    const previewed = must(await model.publication.preview(model.article(id)));
    await ask("DELETE", `articles/${id}?locale=*`);

    const outcome = await model.publication.publish(model.article(id), previewed);

    assert.deepEqual([why(outcome), await draft(`articles/${id}`)], ["gone", undefined]);
  });
});
