import { expectTypeOf } from "expect-type";
import type {
  AnyDocument,
  Cms,
  CmsContentTypes,
  Collection,
  ListParams,
  SingleType,
} from "../../../src/client/index.ts";
import type { Article, PlainArticle } from "../filled/magazine.ts";

declare const cms: Cms;
declare const uid: string;

// No type is registered, so the client accepts every name, and documents can have any shape.
expectTypeOf<keyof CmsContentTypes>().toEqualTypeOf<never>();
expectTypeOf(cms.collection("articles")).toEqualTypeOf<Collection<AnyDocument>>();
expectTypeOf(cms.collection(uid)).toEqualTypeOf<Collection<AnyDocument>>();
expectTypeOf(cms.single(uid)).toEqualTypeOf<SingleType<AnyDocument>>();
expectTypeOf(cms.collection<Article>("articles")).toEqualTypeOf<Collection<Article>>();

/** Parameters don't narrow a document of unknown shape. */
export async function loose(params: ListParams, names: string[]): Promise<void> {
  const articles = cms.collection(uid);
  const [error, rows, meta] = await articles.findMany({ params });
  if (error) return;
  expectTypeOf(rows).toEqualTypeOf<AnyDocument[]>();
  expectTypeOf(meta.changed).toEqualTypeOf<boolean | undefined>();

  const [, foundDocument] = await articles.find({
    documentId: "tea1",
    params: {
      fields: names,
      populate: { whatever: { fields: names, populate: "*" }, on: { [uid]: true } },
      filters: { [uid]: { $eq: names }, $or: [{ a: { b: 1 } }] },
    },
  });
  expectTypeOf(foundDocument).toEqualTypeOf<AnyDocument | null>();

  const [, createdDocument] = await articles.create({
    payload: { data: { anything: [1, { goes: true }] } },
  });
  expectTypeOf(createdDocument).toEqualTypeOf<AnyDocument | null>();
}

/** A type with an index signature is of unknown shape, even if it also declares fields. */
export async function halfKnown(params: ListParams): Promise<void> {
  interface Note extends AnyDocument {
    readonly text: string;
  }
  const [, rows] = await cms.collection<Note>("notes").findMany({ params, all: true });
  expectTypeOf(rows).toEqualTypeOf<Note[] | null>();
}

/** A type argument narrows documents as the registry does. */
export async function known(): Promise<void> {
  const [, rows] = await cms.collection<Article>("articles").findMany();
  expectTypeOf(rows).toEqualTypeOf<PlainArticle[] | null>();
  // @ts-expect-error -- an article has no such field
  await cms.collection<Article>("articles").findMany({ params: { fields: ["titel"] } });
}
