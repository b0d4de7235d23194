import assert from "node:assert/strict";
import { changeReportOf } from "../../../src/model/writing/changeReport.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { edited } from "../testModel.ts";
import { bothVersions, document, draft, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

const whole = "populate=*";

/** A document without the attributes that a save changes. */
function lasting(version: JsonObject | undefined, ...changed: string[]): JsonObject {
  const moved = ["updatedAt", ...changed];
  return Object.fromEntries(
    Object.entries(version ?? {}).filter(([name]) => !moved.includes(name)),
  );
}

const unsent = { ...changeReportOf({}), factsChanged: false, ignored: [] };
const saved = { ...unsent, sent: ["title"] };

describe("Saving a document", () => {
  it("saving changes only the edited attribute, and only in the draft", async () => {
    const model = openModel();
    const seo = { metaTitle: "Tea", metaDescription: "Warm cups" };
    const id = await makeArticle({ title: "Tea", seo, featured: true });
    const before = [await draft(`articles/${id}`, whole), await document(`articles/${id}`, whole)];
    const snapshot = await model.open(model.article(id));

    const outcome = await model.save(model.article(id), edited(snapshot, { title: "Milk" }));

    const after = [await draft(`articles/${id}`, whole), await document(`articles/${id}`, whole)];
    assert.deepEqual([outcome, after[0]?.["title"]], [[null, saved], "Milk"]);
    assert.deepEqual(lasting(after[0], "title"), lasting(before[0], "title"));
    assert.deepEqual(after[1], before[1]);
    assert.deepEqual(model.sent("PUT"), [`articles/${id}`]);
  });

  it("saving sends nothing when the text is unchanged, or only $ or the notation of a value changed", async () => {
    const model = openModel();
    const id = await makeArticle({ broadcastTime: "10:30:00.000", archiveNumber: "12" });
    const address = model.article(id);
    const before = await draft(`articles/${id}`);
    const snapshot = await model.open(address);

    const outcomes = [
      await model.save(address, snapshot.text),
      await model.save(address, JSON.stringify(snapshot.content)),
      await model.save(address, edited(snapshot, { broadcastTime: "10:30", archiveNumber: 12 })),
      await model.save(address, edited(snapshot, { $: { documentId: "other" } })),
    ];

    assert.deepEqual(outcomes.map(must), [
      unsent,
      unsent,
      unsent,
      { ...unsent, factsChanged: true },
    ]);
    assert.deepEqual([model.sent("PUT"), await draft(`articles/${id}`)], [[], before]);
  });

  it("saving fires onDidSave once with the new version", async () => {
    const model = openModel();
    const id = await makeArticle();
    const snapshot = await model.open(model.article(id));
    await snapshot.publication.wait();
    const heard: unknown[] = [];
    model.documents.onDidSave(({ address, snapshot: { publication } }) =>
      heard.push([address.id, publication.knownValue?.state]),
    );

    must(await model.save(model.article(id), edited(snapshot, { title: "Milk" })));
    must(await model.save(model.article(id), edited(snapshot, { title: "Milk" })));

    assert.deepEqual(heard, [[id, "modified"]]);
  });

  it("saving sends only the changes since the previous save", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "First", kicker: "First" });
    const snapshot = await model.open(model.article(id));

    for (const change of [
      { title: "Second" },
      { title: "First" },
      { title: "First", kicker: "K" },
    ]) {
      must(await model.save(model.article(id), edited(snapshot, change)));
    }

    assert.deepEqual(await bothVersions(id, "title", "kicker"), [
      ["First", "K"],
      ["First", "First"],
    ]);
    assert.equal(model.sent("PUT").length, 3);
  });

  it("saving clears a removed attribute when the user agrees, and sends nothing otherwise", async () => {
    const model = openModel();
    const id = await makeArticle({ kicker: "Out", summary: "Stays" });
    const snapshot = await model.open(model.article(id));
    const text = edited(snapshot, { kicker: undefined, title: "Milk" });

    const declined = await model.save(model.article(id), text, false);
    const between = [model.sent("PUT"), (await draft(`articles/${id}`))?.["kicker"]];
    const agreed = await model.save(model.article(id), text, true);

    const after = await draft(`articles/${id}`);
    assert.deepEqual([why(declined), between], ["declined", [[], "Out"]]);
    assert.deepEqual(
      [agreed, after?.["kicker"], after?.["summary"], after?.["title"]],
      [[null, { ...saved, sent: ["title", "kicker"] }], null, "Stays", "Milk"],
    );
  });

  it("saving fails with the path of the value that the service rejects, and changes nothing", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const before = await draft(`articles/${id}`);
    const snapshot = await model.open(model.article(id));

    const [failure] = await model.save(
      model.article(id),
      edited(snapshot, { title: "Milk", kind: "poem" }),
    );

    const error = failure?.code === "service" ? failure.error : undefined;
    const paths = error?.name === "ValidationError" ? error.issues.map(({ path }) => path) : [];
    assert.deepEqual([paths, await draft(`articles/${id}`)], [[["kind"]], before]);
  });

  it("saving is refused when the text is invalid JSON or has values that can't be sent", async () => {
    const model = openModel();
    const id = await makeArticle();
    const snapshot = await model.open(model.article(id));

    const outcomes = [
      await model.save(model.article(id), snapshot.text.replace("{", "{,")),
      await model.save(model.article(id), "[]"),
      await model.save(model.article(id), edited(snapshot, { category: 3 })),
      await model.save(model.article(id), edited(snapshot, { publishedAt: null, id: 4 })),
    ];

    assert.deepEqual(outcomes.map(why), [
      "invalid-json",
      "not-an-object",
      "not-sendable",
      "not-sendable",
    ]);
    assert.deepEqual(model.sent("PUT"), []);
  });

  it("saving sends a key named __proto__, which the service rejects", async () => {
    const model = openModel();
    const id = await makeArticle();
    const before = await draft(`articles/${id}`);
    const { text } = await model.open(model.article(id));

    const outcome = await model.save(
      model.article(id),
      text.replace("{", '{ "__proto__": { "featured": true },'),
    );

    assert.deepEqual([why(outcome), await draft(`articles/${id}`)], ["ValidationError", before]);
  });
});
