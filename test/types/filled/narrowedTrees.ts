import { expectTypeOf } from "expect-type";
import type { Cms } from "../../../src/client/index.ts";
import type { Author, Link, Picture, PlainAuthor, PlainGallery, PlainQuote } from "./magazine.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const documentId = "tea1";

export async function trees(): Promise<void> {
  const [, article] = await articles.find({
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
  expectTypeOf(article!.cover).toEqualTypeOf<Picture | null>();
  expectTypeOf(article!.links).toEqualTypeOf<{ count: number }>();
  expectTypeOf(article!.kind).toEqualTypeOf<"essay" | "feature" | "review">();

  const category = article!.category!;
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

  expectTypeOf(article!.related[0]!.cover).toEqualTypeOf<Picture | null>();
  expectTypeOf(article!.author!.portrait).toEqualTypeOf<Picture | null>();
  expectTypeOf(article!.author!).not.toHaveProperty("articles");
  expectTypeOf(article!.seo!.shareImage).toEqualTypeOf<{
    readonly id: number;
    readonly documentId: string;
    readonly url: string;
  } | null>();
}

/** Filters can also exclude a required relation. */
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

  // The service omits entries of components that `on` doesn't name.
  const [, quotes] = await articles.find({
    documentId,
    params: { populate: { sections: { on: { "sections.quote": true } } } },
  });
  expectTypeOf(quotes!.sections).toEqualTypeOf<PlainQuote[]>();
}
