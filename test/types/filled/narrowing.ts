import { expectTypeOf } from "expect-type";
import type { Cms } from "../../../src/client/index.ts";
import type {
  Article,
  Link,
  Picture,
  PlainArticle,
  PlainAuthor,
  PlainCategory,
  PlainGallery,
  PlainQuote,
  Seo,
  Tag,
} from "./magazine.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const documentId = "tea1";

type PlainSeo = Pick<Seo, "id" | "metaTitle" | "noIndex">;

export async function withoutParams(): Promise<void> {
  const [error, article, meta] = await articles.find({ documentId });
  if (error) {
    expectTypeOf(article).toEqualTypeOf<null>();
    expectTypeOf(meta).toEqualTypeOf<null>();
    return;
  }
  expectTypeOf(article).toEqualTypeOf<PlainArticle>();

  // A type without attributes that can be populated stays unchanged.
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

  // The service returns its own fields on request, even if the interface doesn't declare them.
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
  const [, article] = await articles.find({ documentId, params: { populate: "category" } });
  expectTypeOf(article!.category).toEqualTypeOf<PlainCategory | null>();
  expectTypeOf(article!).not.toHaveProperty("cover");

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
  const [, article] = await articles.find({
    documentId,
    params: { populate: ["category.parent.articles", "category.articles", "author.portrait"] },
  });
  const category = article!.category!;
  expectTypeOf(category.name).toEqualTypeOf<string>();
  // Lists keep their type from the interface.
  expectTypeOf(category.articles).toEqualTypeOf<readonly PlainArticle[]>();
  expectTypeOf(category.parent!.articles).toEqualTypeOf<readonly PlainArticle[]>();
  expectTypeOf(category.parent!).not.toHaveProperty("parent");
  expectTypeOf(article!.author?.portrait).toEqualTypeOf<Picture | null | undefined>();
}
