import fc from "fast-check";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { Service } from "../../support/service.ts";
import { png } from "../check/files.ts";
import { unique } from "../magazine.ts";
import {
  plainChange,
  plainMakeDraft,
  plainPublish,
  plainUpload,
} from "../../support/plainWrites.ts";

/** The number of documents of each type, except of the single type. */
const count = 4;

/** An article by the numbers of what it refers to. */
interface ArticleShape {
  readonly inFrench: boolean;
  readonly related: readonly number[];
  readonly sequel: number | null;
  readonly tags: readonly number[];
  readonly category: number | null;
  readonly author: number | null;
  /** The authors of quotes in the dynamic zone. */
  readonly quoted: readonly (number | null)[];
  /** The articles of a list in the dynamic zone. */
  readonly listed: readonly number[];
  readonly files: readonly number[];
  readonly isPublished: boolean;
}

/** A change that another person makes, after an earlier copy. */
export interface Edit {
  readonly side: "from" | "to";
  readonly article: number;
  readonly name: "kicker" | "summary" | "kind" | "tags" | "related" | "sections";
}

/** Documents of the source, what happened to them before, and what is copied. */
export interface Story {
  readonly articles: readonly ArticleShape[];
  readonly pages: readonly { readonly parent: number | null; readonly lead: number | null }[];
  readonly home: { readonly lead: number | null; readonly featured: readonly number[] };
  /** Two articles with the same slug. */
  readonly collision: readonly [number, number] | null;
  /** The articles that were copied earlier. */
  readonly earlier: readonly number[];
  /** Whether the pairs of the earlier copy are known. */
  readonly isRemembered: boolean;
  readonly edits: readonly Edit[];
  readonly chosen: {
    readonly articles: readonly number[];
    readonly pages: readonly number[];
    readonly isHome: boolean;
  };
  /** The attributes to copy to existing documents; null for those that are selected by default. */
  readonly names: readonly string[] | null;
}

const anyNumber = fc.integer({ min: 0, max: count - 1 });
const anyNumbers = fc.uniqueArray(anyNumber, { maxLength: 3 });
const maybe = fc.option(anyNumber);

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  side: fc.constantFrom("from", "to"),
  article: anyNumber,
  name: fc.constantFrom("kicker", "summary", "kind", "tags", "related", "sections"),
});

export const anyStory: fc.Arbitrary<Story> = fc
  .record({
    articles: fc.array(
      fc.record({
        inFrench: fc.boolean(),
        related: anyNumbers,
        tags: anyNumbers,
        category: maybe,
        author: maybe,
        quoted: fc.array(maybe, { maxLength: 2 }),
        listed: anyNumbers,
        files: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
        isPublished: fc.boolean(),
      }),
      { minLength: count, maxLength: count },
    ),
    // Only one document can have the same sequel.
    sequels: fc.tuple(
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: count }),
      fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    ),
    pages: fc.array(fc.record({ parent: maybe, lead: maybe }), {
      minLength: count,
      maxLength: count,
    }),
    home: fc.record({ lead: maybe, featured: anyNumbers }),
    collision: fc.option(
      fc.uniqueArray(anyNumber, { minLength: 2, maxLength: 2 }).map(([first = 0, other = 1]) => {
        return [first, other] as const;
      }),
      { freq: 4 },
    ),
    earlier: anyNumbers,
    isRemembered: fc.boolean(),
    edits: fc.array(anyEdit, { maxLength: 5 }),
    chosen: fc.record({
      articles: fc.uniqueArray(anyNumber, { minLength: 1, maxLength: count }),
      pages: anyNumbers,
      isHome: fc.boolean(),
    }),
    names: fc.option(fc.uniqueArray(fc.constantFrom("kicker", "summary", "kind", "tags"))),
  })
  .map(({ sequels: [order, isSet], articles, ...story }) => ({
    ...story,
    articles: articles.map((article, at) => ({
      ...article,
      sequel: isSet[at] === true ? (order[at] ?? null) : null,
    })),
  }));

/** The documents of a story by number, as the source has them. */
export interface World {
  readonly story: Story;
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  readonly authors: readonly string[];
  readonly articles: readonly string[];
  readonly pages: readonly string[];
  readonly home: string;
  readonly files: readonly JsonObject[];
  readonly slugs: readonly string[];
}

const word = (name: string): string => unique(name).replace(" ", "-").toLowerCase();

const named = (all: readonly string[], numbers: readonly number[]): string[] =>
  numbers.flatMap((at) => all[at] ?? []);

const idAt = (all: readonly string[], at: number | null): string | null =>
  at === null ? null : (all[at] ?? null);

async function times<T>(make: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < count; at += 1) results.push(await make(at));
  return results;
}

/** Creates the documents of a story in the source. */
export async function makeWorld(source: Service, story: Story): Promise<World> {
  const simple = (type: string, prefix: string) => () => {
    const slug = word(prefix);
    return plainMakeDraft(source, type, { name: slug, slug });
  };
  const tags = await times(simple("tags", "tag"));
  const categories = await times(simple("categories", "category"));
  const authors = await times(simple("authors", "author"));
  const [text, other, picture] = [word("text"), word("other"), word("picture")];
  const files = [
    await plainUpload(source, `${text}.txt`, { content: new Blob([text], { type: "text/plain" }) }),
    await plainUpload(source, `${other}.txt`, {
      content: new Blob([other], { type: "text/plain" }),
    }),
    await plainUpload(source, `${picture}.png`, {
      content: new Blob([png()], { type: "image/png" }),
    }),
  ];
  const slugs = await times(() => Promise.resolve(word("article")));
  const [first, second] = story.collision ?? [];
  if (first !== undefined && second !== undefined) slugs[second] = slugs[first] ?? "";
  const articles = await times((at) =>
    plainMakeDraft(source, "articles", {
      title: `Article ${slugs[at] ?? ""}`,
      slug: slugs[at] ?? "",
    }),
  );
  const pages = await times(() => {
    const slug = word("page");
    return plainMakeDraft(source, "pages", { title: slug, slug });
  });
  const home = await plainChange(source, "homepage?status=draft", {
    heading: word("Home"),
    leadArticle: idAt(articles, story.home.lead),
    featuredAuthors: named(authors, story.home.featured),
  });
  const ids = { tags, categories, authors, articles, pages, home: textIn(home, "documentId") };
  const world = { story, ...ids, files, slugs };
  await link(source, world);
  return world;
}

async function link(source: Service, world: World): Promise<void> {
  const { story, articles, pages } = world;
  for (const [at, shape] of story.articles.entries()) {
    const id = articles[at] ?? "";
    await plainChange(source, `articles/${id}?status=draft`, contentOf(shape, at, world));
    if (shape.inFrench) await plainChange(source, inFrench(id), frenchOf(shape, at, world));
  }
  for (const [at, shape] of story.articles.entries()) {
    if (!shape.inFrench) continue;
    // Relations of a localization lead to documents in the same locale.
    const related = shape.related.filter((to) => story.articles[to]?.inFrench === true);
    await plainChange(source, inFrench(articles[at]), { related: named(articles, related) });
  }
  for (const [at, { parent, lead }] of story.pages.entries()) {
    await plainChange(source, `pages/${pages[at] ?? ""}?status=draft`, {
      parent: idAt(pages, parent),
      leadArticle: idAt(articles, lead),
    });
  }
  // The service publishes no two documents with the same slug.
  const published = articles.filter(
    (_, at) => story.articles[at]?.isPublished === true && !story.collision?.includes(at),
  );
  for (const id of published) await plainPublish(source, `articles/${id}`);
}

const inFrench = (id = ""): string => `articles/${id}?status=draft&locale=fr`;

const frenchOf = (shape: ArticleShape, at: number, world: World): JsonObject => ({
  title: `Article ${world.slugs[at] ?? ""} fr`,
  slug: `${world.slugs[at] ?? ""}-fr`,
  tags: named(world.tags, shape.tags),
  author: idAt(world.authors, shape.author),
  sections: sectionsOf({ ...shape, listed: [] }, world),
});

function contentOf(shape: ArticleShape, at: number, world: World): JsonObject {
  const { tags, categories, authors, articles, files } = world;
  const [file] = shape.files;
  const url = file === undefined ? "" : textIn(files[file] ?? {}, "url");
  return {
    kicker: `Kicker ${at}`,
    body: url === "" ? null : `See [the file](${url}).`,
    internalNote: "For the editors of the source only",
    previewPassword: "secret-of-the-source",
    related: named(articles, shape.related),
    sequel: idAt(articles, shape.sequel),
    tags: named(tags, shape.tags),
    category: idAt(categories, shape.category),
    author: idAt(authors, shape.author),
    gallery: shape.files.map((number) => files[number]?.["id"] ?? null),
    links: [{ label: "One", url: "https://example.com" }],
    seo: { metaTitle: `Meta ${at}` },
    sections: sectionsOf(shape, world),
  };
}

const sectionsOf = (
  { quoted, listed }: ArticleShape,
  { authors, articles }: World,
): JsonObject[] => [
  ...quoted.map((number) => ({
    __component: "sections.quote",
    text: "Tea",
    speaker: "She",
    author: idAt(authors, number),
  })),
  ...(listed.length > 0
    ? [
        {
          __component: "sections.reading-list",
          heading: "To read",
          articles: named(articles, listed),
        },
      ]
    : []),
];

/** The values that an edit gives to an article, by the ids of the service on its side. */
export function editedContent({ side, name }: Edit, world: World): JsonObject {
  const { tags, articles, authors } = world;
  switch (name) {
    case "kicker":
    case "summary":
      return { [name]: unique(`Changed in ${side}`) };
    case "kind":
      return { kind: side === "from" ? "essay" : "history" };
    case "tags":
      return { tags: side === "from" ? tags.slice(1, 3) : [] };
    case "related":
      return { related: side === "from" ? articles.slice(2) : [] };
    case "sections":
      return {
        sections:
          side === "from"
            ? [
                {
                  __component: "sections.quote",
                  text: unique("Tea"),
                  speaker: "He",
                  author: authors[3] ?? null,
                },
              ]
            : [{ __component: "sections.text", body: unique("Theirs") }],
      };
  }
}
