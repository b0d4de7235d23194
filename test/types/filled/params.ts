import { expectTypeOf } from "expect-type";
import type { CallOptions, Cms, ListParams, ResumeParams } from "../../../src/client/index.ts";
import type { Article, Editor } from "./magazine.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const users = cms.users<Editor>();
const documentId = "tea1";
const payload = { data: { title: "Tea" } };

export async function lists(options: CallOptions): Promise<void> {
  await articles.findMany({ params: { pagination: { page: 1, pageSize: 5, withCount: true } } });
  await articles.findMany({ params: { pagination: { start: 1, limit: 5 } }, ...options });
  await articles.findMany({
    params: { status: "draft", locale: "fr", _q: "tea", publicationFilter: "modified" },
    timeoutMs: 1_000,
    deadlineMs: 2_000,
    signal: AbortSignal.timeout(1),
  });
  // @ts-expect-error -- page numbers and offsets can't be combined
  await articles.findMany({ params: { pagination: { page: 1, limit: 2 } } });
  const mixed = { pageSize: 10, start: 20 };
  // @ts-expect-error -- a variable can't combine them either
  await users.findMany({ params: { pagination: mixed } });
  // @ts-expect-error -- there is no such status
  await articles.findMany({ params: { status: "modified" } });
  // @ts-expect-error -- there is no such filter
  await articles.findMany({ params: { publicationFilter: "changed" } });
  // @ts-expect-error -- there is no such parameter
  await articles.findMany({ params: { loacle: "fr" } });
  // @ts-expect-error -- there is no such option
  await articles.findMany({ timeout: 1_000 });
  // @ts-expect-error -- a single document has no pages
  await articles.find({ documentId, params: { pagination: { page: 1 } } });
  // @ts-expect-error -- a document is identified by its documentId
  await articles.find({ id: 1 });
  // @ts-expect-error -- a count has no pages
  await articles.count({ all: true });
}

type Flat<T> = { [Key in keyof T]: T[Key] };

/** A variable of the params type can be passed on, even if its value is unknown to the compiler. */
export async function variables(params: ListParams<Article>): Promise<void> {
  await articles.findMany({ params, all: true });
  await articles.findFirst({ params: { ...params, status: "draft" } });
  await articles.count({ params });
  for await (const [error] of articles.pages({ params })) expectTypeOf(error).not.toBeNever();
  // @ts-expect-error -- the params of another type name other fields
  await cms.collection("tags").findMany({ params });
}

/** The params that resume a list after a failure fit every list. They keep the shape of the params before them. */
export async function resumed(resume: ResumeParams): Promise<void> {
  await articles.findMany({ params: resume, all: true });
  const params = { fields: ["title"], populate: ["cover"] } as const;
  for await (const [error, page] of articles.pages({ params: { ...params, ...resume } })) {
    if (error) return;
    expectTypeOf(page).toEqualTypeOf<
      Flat<Pick<Article, "id" | "documentId" | "title" | "cover">>[]
    >();
  }
}

export async function writes(): Promise<void> {
  // @ts-expect-error -- publish sets the status itself
  await articles.publish({ documentId, params: { status: "draft" } });
  // @ts-expect-error -- a delete has no status: the service rejects it
  await articles.delete({ documentId, params: { status: "draft" } });
  // @ts-expect-error -- the params of a write have no filters
  await articles.update({ documentId, payload, params: { filters: { title: "Tea" } } });
  // @ts-expect-error -- a write has no sort order
  await articles.create({ payload, params: { sort: ["title:asc"] } });
  // @ts-expect-error -- filters belong to createLocalization
  await articles.create({ payload, filters: { title: "Tea" } });
}

export async function localizations(): Promise<void> {
  const params = { locale: "fr" } as const;
  const filters = { title: "Tea" };
  await articles.createLocalization({ documentId, payload, params });
  await articles.createLocalization({ filters, payload, params: { ...params, status: "draft" } });
  await articles.createLocalization({ payload, params, timeoutMs: 1_000 });
  // @ts-expect-error -- either of the two finds the document
  await articles.createLocalization({ documentId, filters, payload, params });
  // @ts-expect-error -- a localization has a locale
  await articles.createLocalization({ documentId, payload, params: { status: "draft" } });
  // @ts-expect-error -- a localization has a locale
  await articles.createLocalization({ documentId, payload });
  // @ts-expect-error -- the payload is required
  await articles.createLocalization({ documentId, params });
  // @ts-expect-error -- a documentId that is undefined would create another document
  await articles.createLocalization({ documentId: undefined, payload, params });
}

/** An option or a param that is undefined counts as absent. */
export async function undefinedOptions(signal: AbortSignal | undefined): Promise<void> {
  const params = { locale: undefined, sort: undefined, pagination: undefined };
  await articles.findMany({ params, signal, timeoutMs: undefined });
  // @ts-expect-error -- a condition that is undefined would delete any document
  await articles.delete({ documentId, params: { filters: undefined } });
}

/** The user routes support neither locale, status nor search. */
export async function accounts(): Promise<void> {
  // @ts-expect-error -- a user has no locale
  await users.findMany({ params: { locale: "fr" } });
  // @ts-expect-error -- a user has no draft
  await users.findMany({ params: { status: "draft" } });
  // @ts-expect-error -- the user routes have no search
  await users.findMany({ params: { _q: "ada" } });
  // @ts-expect-error -- a user has no locale
  await users.find({ id: 1, params: { locale: "fr" } });
  // @ts-expect-error -- a user has no draft
  await users.me({ params: { status: "draft" } });
  // @ts-expect-error -- the user routes have no search
  await users.count({ params: { _q: "ada" } });
  // A variable is checked too, although it can have other keys.
  const fields = ["email"] as const;
  const inFrench = { fields, locale: "fr", more: 1 };
  // @ts-expect-error -- a user has no locale
  await users.findMany({ params: inFrench });
  const searching = { fields, _q: "ada" };
  // @ts-expect-error -- the user routes have no search
  await users.findMany({ params: searching });
  const drafts = { fields, status: "draft" as const };
  // @ts-expect-error -- a user has no draft
  await users.me({ params: drafts });
  // @ts-expect-error -- a user is identified by a numeric id
  await users.find({ id: "tea1" });
  // @ts-expect-error -- a single user has no pages
  await users.find({ id: 1, params: { pagination: { start: 1 } } });
}
