import assert from "node:assert/strict";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import type { TestModel } from "../testModel.ts";
import {
  changeElsewhere,
  document,
  draft,
  makeArticle,
  openModel,
  useFaultyProxy,
  makeTranslated,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { JournalInMemory } from "../ports.ts";

const isPublish = ({ method }: { method: string }) => method === "PUT";
const isDelete = ({ method }: { method: string }) => method === "DELETE";

/** The journal entries of a document, newest first, with the titles before and after each change. */
async function recordOf(model: TestModel, id: string): Promise<unknown[]> {
  const entries = await model.journal.history(model.article(id));
  return entries.map(({ action, outcome, before, after }) => [
    action,
    outcome,
    titlesIn(before),
    titlesIn(after),
  ]);
}

const titlesIn = (contents: JournalEntry["before"]): unknown =>
  Object.fromEntries(
    Object.entries(contents).map(([locale, content]) => [locale, content["title"]]),
  );

describe("Publish or Delete with a lost answer", () => {
  const proxy = useFaultyProxy();

  it("Publish with a lost answer succeeds without a second request when the service has published", async () => {
    const model = openModel({ url: proxy.url });
    const address = model.article(await makeArticle({ title: "Tea" }, "status=draft"));
    const previewed = must(await model.publication.preview(address));
    proxy.meet((line) => (isPublish(line) ? { kind: "answer dropped" } : undefined));

    must(await model.publication.publish(address, previewed));

    const { title } = (await document(`articles/${address.id}`)) ?? {};
    assert.deepEqual([proxy.passages.filter(isPublish).length, title], [1, "Tea"]);
    assert.deepEqual(await recordOf(model, address.id), [["publish", "done", {}, { en: "Tea" }]]);
  });

  it("Publish fails and reports that nothing was published when the request did not arrive", async () => {
    const model = openModel({ url: proxy.url });
    const address = model.article(await makeArticle({}, "status=draft"));
    const before = await draft(`articles/${address.id}`);
    const previewed = must(await model.publication.preview(address));
    proxy.meet((line) => (isPublish(line) ? { kind: "request dropped" } : undefined));

    const [failure] = await model.publication.publish(address, previewed);

    assert.deepEqual(
      [failure?.code, failure?.code === "service" && failure.arrived],
      ["service", "no"],
    );
    assert.deepEqual(
      [await draft(`articles/${address.id}`), await document(`articles/${address.id}`)],
      [before, undefined],
    );
    assert.equal(proxy.passages.filter(isPublish).length, 1);
  });

  it("Publish has an unknown outcome when the service can't be read afterwards", async () => {
    const model = openModel({ url: proxy.url });
    const address = model.article(await makeArticle({ title: "Tea" }, "status=draft"));
    const previewed = must(await model.publication.preview(address));
    let isAway = false;
    proxy.meet((line) => {
      isAway ||= isPublish(line);
      return isAway ? { kind: "answer replaced", status: 502 } : undefined;
    });

    const [failure] = await model.publication.publish(address, previewed);

    assert.equal(failure?.code === "service" && failure.arrived, "unknown");
    const [[action, outcome]] = (await recordOf(model, address.id)) as [unknown[]];
    assert.deepEqual([action, outcome], ["publish", "unknown"]);
  });

  it("Delete with a lost answer succeeds without a second request when the service has deleted", async () => {
    const model = openModel({ url: proxy.url });
    const address = model.article(await makeTranslated("Tea", "Thé"));
    const previewed = must(await model.publication.preview(address));
    proxy.meet((line) => (isDelete(line) ? { kind: "answer dropped" } : undefined));

    must(await model.publication.delete(address, previewed));

    assert.deepEqual(
      [proxy.passages.filter(isDelete).length, await draft(`articles/${address.id}`)],
      [1, undefined],
    );
  });

  it("Delete keeps document and editor when the request did not arrive", async () => {
    const model = openModel({ url: proxy.url });
    const address = model.article(await makeArticle({ title: "Tea" }));
    await model.open(address);
    const previewed = must(await model.publication.preview(address));
    const changes: unknown[] = [];
    model.documents.onDidChange((change) => changes.push(change));
    proxy.meet((line) => (isDelete(line) ? { kind: "request dropped" } : undefined));

    const [failure] = await model.publication.delete(address, previewed);

    assert.equal(failure?.code === "service" && failure.arrived, "no");
    const { title } = (await draft(`articles/${address.id}`)) ?? {};
    assert.deepEqual([title, changes, proxy.passages.filter(isDelete).length], ["Tea", [], 1]);
  });
});

describe("Journal of Publish and Delete", () => {
  it("the journal of Publish contains the published version from before, and the draft that was published", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    await changeElsewhere(id, { title: "Milk" });
    const previewed = must(await model.publication.preview(model.article(id)));

    must(await model.publication.publish(model.article(id), previewed));

    assert.deepEqual(await recordOf(model, id), [
      ["publish", "done", { en: "Tea" }, { en: "Milk" }],
    ]);
    const [entry] = await model.journal.history(model.article(id));
    assert.deepEqual(entry?.paths, ["title"]);
  });

  it("the journal of Delete contains the drafts of every locale, and published versions that differ", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { title: "Lait" }, "locale=fr");
    const previewed = must(await model.publication.preview(model.article(id)));

    must(await model.publication.delete(model.article(id), previewed));

    const [entry] = await model.journal.history(model.article(id));
    const record = [["delete", "done", { en: "Tea", fr: "Lait" }, {}]];
    assert.deepEqual(await recordOf(model, id), record);
    assert.deepEqual(
      [entry?.live, titlesIn(entry?.published ?? {})],
      [["en", "fr"], { fr: "Thé" }],
    );
  });

  it("the journal marks a rejected publish as failed", async () => {
    const model = openModel();
    const id = await makeArticle({ title: null }, "status=draft");
    const previewed = must(await model.publication.preview(model.article(id)));

    const outcome = await model.publication.publish(model.article(id), previewed);

    const [[action, came]] = (await recordOf(model, id)) as [unknown[]];
    assert.deepEqual([why(outcome), action, came], ["ValidationError", "publish", "failed"]);
  });

  it("the journal prevents a publish or a delete that it can't record", async () => {
    const journalStore = new JournalInMemory();
    journalStore.trouble = "The disk is full.";
    const model = openModel({ journalStore });
    const address = model.article(await makeArticle({}, "status=draft"));
    const previewed = must(await model.publication.preview(address));

    const outcomes = [
      await model.publication.publish(address, previewed),
      await model.publication.delete(address, previewed),
    ];

    assert.deepEqual(outcomes.map(why), ["not-recorded", "not-recorded"]);
    assert.deepEqual([model.sent("PUT"), model.sent("DELETE")], [[], []]);
  });
});
