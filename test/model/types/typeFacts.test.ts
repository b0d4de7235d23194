import assert from "node:assert/strict";
import type { AttributeSchema, ContentTypeSchema } from "../../../src/client/index.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { contentTypesText } from "../../../src/model/types/contentTypeDeclarations.ts";
import { clientSpecifier, complaintsByProgram } from "./compiling.ts";

const required = { required: true };

const typeSchema = (
  name: string,
  attributes: Readonly<Record<string, AttributeSchema>>,
  { localized = false, ...more }: Partial<ContentTypeSchema["schema"]> & { localized?: boolean },
): ContentTypeSchema => ({
  uid: `api::${name}.${name}`,
  schema: {
    displayName: name,
    singularName: name,
    pluralName: `${name}s`,
    kind: "collectionType",
    draftAndPublish: true,
    pluginOptions: { i18n: { localized } },
    attributes,
    ...more,
  },
});

const catalog = createCatalog({
  contentTypes: [
    typeSchema(
      "teapot",
      {
        title: { type: "string", ...required },
        slug: { type: "uid", ...required },
        volume: { type: "integer", ...required, default: 1 },
        secret: { type: "string", ...required, private: true },
        owner: { type: "relation", relation: "manyToOne", target: "api::cook.cook", ...required },
        cover: { type: "media", ...required },
        firedAt: { type: "datetime" },
      },
      { localized: true },
    ),
    typeSchema("cook", { name: { type: "string", ...required } }, { draftAndPublish: false }),
    typeSchema(
      "front-door",
      { label: { type: "string" } },
      {
        kind: "singleType",
        draftAndPublish: false,
      },
    ),
  ],
  components: [],
  locales: [],
});

const types = contentTypesText(catalog, { form: { kind: "global" }, source: "Tea" });

/** The same registry as 0.1.0 generated it. */
const olderTypes = types.replace(/ {2}interface CmsContentTypeFacts \{\n.*?^ {2}\}\n/ms, "");

const head = `import { createCms } from "${clientSpecifier}";
import type { Cms } from "${clientSpecifier}";
import type { Teapot } from "./content.js";
declare const cms: Cms;
declare const locale: string | undefined;
const [teapots, cooks, door] = [cms.collection("teapots"), cms.collection("cooks"), cms.single("front-door")];
const documentId = "tea1";
export { cms, cooks, createCms, documentId, door, locale, teapots };
export type { Teapot };
`;

/** The compiler's errors in each program, each as its code and message. */
const complaintsAbout = (programs: Readonly<Record<string, string>>, registry = types) =>
  complaintsByProgram(
    Object.fromEntries(Object.entries(programs).map(([name, program]) => [name, head + program])),
    { "content.d.ts": registry },
  );

const refused: Readonly<Record<string, readonly [call: string, message: RegExp]>> = {
  "a single type as a collection": ['cms.collection("front-door");', /needs a type argument/],
  "a collection type as a single type": ['cms.single("teapots");', /needs a type argument/],
  "a locale of a type without localizations": [
    'await cooks.findMany({ params: { locale: "fr" } });',
    /has no localizations/,
  ],
  "a locale of a single type without localizations": [
    'await door.find({ params: { locale: "fr" } });',
    /has no localizations/,
  ],
  "a locale in a write of a type without localizations": [
    'await cooks.update({ documentId, payload: { data: {} }, params: { locale: "fr" } });',
    /has no localizations/,
  ],
  "publishing a type without drafts": ["await cooks.publish({ documentId });", /has no drafts/],
  "publishing a single type without drafts": ["await door.publish();", /has no drafts/],
  "a new document without a required attribute": [
    'await teapots.create({ payload: { data: { title: "Tea" } } });',
    /Property 'slug' is missing/,
  ],
  "a new document with null in a required attribute": [
    'await teapots.create({ payload: { data: { title: "Tea", slug: null } } });',
    /'null' is not assignable/,
  ],
  "a draft of a type without drafts that lacks a required attribute": [
    'await cooks.create({ payload: { data: {} }, params: { status: "draft" } });',
    /Property 'name' is missing/,
  ],
  "a user without email": [
    'await cms.users().create({ data: { username: "ada", password: "secret", role: 1 } });',
    /Property 'email' is missing/,
  ],
  "an upsert with empty filters": [
    "await teapots.upsert({ filters: {}, payload: { data: {} } });",
    /These filters match every document/,
  ],
  "a new localization of the first match of empty filters": [
    'await teapots.createLocalization({ filters: {}, payload: { data: {} }, params: { locale: "fr" } });',
    /These filters match every document/,
  ],
  "a delete with empty filters": [
    "await teapots.delete({ documentId, params: { filters: {} } });",
    /These filters match every document/,
  ],
  "an upsert with a filter that doesn't exist": [
    'await teapots.upsert({ filters: { titel: "Tea" }, payload: { data: {} } });',
    /Did you mean to write 'title'\?/,
  ],
};

const accepted = `
await teapots.create({ payload: { data: { title: "Tea", slug: "tea", firedAt: new Date() } } });
await teapots.create({ payload: { data: {} }, params: { status: "draft", locale } });
await teapots.update({ documentId, payload: { data: { firedAt: new Date() } }, params: { locale } });
await cooks.create({ payload: { data: { name: "Ada" } } });
await teapots.publish({ documentId, params: { locale } });
await teapots.upsert({ filters: { slug: "tea" }, payload: { data: {} } });
await teapots.createLocalization({ filters: { slug: "tea" }, payload: { data: {} }, params: { locale: "fr" } });
await teapots.createLocalization({ documentId, payload: { data: {} }, params: { locale: "fr" } });
await teapots.delete({ documentId });
await teapots.delete({ documentId, params: { locale, filters: { slug: "tea" } } });
await teapots.findMany({ params: { locale, filters: { firedAt: { $gte: new Date() } } } });
export const [, one] = await teapots.find({ documentId, params: { populate: { cover: { fields: ["url", "formats"] } } } });
export const url: string | undefined = one!.cover?.formats?.thumbnail?.url ?? one!.cover?.url;
export const [, files] = await cms.upload().findMany();
export const small: string | undefined = files?.[0]?.formats?.small?.url;
`;

const helpers = `
export async function all<T extends object>(uid: string): Promise<T[]> {
  const [error, rows] = await cms.collection<T>(uid).findMany({ all: true });
  if (error) throw error;
  return rows;
}
export async function first<T extends { documentId: string; title: string }>(uid: string): Promise<T | null> {
  const params = { fields: ["title"], filters: { title: "Tea" }, sort: ["title:asc"], locale } as const;
  const [error, row] = await cms.collection<T>(uid).findFirst({ params });
  if (error) throw error;
  return row;
}
export async function only<T extends object>(uid: string): Promise<T> {
  const [error, row] = await cms.single<T>(uid).find();
  if (error) throw error;
  return row;
}
export const teapotRows: Teapot[] = await all<Teapot>("teapots");
`;

/** Misspelled relations in a populate. */
const misspelled: Readonly<Record<string, string>> = {
  "as the only key": "{ ownr: true }",
  "next to a valid key": "{ cover: true, ownr: true }",
  "in a nested populate": "{ localizations: { populate: { cover: true, ownr: true } } }",
  "in a list": '["ownr"]',
  "as a name": '"ownr"',
};

describe("Facts of generated types", function () {
  this.timeout(120_000);
  let errors: ReturnType<typeof complaintsAbout>;

  before("compile all programs", () => {
    const calls = Object.entries(refused).map(([what, [call]]) => [what, call]);
    const typos = Object.entries(misspelled).map(([where, populate]) => [
      where,
      `await teapots.find({ documentId, params: { populate: ${populate} } });`,
    ]);
    errors = complaintsAbout({
      accepted,
      helpers,
      ...(Object.fromEntries([...calls, ...typos]) as Readonly<Record<string, string>>),
    });
  });

  it("generated types say the kind, the drafts, the locales and the required attributes of each type", () => {
    const [, facts = ""] = /interface CmsContentTypeFacts \{\n(.*?)^ {2}\}/ms.exec(types) ?? [];

    assert.deepEqual(
      facts.split("\n").map((line) => line.trim()),
      [
        'cooks: { kind: "collection"; drafts: false; localized: false; required: "name" };',
        '"front-door": { kind: "single"; drafts: false; localized: false; required: never };',
        'teapots: { kind: "collection"; drafts: true; localized: true; required: "title" | "slug" };',
        "",
      ],
    );
  });

  for (const [what, [, message]] of Object.entries(refused)) {
    it(`a client with generated types rejects ${what}`, () => {
      const [error = "", ...others] = errors[what] ?? [];

      assert.deepEqual(others, []);
      assert.match(error, message);
    });
  }

  it("a client with generated types accepts dates, sizes of images, and a locale that may be absent", () => {
    assert.deepEqual(errors["accepted"], []);
  });

  it("a client with generated types accepts a helper that returns documents of any type", () => {
    assert.deepEqual(errors["helpers"], []);
  });

  it("a client with the types that 0.1.0 generated accepts every call of a registered type", () => {
    const known = Object.entries(refused).flatMap(([what, [call]]) =>
      /user|upsert|filters/.test(what) ? [] : call,
    );

    assert.notEqual(olderTypes, types);
    const program = [accepted, helpers, ...known].join("\n");
    assert.deepEqual(complaintsAbout({ program }, olderTypes), { program: [] });
  });

  for (const where of Object.keys(misspelled)) {
    it(`the compiler suggests the name for a typo in a populate, ${where}`, () => {
      const [error = "", ...others] = errors[where] ?? [];

      assert.deepEqual(others, []);
      assert.match(error, /Did you mean (to write )?'"?owner"?'\?/);
    });
  }
});
