import assert from "node:assert/strict";
import type { Cms } from "../../../src/client/index.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { toServiceForm } from "../../../src/model/writing/serviceForm.ts";
import { edited } from "../testModel.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { ask, draft, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { unlearned } from "../unlearned.ts";

/** The client already knows the ids of the media files, so it sends no request for them. */
function inForm(data: JsonObject) {
  const learned = unlearned();
  const { capabilities } = learned;
  capabilities.files.learn({ documentId: "pie", id: 7 });
  capabilities.files.learn({ documentId: "cup", id: 8 });
  return toServiceForm({ cms: {} as Cms, type: recipes, catalog: kitchen, ...learned }, data);
}

const set = (...ids: string[]) => ({ set: ids.map((documentId) => ({ documentId })) });

describe("toServiceForm", () => {
  it("toServiceForm names media by numeric id in attributes, lists and components", async () => {
    const seo = { id: 3, metaTitle: "Pie", shareImage: { documentId: "pie" } };

    const data = must(
      await inForm({
        cover: { documentId: "pie" },
        gallery: [{ documentId: "cup" }, { documentId: "pie" }],
        seo,
      }),
    );

    assert.deepEqual(data, { cover: 7, gallery: [8, 7], seo: { ...seo, shareImage: 7 } });
  });

  it("toServiceForm sets relations by documentId in attributes, lists and dynamic zones", async () => {
    const sections = [{ __component: "sections.quote", id: 4, author: { documentId: "ada" } }];

    const data = must(
      await inForm({
        cook: { documentId: "ada" },
        tags: [{ documentId: "hot" }, { documentId: "sweet" }],
        sections,
      }),
    );

    assert.deepEqual(data, {
      cook: set("ada"),
      tags: set("hot", "sweet"),
      sections: [{ ...sections[0], author: set("ada") }],
    });
    const [entry] = data.sections as JsonObject[];
    assert.equal(Object.keys(entry ?? {})[0], "__component");
  });

  it("toServiceForm clears relations, media and lists", async () => {
    const data = must(await inForm({ cook: null, tags: [], cover: null, gallery: [] }));

    assert.deepEqual(data, { cook: null, tags: set(), cover: null, gallery: [] });
  });

  it("toServiceForm keeps scalars, JSON and blocks unchanged", async () => {
    const plain = { title: "Pie", extra: { cover: { documentId: "pie" } }, steps: [{ type: "x" }] };

    assert.deepEqual(must(await inForm(plain)), plain);
  });
});

describe("Save of a media field", () => {
  const fileOf = async (id: string) => (await draft(`articles/${id}`, "populate=cover"))?.["cover"];
  const files = async () =>
    (await ask("GET", "upload/files?sort=id:asc&pagination[limit]=2")) as JsonObject[];

  it("saving a media field looks up the file in the media library when no document has shown it", async () => {
    const model = openModel();
    const [, file] = await files();
    const id = await makeArticle();
    const snapshot = await model.open(model.article(id));
    const cover = { documentId: file?.["documentId"] ?? null };

    must(await model.save(model.article(id), edited(snapshot, { cover })));

    assert.equal(((await fileOf(id)) as JsonObject)["documentId"], cover.documentId);
    assert.deepEqual(
      model.sent("GET").filter((path) => path.startsWith("upload")),
      ["upload/files"],
    );
  });

  it("saving a media field looks up nothing when the document has shown the file", async () => {
    const model = openModel();
    const [file] = await files();
    const id = await makeArticle({ cover: file?.["id"] });
    const snapshot = await model.open(model.article(id));
    const { cover } = snapshot.content;

    must(await model.save(model.article(id), edited(snapshot, { cover: null })));
    const again = await model.open(model.article(id));
    must(await model.save(model.article(id), edited(again, { cover: cover ?? null })));

    assert.equal(((await fileOf(id)) as JsonObject)["documentId"], file?.["documentId"]);
    assert.deepEqual(
      model.sent("GET").filter((path) => path.startsWith("upload")),
      [],
    );
  });

  it("saving a media field is refused when the media library has no such file", async () => {
    const model = openModel();
    const id = await makeArticle();
    const snapshot = await model.open(model.article(id));
    const cover = { documentId: "nosuchfilenosuchfilenosu" };

    const [failure] = await model.save(model.article(id), edited(snapshot, { cover }));

    assert.deepEqual(failure, {
      code: "no-such-file",
      paths: ["cover"],
      documentIds: [cover.documentId],
    });
    assert.deepEqual(model.sent("PUT"), []);
  });
});
