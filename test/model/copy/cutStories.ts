import fc from "fast-check";
import { sortTargetsFirst } from "../../../src/model/publish/targetOrder.ts";
import { singleId } from "../../../src/model/foundation/address.ts";
import { groupedBy } from "../../../src/model/foundation/chunks.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import type { Service } from "../../support/service.ts";
import type { Contents } from "../database.ts";
import { fileOf } from "../import/files.ts";
import type { GivenRecord } from "../import/files.ts";
import { notCopied } from "./copyOracle.ts";
import { unique } from "../magazine.ts";
import type { Death } from "./mortalProcess.ts";
import { plainChange, plainMakeDraft, plainPublish } from "../../support/plainWrites.ts";

interface ArticleShape {
  readonly related: readonly number[];
  readonly inFrench: boolean;
  readonly hasAuthor: boolean;
  readonly hasTag: boolean;
  readonly isPublished: boolean;
  /** Whether an earlier copy has brought it to the target, and it has changed in the source since. */
  readonly isThere: boolean;
}

/** A few documents of the source, what is done with them, and where the process is killed. */
export interface CutStory {
  readonly kind: "copy" | "publish" | "import";
  readonly isSignedIn: boolean;
  readonly articles: readonly ArticleShape[];
  readonly isHome: boolean;
  readonly isSetting: boolean;
  readonly deaths: readonly Death[];
}

const anyDeath: fc.Arbitrary<Death> = fc.record({
  at: fc.integer({ min: 1, max: 70 }),
  last: fc.constantFrom("lost", "arrived", "late", "torn"),
  persistence: fc.constantFrom("all", "synced"),
});

export const anyCutStory: fc.Arbitrary<CutStory> = fc.record({
  kind: fc.constantFrom("copy", "publish", "import"),
  isSignedIn: fc.boolean(),
  articles: fc.array(
    fc.record({
      related: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
      inFrench: fc.boolean(),
      hasAuthor: fc.boolean(),
      hasTag: fc.boolean(),
      isPublished: fc.boolean(),
      isThere: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  isHome: fc.boolean(),
  isSetting: fc.boolean(),
  deaths: fc.array(anyDeath, { minLength: 1, maxLength: 3 }),
});

/** The documents of a story in the source. */
export interface CutWorld {
  readonly story: CutStory;
  /** A part of all names and texts of the story, and of nothing else. */
  readonly word: string;
  readonly author: string;
  readonly articles: readonly string[];
  /** The ids of the documents to copy, by type. */
  readonly documents: Readonly<Record<string, readonly string[]>>;
}

export async function makeCutWorld(source: Service, story: CutStory): Promise<CutWorld> {
  const word = unique("cut").replace(" ", "-");
  // No key finds an author without a slug.
  const author = await plainMakeDraft(source, "authors", { name: `${word}-author` });
  const tag = await plainMakeDraft(source, "tags", { name: `${word}-tag`, slug: `${word}-tag` });
  const articles: string[] = [];
  for (const at of story.articles.keys())
    articles.push(await plainMakeDraft(source, "articles", textsOf(word, at, "en")));
  const home = await plainChange(source, "homepage?status=draft", {
    heading: `${word} home`,
    leadArticle: articles[0] ?? null,
    featuredAuthors: [author],
  });
  await plainChange(source, "site-setting", { tagline: `${word} tagline` });
  const isCopy = story.kind !== "import";
  const documents = {
    articles,
    ...(story.isHome && isCopy && { homepage: [textIn(home, "documentId")] }),
    ...(story.isSetting && isCopy && { "site-setting": [singleId] }),
  };
  const world = { story, word, author, articles, documents };
  await link(source, world, tag);
  await publishAll(source, world, [`authors/${author}`, `tags/${tag}`]);
  return world;
}

/** Adds the localizations and the relations. An import has only those between articles. */
async function link(
  source: Service,
  { story, word, author, articles }: CutWorld,
  tag: string,
): Promise<void> {
  const pathOf = (at: number, locale: string) =>
    `articles/${articles[at] ?? ""}?status=draft&locale=${locale}`;
  const localizations = story.articles.flatMap((shape, at) =>
    localesOf(shape).map((locale) => ({ shape, at, locale })),
  );
  for (const { shape, at, locale } of localizations) {
    const links = { tags: shape.hasTag ? [tag] : [], author: shape.hasAuthor ? author : null };
    const content = { ...textsOf(word, at, locale), ...(story.kind !== "import" && links) };
    await plainChange(source, pathOf(at, locale), content);
  }
  for (const { at, locale } of localizations) {
    const related = relatedOf(story, at, locale).flatMap((number) => articles[number] ?? []);
    await plainChange(source, pathOf(at, locale), { related });
  }
}

/**
 * Publishes twice, because a published document has only relations to published ones. An old service takes the
 * relations to a document away that is published again, so a document comes after those that it refers to.
 */
async function publishAll(
  source: Service,
  { story, articles }: Pick<CutWorld, "story" | "articles">,
  others: readonly string[],
): Promise<void> {
  const order = sortTargetsFirst([...story.articles.keys()], (at) => [
    ...new Set(["en", "fr"].flatMap((locale) => relatedOf(story, at, locale))),
  ]);
  const published = order.flatMap((at) => {
    const shape = story.articles[at];
    return shape?.isPublished === true
      ? localesOf(shape).map((locale) => `articles/${articles[at] ?? ""}?locale=${locale}`)
      : [];
  });
  for (const path of [...others, ...published, ...published]) await plainPublish(source, path);
}

/** Changes the articles that an earlier copy has brought to the target. */
export async function changeSince(source: Service, world: CutWorld): Promise<void> {
  const { story, articles, word } = world;
  for (const [at, { isThere }] of story.articles.entries()) {
    const path = `articles/${articles[at] ?? ""}?status=draft&locale=en`;
    if (isThere) await plainChange(source, path, { kicker: `${word} changed` });
  }
  if (story.kind !== "import") {
    await plainChange(source, "homepage?status=draft", { heading: `${word} changed` });
    await plainChange(source, "site-setting", { tagline: `${word} changed` });
  }
  await publishAll(source, world, []);
}

/** The articles as records of a file. */
export function recordsOf({ story, articles, word }: CutWorld) {
  const records = story.articles.flatMap((shape, at) =>
    localesOf(shape).map((locale): GivenRecord => {
      const related = relatedOf(story, at, locale).flatMap((number) =>
        articles[number] === undefined ? [] : [{ documentId: articles[number] }],
      );
      const kicker = shape.isThere && locale === "en" ? { kicker: `${word} changed` } : {};
      const content = { ...textsOf(word, at, locale), ...kicker, related };
      return { documentId: articles[at], locale, content };
    }),
  );
  return fileOf(...records);
}

const localesOf = ({ inFrench }: ArticleShape): readonly string[] =>
  ["en", inFrench ? "fr" : []].flat();

const relatedOf = ({ articles }: CutStory, at: number, locale: string): readonly number[] =>
  (articles[at]?.related ?? []).filter(
    (other) => other !== at && (locale === "en" || articles[other]?.inFrench === true),
  );

const textsOf = (word: string, at: number, locale: string): JsonObject => ({
  title: `${word} article ${at} ${locale}`,
  slug: `${word}-${at}-${locale}`,
  kicker: `${word} kicker`,
});

/** The documents of a story, with names instead of ids, as both services should have them. */
export function contentOf(
  contents: Contents,
  world: CutWorld,
): ReadonlyMap<string, readonly JsonObject[]> {
  const names = namesIn(contents);
  const entries = [...contents].flatMap(([key, columns]): [string, JsonObject][] => {
    const [table = "", id = "", ...version] = key.split("/");
    const name = names.get(id) ?? "";
    if (!isCopied([table, name, ...version], world)) return [];
    const values = [...columns].flatMap(([column, text]): [string, Json][] =>
      notCopied.has(column)
        ? []
        : [
            [
              column,
              text.replaceAll(
                /\b[a-z0-9]{24}\b/g,
                (documentId) => names.get(documentId) ?? documentId,
              ),
            ],
          ],
    );
    return [[[table, name, ...version].join("/"), Object.fromEntries(values.sort())]];
  });
  return new Map(
    [...groupedBy(entries, ([key]) => key)].map(([key, all]) => [
      key,
      all.map(([, content]) => content),
    ]),
  );
}

/** A name for each documentId: that of its default locale, or the table of a single type. */
function namesIn(contents: Contents): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [key, columns] of [...contents].sort(([firstKey], [other]) =>
    firstKey < other ? -1 : 1,
  )) {
    const [table = "", id = ""] = key.split("/");
    if (!names.has(id)) names.set(id, nameOf(columns) ?? table);
  }
  return names;
}

function isCopied(
  [table = "", name = "", , version]: readonly string[],
  { word, documents, story }: CutWorld,
): boolean {
  if (table === "site_settings") return "site-setting" in documents;
  const isOfStory = table === "homepages" ? "homepage" in documents : name.includes(word);
  return isOfStory && (version === "draft" || story.kind === "publish");
}

function nameOf(columns: ReadonlyMap<string, string>): string | undefined {
  const texts = ["slug", "name"].map((column) => JSON.parse(columns.get(column) ?? "null") as Json);
  return texts.find((text) => typeof text === "string");
}
