import { expectTypeOf } from "expect-type";
import type { Cms, CmsRole, ListParams, Populate } from "../../../src/client/index.ts";
import type {
  Article,
  Author,
  Editor,
  GallerySection,
  Link,
  Picture,
  PlainArticle,
  PlainAuthor,
  PlainCategory,
  QuoteSection,
  Seo,
  Tag,
} from "./magazine.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const users = cms.users<Editor>();
const documentId = "tea1";

type PlainSeo = Pick<Seo, "id" | "metaTitle" | "noIndex">;
type PlainQuote = Pick<QuoteSection, "id" | "__component" | "text">;
type PlainGallery = Pick<GallerySection, "id" | "__component" | "heading">;

export async function withoutParams(): Promise<void> {
  const [error, found, meta] = await articles.find({ documentId });
  if (error) {
    expectTypeOf(found).toEqualTypeOf<null>();
    expectTypeOf(meta).toEqualTypeOf<null>();
    return;
  }
  expectTypeOf(found).toEqualTypeOf<PlainArticle>();

  // A type without anything to populate comes as it is.
  const [, tag] = await cms.collection("tags").findFirst();
  expectTypeOf(tag).toEqualTypeOf<Tag | null>();
}

export async function fields(): Promise<void> {
  const [, picked] = await articles.find({ documentId, params: { fields: ["title", "kicker"] } });
  expectTypeOf(picked).toEqualTypeOf<Pick<
    Article,
    "id" | "documentId" | "title" | "kicker"
  > | null>();

  const [, all] = await articles.find({ documentId, params: { fields: ["*"] } });
  expectTypeOf(all).toEqualTypeOf<PlainArticle | null>();

  const [, none] = await articles.find({ documentId, params: { fields: [] } });
  expectTypeOf(none).toEqualTypeOf<PlainArticle | null>();

  // The service's own fields come when they are asked for, named by the interface or not.
  const [, times] = await articles.findFirst({ params: { fields: ["createdAt", "publishedAt"] } });
  expectTypeOf(times).toEqualTypeOf<
    | (Pick<Article, "id" | "documentId"> & {
        readonly createdAt: string;
        readonly publishedAt: string | null;
      } extends infer Whole
        ? { [Key in keyof Whole]: Whole[Key] }
        : never)
    | null
  >();
}

export async function names(): Promise<void> {
  const [, one] = await articles.find({ documentId, params: { populate: "category" } });
  expectTypeOf(one!.category).toEqualTypeOf<PlainCategory | null>();
  expectTypeOf(one!).not.toHaveProperty("cover");

  const [, several] = await articles.findMany({
    params: { fields: ["title"], populate: ["gallery", "author", "related", "seo", "links"] },
  });
  const row = several![0]!;
  expectTypeOf(row.gallery).toEqualTypeOf<Picture[] | null>();
  expectTypeOf(row.author).toEqualTypeOf<PlainAuthor | null | undefined>();
  expectTypeOf(row.related).toEqualTypeOf<PlainArticle[]>();
  expectTypeOf(row.seo).toEqualTypeOf<PlainSeo | null>();
  expectTypeOf(row.links).toEqualTypeOf<Link[]>();
  expectTypeOf<keyof typeof row>().toEqualTypeOf<
    "id" | "documentId" | "title" | "gallery" | "author" | "related" | "seo" | "links"
  >();

  const [, everything] = await articles.find({ documentId, params: { populate: "*" } });
  expectTypeOf<keyof NonNullable<typeof everything>>().toEqualTypeOf<keyof Article>();
  expectTypeOf(everything!.category).toEqualTypeOf<PlainCategory | null>();
  expectTypeOf(everything!.sections).toEqualTypeOf<(PlainQuote | PlainGallery)[]>();
}

export async function paths(): Promise<void> {
  const [, found] = await articles.find({
    documentId,
    params: { populate: ["category.parent.articles", "category.articles", "author.portrait"] },
  });
  const category = found!.category!;
  expectTypeOf(category.name).toEqualTypeOf<string>();
  // Lists stay as the interface has them.
  expectTypeOf(category.articles).toEqualTypeOf<readonly PlainArticle[]>();
  expectTypeOf(category.parent!.articles).toEqualTypeOf<readonly PlainArticle[]>();
  expectTypeOf(category.parent!).not.toHaveProperty("parent");
  expectTypeOf(found!.author?.portrait).toEqualTypeOf<Picture | null | undefined>();
}

export async function trees(): Promise<void> {
  const [, found] = await articles.find({
    documentId,
    params: {
      fields: ["kind"],
      populate: {
        cover: true,
        category: {
          fields: ["name"],
          populate: { articles: { fields: ["title"], populate: { author: { fields: ["name"] } } } },
        },
        related: { populate: "*", sort: ["title:desc"], filters: { featured: true } },
        author: { populate: ["portrait"] },
        links: { count: true },
        seo: { populate: { shareImage: { fields: ["url"] } } },
      },
    },
  });
  expectTypeOf(found!.cover).toEqualTypeOf<Picture | null>();
  expectTypeOf(found!.links).toEqualTypeOf<{ count: number }>();
  expectTypeOf(found!.kind).toEqualTypeOf<"essay" | "feature" | "review">();

  const category = found!.category!;
  expectTypeOf<keyof typeof category>().toEqualTypeOf<"documentId" | "name" | "articles">();
  expectTypeOf(category.articles).toEqualTypeOf<
    readonly {
      readonly id: number;
      readonly documentId: string;
      readonly title: string;
      readonly author?: {
        readonly id: number;
        readonly documentId: string;
        readonly name: string;
      } | null;
    }[]
  >();

  expectTypeOf(found!.related[0]!.cover).toEqualTypeOf<Picture | null>();
  expectTypeOf(found!.author!.portrait).toEqualTypeOf<Picture | null>();
  expectTypeOf(found!.author!).not.toHaveProperty("articles");
  expectTypeOf(found!.seo!.shareImage).toEqualTypeOf<{
    readonly id: number;
    readonly documentId: string;
    readonly url: string;
  } | null>();
}

/** Where there must be one, filters may still leave it out. */
export async function filteredOut(): Promise<void> {
  interface Recipe {
    readonly documentId: string;
    readonly cook: Author;
    readonly steps: Link[];
  }
  const recipes = cms.collection<Recipe>("recipes");
  const [, whole] = await recipes.findFirst({ params: { populate: ["cook", "steps"] } });
  expectTypeOf(whole!.cook).toEqualTypeOf<PlainAuthor>();
  const [, some] = await recipes.findFirst({
    params: {
      populate: { cook: { filters: { name: "Ada" } }, steps: { filters: { label: "Stir" } } },
    },
  });
  expectTypeOf(some!.cook).toEqualTypeOf<PlainAuthor | null>();
  expectTypeOf(some!.steps).toEqualTypeOf<Link[]>();
}

export async function zones(): Promise<void> {
  const [, plain] = await articles.find({ documentId, params: { populate: { sections: true } } });
  expectTypeOf(plain!.sections).toEqualTypeOf<(PlainQuote | PlainGallery)[]>();

  const [, whole] = await articles.find({
    documentId,
    params: { populate: { sections: { populate: "*" } } },
  });
  const entry = whole!.sections[0]!;
  if (entry.__component === "sections.quote") {
    expectTypeOf(entry.speaker).toEqualTypeOf<PlainAuthor | null>();
  } else {
    expectTypeOf(entry.pictures).toEqualTypeOf<Picture[]>();
  }

  const [, both] = await articles.find({
    documentId,
    params: {
      populate: {
        sections: {
          on: {
            "sections.quote": { fields: ["text"], populate: { speaker: { fields: ["name"] } } },
            "sections.gallery": true,
          },
        },
      },
    },
  });
  expectTypeOf(both!.sections).toEqualTypeOf<
    (
      | PlainGallery
      | {
          readonly id: number;
          readonly __component: "sections.quote";
          readonly text: string;
          readonly speaker: PlainAuthor | null;
        }
    )[]
  >();

  // Entries of components that are not named don't come.
  const [, quotes] = await articles.find({
    documentId,
    params: { populate: { sections: { on: { "sections.quote": true } } } },
  });
  expectTypeOf(quotes!.sections).toEqualTypeOf<PlainQuote[]>();
}

export async function everyMethod(): Promise<void> {
  const params = { fields: ["title"], populate: { category: { fields: ["name"] } } } as const;
  type Small = Pick<Article, "id" | "documentId" | "title"> & {
    readonly category: Pick<Author, "documentId" | "name"> | null;
  };
  type Whole = { [Key in keyof Small]: Small[Key] };
  const payload = { data: { title: "Tea" } };

  const [, many] = await articles.findMany({ params, all: true });
  expectTypeOf(many).toEqualTypeOf<Whole[] | null>();
  const [, first] = await articles.findFirst({ params });
  expectTypeOf(first).toEqualTypeOf<Whole | null>();
  const [, made] = await articles.create({ payload, params });
  expectTypeOf(made).toEqualTypeOf<Whole | null>();
  const [, updated] = await articles.update({ documentId, payload, params });
  expectTypeOf(updated).toEqualTypeOf<Whole | null>();
  const [, published] = await articles.publish({ documentId, params });
  expectTypeOf(published).toEqualTypeOf<Whole | null>();
  const [, gone] = await articles.delete({ documentId, params });
  expectTypeOf(gone).toEqualTypeOf<Whole | null>();
  const [, upserted] = await articles.upsert({ payload, filters: { title: "Tea" }, params });
  expectTypeOf(upserted).toEqualTypeOf<Whole | null>();
  for await (const [error, page] of articles.pages({ params })) {
    if (error) return;
    expectTypeOf(page).toEqualTypeOf<Whole[]>();
  }

  const homepage = cms.single("homepage");
  const [, home] = await homepage.find({ params: { fields: ["heading"], populate: "hero" } });
  expectTypeOf(home!.hero).toEqualTypeOf<Picture | null>();
  const [, written] = await homepage.update({ payload: { data: { heading: "Tea" } } });
  expectTypeOf(written).toEqualTypeOf<{
    readonly documentId: string;
    readonly heading: string;
  } | null>();
}

export async function accounts(): Promise<void> {
  // The role is its id, absent or an object: the last only when it is populated.
  const [, plain] = await users.me();
  expectTypeOf(plain!.role).toEqualTypeOf<number | undefined>();
  expectTypeOf(plain!.motto).toEqualTypeOf<string>();
  expectTypeOf(plain!).not.toHaveProperty("avatar");

  const [, found] = await users.find({
    id: 1,
    params: { fields: ["email"], populate: ["role", "avatar"] },
  });
  expectTypeOf(found!.role).toEqualTypeOf<CmsRole | undefined>();
  expectTypeOf(found!.avatar).toEqualTypeOf<Picture | null>();
  expectTypeOf<keyof NonNullable<typeof found>>().toEqualTypeOf<
    "id" | "email" | "role" | "avatar"
  >();

  const [, many] = await users.findMany({ params: { populate: { role: { fields: ["name"] } } } });
  expectTypeOf(many![0]!.role).toEqualTypeOf<
    { readonly id: number; readonly name: string } | undefined
  >();
}

/** What the types of params leave open, the result leaves open too. */
export async function openParams(
  params: ListParams<Article>,
  list: ("cover" | "category")[],
  either: "cover" | "category",
): Promise<void> {
  const [, rows] = await articles.findMany({ params });
  const row = rows![0]!;
  expectTypeOf(row.documentId).toEqualTypeOf<string>();
  expectTypeOf(row.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(row.cover).toEqualTypeOf<
    | (Pick<Picture, "id" | "documentId"> &
        Partial<Pick<Picture, "name" | "url" | "width">> extends infer Whole
        ? { [Key in keyof Whole]: Whole[Key] }
        : never)
    | { count: number }
    | null
    | undefined
  >();
  expectTypeOf(row).toHaveProperty("category");

  const [, some] = await articles.find({ documentId, params: { populate: list } });
  expectTypeOf(some!.cover).toEqualTypeOf<Picture | null | undefined>();
  expectTypeOf(some!.category).toEqualTypeOf<PlainCategory | null | undefined>();
  expectTypeOf(some!.title).toEqualTypeOf<string>();

  const [, one] = await articles.find({ documentId, params: { populate: either } });
  expectTypeOf("cover" in one! ? one.cover : one!.category).toEqualTypeOf<
    Picture | PlainCategory | null
  >();
}

/** The same for objects. */
export async function openTrees(
  maybe: { readonly category?: true },
  tree: Populate<Article>,
): Promise<void> {
  const [, perhaps] = await articles.find({ documentId, params: { populate: maybe } });
  expectTypeOf(perhaps!.category).toEqualTypeOf<PlainCategory | null | undefined>();

  const [, whatever] = await articles.find({ documentId, params: { populate: tree } });
  expectTypeOf(whatever!.title).toEqualTypeOf<string>();
  expectTypeOf(whatever!.related === undefined).toEqualTypeOf<boolean>();
}

/** The same for fields. */
export async function openFields(fields: ("title" | "kind")[]): Promise<void> {
  const [, fewer] = await articles.find({
    documentId,
    params: { fields },
  });
  expectTypeOf(fewer).toEqualTypeOf<{
    readonly id: number;
    readonly documentId: string;
    readonly title?: string;
    readonly kind?: Article["kind"];
  } | null>();
}
