import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { createAdmin } from "../../src/client/admin/index.ts";
import type { Cms } from "../../src/client/index.ts";
import { madeWild, wildness } from "./wildInputs.ts";
import type { Wildness } from "./wildInputs.ts";

type Input = Readonly<Record<string, unknown>>;
type Pages = AsyncGenerator<unknown, void, void>;

export interface Method {
  /** Includes everything that the types require. */
  readonly input: Input;
  readonly call: (cms: Cms, uid: never, input: never) => Promise<unknown> | Pages;
}

const documentId = "tea1";
const payload = { data: { title: "Tea" } };
const filters = { title: { $eq: "Tea" } };
const list = { params: { filters, sort: ["title:asc"], pagination: { pageSize: 2 } } };
const target = { uid: "api::article.article", documentId, locale: "fr" };
const articles = (cms: Cms, uid: never) => cms.collection<{ title: string }>(uid);

/** Every method of the client. `uid` is the content type, for methods that need one. */
export const methods = {
  findMany: { input: list, call: (cms, uid, input) => articles(cms, uid).findMany(input) },
  "findMany with all": {
    input: { all: true, params: { filters } },
    call: (cms, uid, input) => articles(cms, uid).findMany(input),
  },
  pages: {
    input: { params: { filters } },
    call: (cms, uid, input) => articles(cms, uid).pages(input),
  },
  "pages with a sort": { input: list, call: (cms, uid, input) => articles(cms, uid).pages(input) },
  find: { input: { documentId }, call: (cms, uid, input) => articles(cms, uid).find(input) },
  findFirst: { input: list, call: (cms, uid, input) => articles(cms, uid).findFirst(input) },
  count: { input: list, call: (cms, uid, input) => articles(cms, uid).count(input) },
  create: { input: { payload }, call: (cms, uid, input) => articles(cms, uid).create(input) },
  "create with a locale": {
    input: { payload, params: { locale: "fr" } },
    call: (cms, uid, input) => articles(cms, uid).create(input),
  },
  "createLocalization by documentId": {
    input: { documentId, payload, params: { locale: "fr" } },
    call: (cms, uid, input) => articles(cms, uid).createLocalization(input),
  },
  "createLocalization by filters": {
    input: { filters, payload, params: { locale: "fr" } },
    call: (cms, uid, input) => articles(cms, uid).createLocalization(input),
  },
  update: {
    input: { documentId, payload },
    call: (cms, uid, input) => articles(cms, uid).update(input),
  },
  publish: { input: { documentId }, call: (cms, uid, input) => articles(cms, uid).publish(input) },
  delete: { input: { documentId }, call: (cms, uid, input) => articles(cms, uid).delete(input) },
  upsert: {
    input: { payload, filters },
    call: (cms, uid, input) => articles(cms, uid).upsert(input),
  },
  "single find": { input: {}, call: (cms, uid, input) => cms.single(uid).find(input) },
  "single update": { input: { payload }, call: (cms, uid, input) => cms.single(uid).update(input) },
  "single publish": {
    input: {},
    call: (cms, uid, input) => cms.single<{ title: string }>(uid).publish(input),
  },
  "single delete": { input: {}, call: (cms, uid, input) => cms.single(uid).delete(input) },
  "users findMany": { input: list, call: (cms, _, input) => cms.users().findMany(input) },
  "users find": { input: { id: 1 }, call: (cms, _, input) => cms.users().find(input) },
  "users me": { input: {}, call: (cms, _, input) => cms.users().me(input) },
  "users count": {
    input: { params: { filters } },
    call: (cms, _, input) => cms.users().count(input),
  },
  "users create": {
    input: { data: { username: "ada" } },
    call: (cms, _, input) => cms.users().create(input),
  },
  "users update": {
    input: { id: 1, data: { username: "ada" } },
    call: (cms, _, input) => cms.users().update(input),
  },
  "users delete": { input: { id: 1 }, call: (cms, _, input) => cms.users().delete(input) },
  "schema contentTypes": { input: {}, call: (cms, _, input) => cms.schema().contentTypes(input) },
  "schema components": { input: {}, call: (cms, _, input) => cms.schema().components(input) },
  "schema locales": { input: {}, call: (cms, _, input) => cms.schema().locales(input) },
  "upload findMany": {
    input: { params: { filters: { name: { $contains: "tea" } }, pagination: { pageSize: 2 } } },
    call: (cms, _, input) => cms.upload().findMany(input),
  },
  "upload find": { input: { documentId }, call: (cms, _, input) => cms.upload().find(input) },
  "upload create": {
    input: { path: fileURLToPath(import.meta.url), name: "tea.txt", alternativeText: "Tea" },
    call: (cms, _, input) => cms.upload().create(input),
  },
  "upload update": {
    input: { id: 7, name: "tea.txt", caption: "Tea" },
    call: (cms, _, input) => cms.upload().update(input),
  },
  "upload replace": {
    input: { id: 7, path: fileURLToPath(import.meta.url), name: "tea.txt" },
    call: (cms, _, input) => cms.upload().replace(input),
  },
  "upload delete": { input: { id: 7 }, call: (cms, _, input) => cms.upload().delete(input) },
  "upload content": {
    input: { url: "/uploads/tea.png" },
    call: (cms, _, input) => cms.upload().content(input),
  },
  request: {
    input: { method: "POST", path: "reports/weekly", query: { week: 1 }, body: { title: "Tea" } },
    call: (cms, _, input) => cms.request(input),
  },
  "admin signIn": {
    input: { email: "ada@example.com", password: "tea" },
    call: (cms, _, input) => createAdmin(cms).signIn(input),
  },
  "admin me": { input: {}, call: (cms, _, input) => createAdmin(cms).me(input) },
  "admin information": { input: {}, call: (cms, _, input) => createAdmin(cms).information(input) },
  "admin contentTypes": {
    input: {},
    call: (cms, _, input) => createAdmin(cms).contentTypes(input),
  },
  "admin components": { input: {}, call: (cms, _, input) => createAdmin(cms).components(input) },
  "admin locales": { input: {}, call: (cms, _, input) => createAdmin(cms).locales(input) },
  "admin mainFields": { input: {}, call: (cms, _, input) => createAdmin(cms).mainFields(input) },
  "admin publish": { input: target, call: (cms, _, input) => createAdmin(cms).publish(input) },
  "admin unpublish": { input: target, call: (cms, _, input) => createAdmin(cms).unpublish(input) },
  "admin discard": { input: target, call: (cms, _, input) => createAdmin(cms).discard(input) },
  "admin lastEditor": {
    input: target,
    call: (cms, _, input) => createAdmin(cms).lastEditor(input),
  },
  "admin read": { input: target, call: (cms, _, input) => createAdmin(cms).read(input) },
  "admin create": {
    input: { uid: "api::article.article", documentId: "a".repeat(24) },
    call: (cms, _, input) => createAdmin(cms).create(input),
  },
  "admin update": {
    input: { ...target, data: { title: "Tea" } },
    call: (cms, _, input) => createAdmin(cms).update(input),
  },
  "admin relationTargets": {
    input: { uid: "api::article.article", id: "tea1", field: "tags", page: 1 },
    call: (cms, _, input) => createAdmin(cms).relationTargets(input),
  },
  "admin previewUrl": {
    input: { ...target, status: "draft" },
    call: (cms, _, input) => createAdmin(cms).previewUrl(input),
  },
  "admin folders": { input: {}, call: (cms, _, input) => createAdmin(cms).folders(input) },
  "admin foldersOf": {
    input: { documentIds: ["tea1"] },
    call: (cms, _, input) => createAdmin(cms).foldersOf(input),
  },
  "admin createFolder": {
    input: { name: "Tea", parent: null },
    call: (cms, _, input) => createAdmin(cms).createFolder(input),
  },
  "admin uploadTo": {
    input: { path: fileURLToPath(import.meta.url), name: "tea.txt", folder: 7 },
    call: (cms, _, input) => createAdmin(cms).uploadTo(input),
  },
  "admin createApiToken": {
    input: { name: "Tea" },
    call: (cms, _, input) => createAdmin(cms).createApiToken(input),
  },
} satisfies Record<string, Method>;

type MethodName = keyof typeof methods;

/** How the caller iterates the pages. */
type Reading =
  | "to the end"
  | "and leaves"
  | "and leaves at once"
  | "and leaves in flight"
  | "all at once";

/** A call that fast-check generates. It consists of plain words, so that a failure can be read and repeated. */
export interface AnyCall {
  readonly method: MethodName;
  readonly wild: Wildness | undefined;
  /** When the signal aborts, in milliseconds. -1 means before the call, and undefined means never. */
  readonly abortMs: number | undefined;
  readonly reading: Reading;
}

/** Generates undefined in six of seven cases. */
export const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

export const anyCall = (
  wildOnes: fc.Arbitrary<Wildness | undefined> = wildness,
): fc.Arbitrary<AnyCall> =>
  fc.record({
    method: fc.constantFrom(...(Object.keys(methods) as MethodName[])),
    wild: wildOnes,
    abortMs: rarely(fc.integer({ min: -1, max: 5 })),
    reading: fc.constantFrom<Reading>(
      "to the end",
      "and leaves",
      "and leaves at once",
      "and leaves in flight",
      "all at once",
    ),
  });

/** Makes the call and returns every tuple. Throws or rejects only if the client does. */
export async function tuplesOf(cms: Cms, call: AnyCall): Promise<unknown[]> {
  const { input, call: act }: Method = methods[call.method];
  const signal = call.abortMs === undefined ? {} : { signal: signalAfter(call.abortMs) };
  const wildCall = madeWild({ ...input, ...signal }, call.wild);
  const uid = "uid" in wildCall ? wildCall.uid : "articles";
  const answer = act(cms, uid as never, wildCall.input as never);
  return Symbol.asyncIterator in answer ? read(answer, call.reading) : [await answer];
}

function signalAfter(milliseconds: number): AbortSignal {
  if (milliseconds < 0) return AbortSignal.abort(new Error("A caller's own reason."));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** More pages than any test has. Ends a read that the service would continue forever. */
const maxPages = 20;

async function read(pages: Pages, reading: Reading): Promise<unknown[]> {
  const tuples: unknown[] = [];
  if (reading === "and leaves at once") {
    await pages.return();
  } else if (reading === "and leaves in flight") {
    const first = pages.next();
    await pages.return();
    tuples.push((await first).value);
  } else if (reading === "all at once") {
    const results = await Promise.all([pages.next(), pages.next(), pages.next()]);
    tuples.push(...results.filter(({ done }) => done !== true).map(({ value }) => value));
    await pages.return();
  } else {
    for await (const tuple of pages) {
      if (tuples.push(tuple) === (reading === "to the end" ? maxPages : 1)) break;
    }
  }
  return tuples;
}
