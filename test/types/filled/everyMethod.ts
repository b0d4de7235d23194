import { expectTypeOf } from "expect-type";
import type { Cms, CmsRole } from "../../../src/client/index.ts";
import type { Article, Author, Editor, Picture } from "./magazine.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const users = cms.users<Editor>();
const documentId = "tea1";

export async function everyMethod(): Promise<void> {
  const params = { fields: ["title"], populate: { category: { fields: ["name"] } } } as const;
  type Small = Pick<Article, "id" | "documentId" | "title"> & {
    readonly category: Pick<Author, "documentId" | "name"> | null;
  };
  type Whole = { [Key in keyof Small]: Small[Key] };
  const payload = { data: { title: "Tea" } };

  const [, allArticles] = await articles.findMany({ params, all: true });
  expectTypeOf(allArticles).toEqualTypeOf<Whole[] | null>();
  const [, first] = await articles.findFirst({ params });
  expectTypeOf(first).toEqualTypeOf<Whole | null>();
  const [, createdArticle] = await articles.create({ payload, params });
  expectTypeOf(createdArticle).toEqualTypeOf<Whole | null>();
  const [, localized] = await articles.createLocalization({
    ...{ documentId, payload },
    params: { ...params, locale: "fr" },
  });
  expectTypeOf(localized).toEqualTypeOf<Whole | null>();
  const [, updated] = await articles.update({ documentId, payload, params });
  expectTypeOf(updated).toEqualTypeOf<Whole | null>();
  const [, published] = await articles.publish({ documentId, params });
  expectTypeOf(published).toEqualTypeOf<Whole | null>();
  const [, deletedArticle] = await articles.delete({ documentId, params });
  expectTypeOf(deletedArticle).toEqualTypeOf<Whole | null>();
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
  // The role is its id or absent. It is an object only when it is populated.
  const [, plain] = await users.me();
  expectTypeOf(plain!.role).toEqualTypeOf<number | undefined>();
  expectTypeOf(plain!.motto).toEqualTypeOf<string>();
  expectTypeOf(plain!).not.toHaveProperty("avatar");

  const [, user] = await users.find({
    id: 1,
    params: { fields: ["email"], populate: ["role", "avatar"] },
  });
  expectTypeOf(user!.role).toEqualTypeOf<CmsRole | undefined>();
  expectTypeOf(user!.avatar).toEqualTypeOf<Picture | null>();
  expectTypeOf<keyof NonNullable<typeof user>>().toEqualTypeOf<
    "id" | "email" | "role" | "avatar"
  >();

  const [, userList] = await users.findMany({
    params: { populate: { role: { fields: ["name"] } } },
  });
  expectTypeOf(userList![0]!.role).toEqualTypeOf<
    { readonly id: number; readonly name: string } | undefined
  >();
}
