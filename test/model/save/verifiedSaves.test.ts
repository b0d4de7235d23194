import assert from "node:assert/strict";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { rewriteLostContent, undoLastSave } from "../../../src/model/history/saveUndo.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { ask, draft, magazine, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

const puts = /PUT \/\w+\/articles/;

/** Changes some attributes in the answer to each write. */
const rewriting = (change: (data: JsonObject) => JsonObject) => ({
  body: (body: unknown) => {
    const { data } = body as { readonly data: JsonObject };
    return { data: { ...data, ...change(data) } };
  },
});

describe("Save that is not kept", () => {
  let proxy: Faults;
  let model: TestModel;
  let id: string;
  let cover: JsonObject;
  beforeEach(async () => {
    const [file] = (await ask("GET", "upload/files?pagination[limit]=1")) as JsonObject[];
    proxy = await startFaults(magazine().url);
    model = openModel({ url: proxy.url });
    cover = { documentId: file?.["documentId"] ?? null };
    id = await makeArticle({ title: "Tea", cover: file?.["id"] });
  });
  afterEach(() => proxy.stop());

  const heldCover = async () =>
    ((await draft(`articles/${id}`, "populate=cover"))?.["cover"] as JsonObject | null)?.[
      "documentId"
    ];
  const save = async (change: JsonObject) => {
    const opened = await model.open(model.article(id));
    return must(await model.save(model.article(id), edited(opened, change)));
  };
  /** Clears the cover with every write, as Strapi before 5.54 does with media files named by documentId. */
  const losing = () => {
    proxy.reshape(
      puts,
      rewriting(() => ({ cover: null })),
    );
  };

  it("a save reports lost content that was not part of it", async () => {
    losing();

    const { deviations } = await save({ kicker: "Warm" });

    assert.deepEqual(
      deviations.map(({ path, isLost }) => [path, isLost]),
      [["cover", true]],
    );
    assert.equal(await heldCover(), undefined);
  });

  it("a save with lost content can be repaired with rewriteLostContent, which keeps later changes", async () => {
    losing();
    const { deviating } = await save({ kicker: "Warm" });
    proxy.heal();
    await ask("PUT", `articles/${id}?status=draft`, { kicker: "Warmer" });
    assert.ok(deviating);

    const { sent: names } = must(await rewriteLostContent(model.article(id), deviating, model));

    const articleDraft = await draft(`articles/${id}`);
    assert.deepEqual(
      [names, await heldCover(), articleDraft?.["kicker"]],
      [["cover"], cover["documentId"], "Warmer"],
    );
  });

  it("a save that the service doesn't keep completely records the expected content in the journal", async () => {
    losing();
    await save({ kicker: "Warm" });

    const [entry] = await model.journal.history(model.article(id));

    const coverIds = [entry?.before, entry?.after, entry?.expected].map(
      (contents) => (contents?.["en"]?.["cover"] as JsonObject | null | undefined)?.["documentId"],
    );
    assert.deepEqual(coverIds, [cover["documentId"], undefined, cover["documentId"]]);
  });

  it("a save with lost content shows the content of the service, and another one sends nothing", async () => {
    losing();
    await save({ kicker: "Warm" });

    const snapshot = await model.open(model.article(id));
    const { sent } = must(await model.save(model.article(id), snapshot.text));

    assert.deepEqual([snapshot.content["cover"], sent], [null, []]);
  });

  it('an undo fails with "not-kept" when the service loses the restored content too', async () => {
    await save({ cover: null });
    losing();

    const [failure] = await undoLastSave(model.article(id), model);

    assert.deepEqual(failure, { code: "not-kept", paths: ["cover"] });
  });

  it("a save reports a value that the service changed as changed, not as lost", async () => {
    proxy.reshape(
      puts,
      rewriting(({ title }) => ({ title: (title as string).trim() })),
    );

    const { deviations } = await save({ title: " Milk " });

    assert.deepEqual(deviations, [
      { path: "title", expected: " Milk ", actual: "Milk", isLost: false },
    ]);
  });
});

describe("Answer with other attributes", () => {
  it("the answer of a save with other attributes becomes no base, and is no other client's change", async () => {
    const proxy = await startFaults(magazine().url);
    const model = openModel({ url: proxy.url });
    const quote = { __component: "sections.quote", text: "Cold", speaker: "Ines" };
    const id = await makeArticle({ seo: { metaTitle: "Tea" }, sections: [quote] });
    const address = model.article(id);
    proxy.reshape(puts, { query: (query) => ({ ...query, populate: { tags: true } }) });
    const opened = await model.open(address);

    const first = must(await model.save(address, edited(opened, { kicker: "Warm" })));
    const again = await model.open(address);
    const second = must(await model.save(address, edited(again, { kicker: "Hot" })));
    await proxy.stop();

    assert.deepEqual([first.deviating, first.remotePaths, second.remotePaths], [undefined, [], []]);
    assert.deepEqual(again.content["seo"], opened.content["seo"]);
    const articleDraft = await draft(
      `articles/${id}`,
      "populate[sections][populate]=*&populate[seo]=true",
    );
    assert.deepEqual(
      [
        articleDraft!["kicker"],
        (articleDraft!["sections"] as unknown[]).length,
        Boolean(articleDraft!["seo"]),
      ],
      ["Hot", 1, true],
    );
  });
});
