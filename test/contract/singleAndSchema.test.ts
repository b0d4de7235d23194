import assert from "node:assert/strict";
import { must, realCms, send, unique } from "./realCms.ts";

interface Homepage {
  readonly documentId: string;
  readonly heading: string;
}

const heading = async (status: string): Promise<unknown> => {
  const { body } = await send("GET", `/homepage?status=${status}`);
  return (body as { data: Homepage | null }).data?.heading ?? null;
};

describe("single() on the real service", () => {
  const homepage = () => realCms().single<Homepage>("homepage");
  beforeEach(() => must("PUT", "/homepage", { data: { heading: "Printed" } }));

  it("a single type has no route with a documentId", async () => {
    const { data } = (await must("GET", "/homepage")) as { data: Homepage };
    const { documentId } = data;
    const collection = realCms().collection<Homepage>("homepage");

    const [findError] = await collection.find({ documentId });
    const [updated] = await collection.update({ documentId, payload: { data: {} } });

    assert.deepEqual([findError?.status, updated?.status], [404, 405]);
  });

  it("find reads the published version or the draft", async () => {
    await must("PUT", "/homepage?status=draft", { data: { heading: "Drafted" } });

    const [, published] = await homepage().find();
    const [, draft] = await homepage().find({ params: { status: "draft" } });

    assert.deepEqual([published?.heading, draft?.heading], ["Printed", "Drafted"]);
  });

  it("update with status=draft writes only the draft", async () => {
    const heading1 = unique("Welcome");

    const [error, draft] = await homepage().update({
      payload: { data: { heading: heading1 } },
      params: { status: "draft" },
    });

    assert.deepEqual([error, draft?.heading], [null, heading1]);
    assert.deepEqual([await heading("draft"), await heading("published")], [heading1, "Printed"]);
  });

  it("publish publishes the draft as it is", async () => {
    await must("PUT", "/homepage?status=draft", { data: { heading: "Drafted" } });

    const [error, document] = await homepage().publish();

    assert.deepEqual([error, document?.heading], [null, "Drafted"]);
    assert.deepEqual([await heading("draft"), await heading("published")], ["Drafted", "Drafted"]);
  });

  it("delete deletes it, and find then returns a NotFoundError", async () => {
    const result = await homepage().delete({ params: { locale: "*" } });

    const [error] = await homepage().find();
    assert.deepEqual([result, error?.name], [[null, null, {}], "NotFoundError"]);
    assert.equal((await send("GET", "/homepage?status=draft")).status, 404);
  });

  it("update creates it when it is missing", async () => {
    await send("DELETE", "/homepage?locale=*");

    const [error] = await homepage().update({ payload: { data: { heading: "Again" } } });

    assert.equal(error, null);
    assert.equal(await heading("published"), "Again");
  });
});

describe("schema() on the real service", () => {
  const schema = () => realCms().schema();

  it("contentTypes returns the types with the names of their routes and their attributes", async () => {
    const [error, types] = await schema().contentTypes();

    const { schema: article } = types!.find(({ uid }) => uid === "api::article.article")!;
    const { kind, singularName, pluralName, draftAndPublish, pluginOptions, attributes } = article;
    assert.deepEqual(
      [error, kind, singularName, pluralName, draftAndPublish],
      [null, "collectionType", "article", "articles", true],
    );
    assert.deepEqual([pluginOptions?.i18n?.localized, attributes["title"]?.type], [true, "string"]);
  });

  it("contentTypes returns the target of a relation", async () => {
    const [, types] = await schema().contentTypes();

    const article = types?.find(({ uid }) => uid === "api::article.article")?.schema;
    const category = article?.attributes["category"];
    assert.deepEqual(
      [category?.type, category?.relation, category?.target],
      ["relation", "manyToOne", "api::category.category"],
    );
  });

  it("components returns the components with their attributes", async () => {
    const [error, components] = await schema().components();

    const seo = components?.find(({ uid }) => uid === "shared.seo")?.schema;
    assert.deepEqual([error, seo?.attributes["metaTitle"]?.type], [null, "string"]);
  });

  it("locales returns the locales and the default one", async () => {
    const [error, locales] = await schema().locales();

    assert.equal(error, null);
    assert.ok(locales.some(({ code }) => code === "fr"));
    assert.deepEqual(
      locales.filter(({ isDefault }) => isDefault).map(({ code }) => code),
      ["en"],
    );
  });
});
