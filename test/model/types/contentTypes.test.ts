import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { contentTypesText, isGenerated } from "../../../src/model/types/contentTypeDeclarations.ts";
import { kitchen } from "../kitchen.ts";
import { clientSpecifier, complaints } from "./compiling.ts";

/** An attribute as the content-type builder returns it, with properties that the client's type lacks. */
const attribute = (type: string, more: object = {}): AttributeSchema => ({ type, ...more });

const shared = { pluginOptions: { i18n: { localized: false } } };
const attributes = {
  title: attribute("string", { required: true, minLength: 3, maxLength: 160, unique: true }),
  code: attribute("string", { ...shared, regex: "^[a-z]*/$", unique: false }),
  kind: attribute("enumeration", { enum: ["tea", "milk"], default: "tea" }),
  rating: attribute("decimal", { min: 0, max: 5, required: true, ...shared }),
  seo: attribute("component", { component: "shared.seo", required: true }),
  owner: attribute("relation", {
    relation: "oneToOne",
    target: "api::note.note",
    mappedBy: "teapot",
    required: true,
  }),
  secret: attribute("string", { private: true }),
};

const typeSchema = (name: string, draftAndPublish: boolean, localized: boolean) => ({
  uid: `api::${name}.${name}`,
  schema: {
    displayName: "A Teapot\nfor */ two",
    singularName: name,
    pluralName: `${name}s`,
    kind: "collectionType" as const,
    draftAndPublish,
    pluginOptions: { i18n: { localized } },
    attributes,
  },
});

const catalog = createCatalog({
  contentTypes: [typeSchema("teapot", true, true), typeSchema("note", false, false)],
  components: [
    { uid: "shared.seo", schema: { displayName: "SEO", attributes: { title: attributes.title } } },
  ],
  locales: [],
});

const global = contentTypesText(catalog, { form: { kind: "global" }, source: "Kitchen" });

const withoutFacts = (text: string): string =>
  text.replace(/(interface CmsContentTypeFacts \{\n).*?(?=^ {2}\})/ms, "$1");

/** The comment and the members of an interface, as lines. */
function linesOf(name: string): string[] {
  const pattern = new RegExp(`^(/\\*\\*[^\n]*)\nexport interface ${name} \\{\n(.*?)^\\}`, "ms");
  const [, remark = "", body = ""] = pattern.exec(global) ?? [];
  return [remark, ...body.split("\n").map((line) => line.trim())].filter(Boolean);
}

describe("Generated types", function () {
  // A compiler run takes seconds, and more on a busy machine.
  this.timeout(120_000);

  it("generated types have comments with display names, limits, and shared and private attributes", () => {
    const remarks = linesOf("Teapot").filter((line) => line.startsWith("/**"));

    assert.deepEqual(remarks, [
      String.raw`/** A Teapot for *\/ two (api::teapot.teapot, localized). Accepted in writes and never returned: secret. */`,
      "/** Null in a draft. */",
      "/** string · localized · required to publish · unique · minLength 3 · maxLength 160 */",
      String.raw`/** string · shared by all locales · regex "^[a-z]*\/$" */`,
      '/** enumeration · localized · default "tea" */',
      "/** decimal · shared by all locales · required to publish · min 0 · max 5 */",
      "/** component · shared.seo · localized · required to publish */",
      "/** relation · oneToOne · api::note.note · the other side of teapot · required to publish */",
      "/** The other locales of it. */",
    ]);
    assert.equal(linesOf("SharedSeo")[0], "/** SEO (component shared.seo). */");
  });

  it("generated types allow null for a required attribute of a type with drafts", () => {
    const members = linesOf("Teapot").filter((line) => line.startsWith("readonly"));

    assert.deepEqual(members, [
      "readonly id: number;",
      "readonly documentId: string;",
      "readonly createdAt: string;",
      "readonly updatedAt: string;",
      "readonly publishedAt: string | null;",
      "readonly locale: string;",
      "readonly title: string | null;",
      "readonly code: string | null;",
      'readonly kind: "tea" | "milk" | null;',
      "readonly rating: number | null;",
      "readonly seo: SharedSeo | null;",
      "readonly owner: Note | null;",
      "readonly localizations: Teapot[];",
    ]);
    assert.ok(linesOf("SharedSeo").includes("readonly title: string | null;"));
  });

  it("generated types forbid null for a required attribute of a type without drafts, except in a relation", () => {
    const members = linesOf("Note").filter((line) =>
      /^readonly (title|code|rating|seo|owner)/.test(line),
    );

    assert.deepEqual(members, [
      "readonly title: string;",
      "readonly code: string | null;",
      "readonly rating: number;",
      "readonly seo: SharedSeo;",
      "readonly owner: Note | null;",
    ]);
  });

  it("generated types are the same text whatever the order of the types", () => {
    const [firstType, other] = [...catalog.types.values()];
    const turned = {
      ...catalog,
      types: new Map([other!, firstType!].map((type) => [type.name, type])),
    };

    const again = contentTypesText(turned, { form: { kind: "global" }, source: "Kitchen" });

    assert.equal(again, global);
  });

  it("generated types start with one comment line that names their source", () => {
    const from = "Tea\nconst evil = 1;";
    const [first, second] = contentTypesText(catalog, {
      form: { kind: "global" },
      source: from,
    }).split("\n");

    assert.match(first ?? "", /^\/\/ .* from Tea const evil = 1;\. /);
    assert.equal(second, "");
  });

  for (const [source, said] of [
    ["service", ""],
    [
      "workspace",
      "// The schema is from the Strapi project in the workspace, because the service doesn't expose its own.",
    ],
    [
      "inferred",
      "// The schema is inferred from documents. Attributes that no document has are missing.",
    ],
  ] as const) {
    it(`generated types have a second comment line that says when the schema is not complete, from: ${source}`, () => {
      const form = { kind: "global" } as const;

      const text = contentTypesText({ ...catalog, source }, { form, source: "Kitchen" });

      assert.equal(text.split("\n")[1], said);
      assert.deepEqual(
        [isGenerated(text), text.split("\n").slice(said ? 2 : 1)],
        // Documents don't tell what a type has and requires.
        [true, (source === "inferred" ? withoutFacts(global) : global).split("\n").slice(1)],
      );
    });
  }

  it("generated types are a module that compiles when the service has no types", () => {
    const nothing = createCatalog({ contentTypes: [], components: [], locales: [] });
    const text = contentTypesText(nothing, { form: { kind: "global" }, source: "Nothing" });

    const errors = complaints({ "content.d.ts": text });

    assert.deepEqual(errors, []);
  });

  // typedClient.test.ts compiles the same types in the global form.
  it("generated types compile for every attribute type, in the module form", () => {
    const form = { kind: "module", specifier: clientSpecifier } as const;
    const text = contentTypesText(kitchen, { form, source: "Kitchen" });
    const use = `import { createCms } from "${clientSpecifier}";
const cms = createCms({ baseUrl: "https://cms.example.com" });
export const [, recipe] = await cms.collection("recipes").findFirst();
export const servings: number | null = recipe!.servings;
`;

    const errors = complaints({ "content.d.ts": text, "use.ts": use });

    assert.deepEqual(errors, []);
  });
});
