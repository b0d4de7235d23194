import assert from "node:assert/strict";
import type { Cms, CmsError } from "../../src/client/index.ts";
import { json } from "../support/loopback.ts";
import { areSent, loopbackCms } from "./loopbackCms.ts";

const get = { method: "GET", query: {}, body: undefined };

describe("Requests of schema()", () => {
  areSent([
    [
      "contentTypes reads the content-type builder",
      (cms) => cms.schema().contentTypes(),
      { ...get, path: "/api/content-type-builder/content-types" },
    ],
    [
      "components reads the content-type builder",
      (cms) => cms.schema().components(),
      { ...get, path: "/api/content-type-builder/components" },
    ],
    [
      "locales reads the i18n plugin",
      (cms) => cms.schema().locales(),
      { ...get, path: "/api/i18n/locales" },
    ],
  ]);
});

describe("Results of schema()", () => {
  const at = loopbackCms();
  const calls: Readonly<
    Record<string, (cms: Cms) => Promise<readonly [CmsError | null, unknown, unknown]>>
  > = {
    contentTypes: (cms) => cms.schema().contentTypes(),
    components: (cms) => cms.schema().components(),
    locales: (cms) => cms.schema().locales(),
  };

  const attributes = { title: { type: "string", regex: "^T", pluginOptions: {} } };
  const type = {
    uid: "api::article.article",
    schema: {
      ...{ displayName: "Article", singularName: "article", pluralName: "articles" },
      ...{ kind: "collectionType", draftAndPublish: true, attributes },
    },
  };
  const component = { uid: "shared.seo", schema: { displayName: "SEO", attributes } };
  const locale = { code: "fr", name: "French", isDefault: false };
  const valid = { contentTypes: type, components: component, locales: locale };

  for (const [name, call] of Object.entries(calls)) {
    it(`${name} returns a list, in data or not`, async () => {
      const list = [valid[name as keyof typeof valid]];
      at.service.answer(json({ data: list }), json(list));

      const results = [await call(at.cms), await call(at.cms)];

      assert.deepEqual(results, Array(2).fill([null, list, null]));
    });

    it(`${name} returns a ParseError for an answer without a list`, async () => {
      at.service.answer(json({ data: {} }), json("no list"));

      const results = [await call(at.cms), await call(at.cms)];

      assert.deepEqual(
        results.map(([error, ...dataAndMeta]) => [error?.name, ...dataAndMeta]),
        Array(2).fill(["ParseError", null, null]),
      );
    });
  }

  const withAttribute = (attribute: unknown) => ({
    ...type,
    schema: { ...type.schema, attributes: { hero: attribute } },
  });
  const withSchema = (change: object) => ({ ...type, schema: { ...type.schema, ...change } });
  const article = "content type api::article.article";
  const faults: readonly (readonly [call: keyof typeof calls, row: unknown, message: string])[] = [
    ["contentTypes", null, "Content type 2 has no uid."],
    ["contentTypes", { uid: 5 }, "Content type 2 has no uid."],
    ["contentTypes", { uid: type.uid }, `The ${article} has no schema.`],
    ["contentTypes", withSchema({ attributes: null }), `The ${article} has no attributes.`],
    ["contentTypes", withAttribute(null), `The attribute hero of the ${article} has no type.`],
    ["contentTypes", withAttribute({}), `The attribute hero of the ${article} has no type.`],
    [
      "contentTypes",
      withAttribute({ type: "relation", relation: 5 }),
      `The attribute hero of the ${article} has an invalid relation.`,
    ],
    [
      "contentTypes",
      withAttribute({ type: "dynamiczone", components: "shared.seo" }),
      `The attribute hero of the ${article} has an invalid components.`,
    ],
    [
      "contentTypes",
      withSchema({ pluralName: "../users" }),
      `The ${article} has no singularName and pluralName for a URL.`,
    ],
    [
      "contentTypes",
      withSchema({ kind: null }),
      `The ${article} is neither a collectionType nor a singleType.`,
    ],
    [
      "contentTypes",
      withSchema({ draftAndPublish: "yes" }),
      `The ${article} doesn't say whether it has draftAndPublish.`,
    ],
    [
      "components",
      { uid: "shared.seo", schema: { attributes: [] } },
      "The component shared.seo has no attributes.",
    ],
    ["locales", { code: null }, "Locale 2 has no code."],
  ];
  for (const [name, row, message] of faults) {
    it(`${name} returns a ParseError for ${JSON.stringify(row)}`, async () => {
      at.service.answer(json([valid[name as keyof typeof valid], row]));

      const [error, ...dataAndMeta] = (await calls[name]?.(at.cms)) ?? [];

      assert.deepEqual(
        [error?.name, error?.message, ...dataAndMeta],
        ["ParseError", message, null, null],
      );
    });
  }

  it("contentTypes leaves out limits and choices that it can't understand", async () => {
    const odd = { type: "enumeration", enum: null, min: {}, regex: [], allowedTypes: 1, x: [1] };
    at.service.answer(json([withAttribute(odd)]));

    const [, types] = await at.cms.schema().contentTypes();

    assert.deepEqual(types?.[0]?.schema.attributes, { hero: { type: "enumeration", x: [1] } });
  });
});
