import { expectTypeOf } from "expect-type";
import type { Cms, ListParams, Populate } from "../../../src/client/index.ts";
import type { Article, Picture, PlainCategory } from "./magazine.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const documentId = "tea1";

/** When the type of the params is open, the type of the result is open too. */
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

  const [, article] = await articles.find({ documentId, params: { populate: either } });
  expectTypeOf("cover" in article! ? article.cover : article!.category).toEqualTypeOf<
    Picture | PlainCategory | null
  >();
}

/** This also applies to populate objects. */
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

/** This also applies to fields. */
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
