import assert from "node:assert/strict";
import { contentTypesText } from "../../../src/model/types/contentTypeDeclarations.ts";
import { kitchen } from "../kitchen.ts";
import { clientSpecifier, complaints, complaintsByProgram } from "./compiling.ts";

const types = contentTypesText(kitchen, { form: { kind: "global" }, source: "Kitchen" });

const head = `import { expectTypeOf } from "expect-type";
import { createCms } from "${clientSpecifier}";
import type { Cms, CmsContentTypes, DocumentData, Filters } from "${clientSpecifier}";
import type { Cook, Recipe, SectionsQuoteEntry, SharedLink } from "./content.js";
declare const cms: Cms;
const recipes = cms.collection("recipes");
const documentId = "tea1";
export { createCms, documentId, recipes };
export type { CmsContentTypes, Cook, DocumentData, Filters, Recipe };
export type { SectionsQuoteEntry, SharedLink };
export type Checks = typeof expectTypeOf;
`;

const programs: Readonly<Record<string, string>> = {
  "the names of content types": `
expectTypeOf<keyof CmsContentTypes>().toEqualTypeOf<"recipes" | "cooks" | "tags" | "set-menus" | "front-door">();
expectTypeOf<CmsContentTypes["recipes"]>().toEqualTypeOf<Recipe>();
// @ts-expect-error -- there is no such type
cms.collection("recipe");`,

  "results without population": `
export const [, plain] = await recipes.find({ documentId });
expectTypeOf(plain!.title).toEqualTypeOf<string | null>();
expectTypeOf(plain!.season).toEqualTypeOf<"winter" | "summer" | null>();
expectTypeOf(plain!.weight).toEqualTypeOf<string | null>();
expectTypeOf(plain!.locale).toEqualTypeOf<string>();
// Attributes that need populate are missing.
expectTypeOf(plain!).not.toHaveProperty("cook");
expectTypeOf(plain!).not.toHaveProperty("sections");
expectTypeOf(plain!).not.toHaveProperty("editorsNote");
expectTypeOf(plain!).not.toHaveProperty("previewPassword");
export const [, some] = await recipes.find({ documentId, params: { fields: ["title", "publishedAt"] } });
expectTypeOf<keyof NonNullable<typeof some>>().toEqualTypeOf<"id" | "documentId" | "title" | "publishedAt">();
// @ts-expect-error -- a recipe has no such field
await recipes.find({ documentId, params: { fields: ["titel"] } });
// @ts-expect-error -- a private attribute can't be requested
await recipes.find({ documentId, params: { fields: ["previewPassword"] } });`,

  "populated results": `
export const [, whole] = await recipes.find({
  documentId,
  params: {
    populate: {
      cook: { fields: ["name"], populate: { recipes: { fields: ["title"] } } },
      tasters: true,
      links: true,
      gallery: { fields: ["documentId"] },
      seo: { populate: ["keywords"] },
      sections: { on: { "sections.quote": { populate: { author: true } }, "sections.text": true } },
      localizations: { fields: ["locale"] },
    },
  },
});
expectTypeOf(whole!.cook!.name).toEqualTypeOf<string | null>();
expectTypeOf(whole!.cook!).not.toHaveProperty("born");
expectTypeOf(whole!.cook!.recipes[0]!.title).toEqualTypeOf<string | null>();
expectTypeOf(whole!.links).toEqualTypeOf<SharedLink[]>();
expectTypeOf(whole!.tasters[0]!.username).toEqualTypeOf<string>();
expectTypeOf(whole!.gallery[0]!.documentId).toEqualTypeOf<string>();
expectTypeOf(whole!.seo!.keywords[0]!.url).toEqualTypeOf<string | null>();
expectTypeOf(whole!.localizations[0]!.locale).toEqualTypeOf<string>();
for (const entry of whole!.sections) {
  if (entry.__component === "sections.text") expectTypeOf(entry.body).toEqualTypeOf<string | null>();
  else expectTypeOf(entry.author!.born).toEqualTypeOf<string | null>();
}
export const [, paths] = await recipes.find({ documentId, params: { populate: ["cook.recipes.menu"] } });
expectTypeOf(paths!.cook!.recipes[0]!.menu!.note).toEqualTypeOf<string | null>();
// @ts-expect-error -- a recipe has no such relation
await recipes.find({ documentId, params: { populate: { cooks: true } } });
// @ts-expect-error -- a title always comes
await recipes.find({ documentId, params: { populate: "title" } });
// @ts-expect-error -- there is no such component in the zone
await recipes.find({ documentId, params: { populate: { sections: { on: { "sections.none": true } } } } });
// @ts-expect-error -- JSON is no relation
await recipes.find({ documentId, params: { populate: "extra" } });`,

  "filters and sort orders": `
export const allowed: Filters<Recipe>[] = [
  { title: { $containsi: "tea" } },
  { season: { $in: ["winter"] }, vegan: true, price: { $lt: 5 }, weight: { $gt: "9007199254740993" } },
  { cookedOn: { $gte: new Date(0) }, extra: { $notNull: true }, steps: { $null: true } },
  { cook: { name: "Ada", recipes: { title: "Tea" } }, seo: { metaTitle: "Tea" }, links: { url: "/" } },
];
await recipes.findMany({ params: { sort: ["title:asc", "cook.name:desc", "publishedAt"] } });
// @ts-expect-error -- there is no such season
await recipes.findMany({ params: { filters: { season: "spring" } } });
// @ts-expect-error -- JSON can only be there or not
await recipes.findMany({ params: { filters: { extra: { $eq: "tea" } } } });
// @ts-expect-error -- blocks can only be there or not
await recipes.findMany({ params: { filters: { steps: { $contains: "tea" } } } });
// @ts-expect-error -- the service can't look into a zone
await recipes.findMany({ params: { filters: { sections: { heading: "Tea" } } } });
// @ts-expect-error -- a cook has no such field
await recipes.findMany({ params: { filters: { cook: { nmae: "Ada" } } } });
// @ts-expect-error -- a recipe has no such field
await recipes.findMany({ params: { sort: ["titel:asc"] } });`,

  "written data": `
export const written: DocumentData<Recipe>[] = [
  { title: "Tea", season: null, price: 4.5, weight: "9007199254740993", extra: { any: ["thing", 1, null] } },
  { steps: [{ type: "paragraph", children: [{ type: "text", text: "Boil", bold: true }] }] },
  { cook: "c1", tags: { connect: ["t1"] }, cover: { documentId: "p1" }, gallery: [] },
  { seo: { metaTitle: "Tea", keywords: [{ label: "Tea" }] }, links: [{ id: 1, url: "/" }] },
  { sections: [{ __component: "sections.quote", text: "Tea", author: "c1" }] },
];
// @ts-expect-error -- there is no such season
await recipes.create({ payload: { data: { season: "spring" } } });
// @ts-expect-error -- a heading has a level
await recipes.create({ payload: { data: { steps: [{ type: "heading", children: [] }] } } });
// @ts-expect-error -- an entry says which component it is
await recipes.create({ payload: { data: { sections: [{ text: "Tea" }] } } });`,

  "single types": `
export const [, door] = await cms.single("front-door").find();
expectTypeOf(door!.label).toEqualTypeOf<string | null>();
declare const quote: SectionsQuoteEntry;
expectTypeOf(quote.__component).toEqualTypeOf<"sections.quote">();
expectTypeOf<Cook["recipes"]>().toEqualTypeOf<Recipe[]>();`,
};

describe("Client with generated types", function () {
  this.timeout(120_000);
  let errors: ReturnType<typeof complaintsByProgram>;

  before("compile all programs", () => {
    const whole = Object.entries(programs).map(([what, program]) => [what, head + program]);
    errors = complaintsByProgram(Object.fromEntries(whole) as typeof programs, {
      "content.d.ts": types,
    });
  });

  for (const what of Object.keys(programs)) {
    it(`a client with generated types types ${what}`, () => {
      assert.deepEqual(errors[what], []);
    });
  }

  it("a client reports errors in the generated types and in their use", () => {
    const program = `${head}export const [, plain] = await recipes.find({ documentId });
export const title: number = plain!.title;`;

    const errors = complaints({
      "content.d.ts": types.replace("cook: Cook | null", "cook: Baker | null"),
      "use.ts": program,
    });

    const codes = errors.map((line) => line.split(" ").slice(0, 2).join(" ").replace(/:\d+/, ""));
    assert.deepEqual(codes, ["content.d.ts TS2304", "use.ts TS2322"]);
  });
});
