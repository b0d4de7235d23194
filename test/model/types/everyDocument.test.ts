import assert from "node:assert/strict";
import { isLongRun } from "../../support/longRun.ts";
import type { Cms, ListParams } from "../../../src/client/index.ts";
import type { ContentType } from "../../../src/model/schemas/catalog.ts";
import { isArray, isObject } from "../../../src/model/foundation/json.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { contentTypesText } from "../../../src/model/types/contentTypeDeclarations.ts";
import { ask, draft, magazine, make, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { clientSpecifier, complaintsByProgram } from "./compiling.ts";
import { wholeTree } from "./wholeTree.ts";

/** `npm test` checks every 20th document. `npm run test:long` checks all documents. */
const step = isLongRun ? 1 : 20;

/** The magazine's client, its catalog and the generated types. */
async function readMagazine() {
  const model = openModel();
  const { cms, catalog } = must(await model.catalogs.service(model.connection.id));
  const types = contentTypesText(catalog, { form: { kind: "global" }, source: magazine().url });
  return { cms, catalog, types };
}

type Service = Awaited<ReturnType<typeof readMagazine>>;

/** Both versions of the documents of a type in every locale, with all content. */
async function readAll({ cms, catalog }: Service, type: ContentType): Promise<JsonObject[]> {
  const populate = wholeTree(type, catalog);
  const rows: JsonObject[] = [];
  for (const status of ["draft", "published"] as const) {
    if (type.kind === "single")
      rows.push(...(await localizations(cms, type, { populate, status })));
    else {
      const params = { status, ...(type.localized && { locale: "*" }) };
      const $in = await someIds(cms, type, params);
      const [error, documentRows] = await cms
        .collection<JsonObject>(type.name)
        .findMany({ params: { ...params, populate, filters: { documentId: { $in } } }, all: true });
      if (error) throw error;
      rows.push(...documentRows);
    }
  }
  return rows;
}

/** The documentIds of every 20th row, or of all rows. */
async function someIds(
  cms: Cms,
  type: ContentType,
  params: Pick<ListParams<JsonObject>, "status" | "locale">,
): Promise<string[]> {
  const [error, rows] = await cms
    .collection<{ documentId: string }>(type.name)
    .findMany({ params: { ...params, fields: ["documentId"] }, all: true });
  if (error) throw error;
  const some = rows.filter((_, index) => index % step === 0);
  return [...new Set(some.map(({ documentId }) => documentId))];
}

/**
 * Reads a document in each locale. A single type returns one locale at a time, and an error for a locale without
 * content.
 */
async function localizations(
  cms: Cms,
  type: ContentType,
  params: Pick<ListParams<JsonObject>, "populate" | "status">,
): Promise<JsonObject[]> {
  const locales = type.localized ? ["en", "fr", "de"].map((locale) => ({ locale })) : [{}];
  const outcomes = await Promise.all(
    locales.map((locale) =>
      cms.single<JsonObject>(type.name).find({ params: { ...params, ...locale } }),
    ),
  );
  for (const [error] of outcomes) if (error && error.name !== "NotFoundError") throw error;
  return outcomes.flatMap(([, document]) => (document ? [document] : []));
}

/** A program that assigns each document to the client's type for it. */
function programOf(uid: string, tree: object, rows: readonly JsonObject[], types: string): string {
  const literals = new Set(rows.map((row) => JSON.stringify(essenceOf(row, types))));
  const rowLines = [...literals].map((row, at) => `export const row${at}: Row = ${row};`);
  return `import type { CmsContentTypes, NotGiven, Shaped } from "${clientSpecifier}";
export const tree = ${JSON.stringify(tree)} as const;
type Row = Shaped<CmsContentTypes["${uid}"], NotGiven, typeof tree>;
${rowLines.join("\n")}
`;
}

/**
 * Makes all texts and numbers equal, except for those that the types name. The compiler then checks each form only
 * once.
 */
function essenceOf(value: Json, types: string): Json {
  if (typeof value === "string") return types.includes(JSON.stringify(value)) ? value : "";
  if (typeof value === "number") return /^[1-6]$/.test(String(value)) ? value : 0;
  if (isArray(value)) {
    const items = new Set(value.map((item) => JSON.stringify(essenceOf(item, types))));
    return [...items].map((item) => JSON.parse(item) as Json);
  }
  if (!isObject(value)) return value;
  const parts = Object.entries(value);
  return Object.fromEntries(parts.map(([key, part]) => [key, essenceOf(part, types)]));
}

const names = [
  ...["articles", "authors", "categories", "pages", "tags"],
  ...["homepage", "site-setting"],
];

/** The programs, by what their documents are. */
interface Programs {
  readonly texts: Readonly<Record<string, string>>;
  readonly rowCounts: Readonly<Record<string, number>>;
}

async function documentPrograms(service: Service): Promise<Programs> {
  const texts: Record<string, string> = {};
  const rowCounts: Record<string, number> = {};
  const add = (what: string, uid: string, tree: object, rows: readonly JsonObject[]): void => {
    texts[what] = programOf(uid, tree, rows, service.types);
    rowCounts[what] = rows.length;
  };
  for (const name of names) {
    const type = service.catalog.types.get(name)!;
    add(name, name, wholeTree(type, service.catalog), await readAll(service, type));
  }
  const tree = { seo: true, sections: { populate: "*" } };
  add("an empty draft", "articles", tree, [await emptyDraft()]);
  const [article = {}] = (await documents("articles")) as JsonObject[];
  for (const [what, row] of Object.entries(changed(article))) add(what, "articles", {}, [row]);
  texts["users"] = await userProgram(service);
  return { texts, rowCounts };
}

async function emptyDraft(): Promise<JsonObject> {
  const id = await make("articles?status=draft", { title: null, seo: {}, sections: [] });
  const empty = await draft(`articles/${id}`, "populate[seo]=true&populate[sections][populate]=*");
  await ask("DELETE", `articles/${id}?locale=*`);
  assert.ok(empty);
  assert.equal(empty["title"], null);
  return empty;
}

/** An article as it is, and with one fault each. */
function changed(article: JsonObject): Readonly<Record<string, JsonObject>> {
  const { kicker, ...otherFields } = article;
  assert.notEqual(kicker, undefined);
  return {
    "an article": article,
    "a number for a text": { ...article, title: 5 },
    "an unknown choice": { ...article, kind: "poem" },
    "a number for a big integer": { ...article, archiveNumber: 9 },
    "a heading of an unknown level": {
      ...article,
      content: [{ type: "heading", level: 9, children: [] }],
    },
    "an unknown attribute": { ...article, flavour: "mint" },
    "a missing attribute": otherFields,
  };
}

const wrong = Object.keys(changed({ kicker: "" })).filter((what) => what !== "an article");

async function userProgram({ cms, types }: Service): Promise<string> {
  // Sorted by id, the users of the seed precede others. Other tests create users and remove attributes from them.
  const params = { populate: ["role"], sort: ["id:asc"], pagination: { limit: 40 } } as const;
  const [error, users] = await cms.users().findMany({ params });
  if (error) throw error;
  assert.ok(users.length > 5);
  // The type of a user has no index signature, and essenceOf reads any attribute.
  const rows = users.map((user) => essenceOf(user as unknown as JsonObject, types));
  return `import { createCms } from "${clientSpecifier}";
import type { NotGiven, Shaped } from "${clientSpecifier}";
import type { UsersPermissionsUser } from "./content.js";
export const users = createCms({ baseUrl: "https://cms.example.com" }).users<UsersPermissionsUser>();
export const rows: Shaped<UsersPermissionsUser, NotGiven, { readonly role: true }>[] =
  ${JSON.stringify(rows)};
`;
}

describe("Generated types of the magazine", function () {
  this.timeout(120_000);

  let service: Service;
  let programs: Programs;
  let errors: ReturnType<typeof complaintsByProgram>;

  before("read the documents, and compile a program with all of them", async () => {
    service = await readMagazine();
    programs = await documentPrograms(service);
    errors = complaintsByProgram(programs.texts, { "content.d.ts": service.types });
  });

  for (const name of names) {
    it(`generated types describe the drafts and published versions of ${name}`, () => {
      assert.deepEqual(errors[name]?.slice(0, 10), []);
      assert.ok((programs.rowCounts[name] ?? 0) > 0);
    });
  }

  it("generated types describe an empty draft", () => {
    assert.deepEqual(errors["an empty draft"], []);
  });

  it("generated types forbid null only where the service rejects null", async () => {
    const [{ documentId }] = (await documents("categories")) as [{ documentId: string }];

    const name = ask("PUT", `categories/${documentId}`, { name: null });
    await assert.rejects(name, /ValidationError/);
    const siteName = ask("PUT", "site-setting", { siteName: null });
    await assert.rejects(siteName, /ValidationError/);

    assert.match(service.types, /interface Category \{[^}]* name: string;/);
    assert.match(service.types, /interface SiteSetting \{[^}]* siteName: string;/);
  });

  it("generated types reject a value of another type, an unknown attribute and a missing attribute", () => {
    const errorCounts = wrong.map((what) => errors[what]?.length);

    assert.deepEqual([errors["an article"], errorCounts], [[], [1, 1, 1, 1, 1, 1]]);
  });

  it("generated types describe users as the client's own type does", () => {
    assert.deepEqual(errors["users"], []);
  });
});

/** The first documents of a type, without populate. */
async function documents(type: string): Promise<unknown> {
  return ((await ask("GET", `${type}?status=draft`)) as { data: unknown }).data;
}
