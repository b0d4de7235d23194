import assert from "node:assert/strict";
import type { VersionDifferences } from "../../../src/model/documents/versionDifferences.ts";
import type { CopyPlan } from "../../../src/model/copy/copyPlan.ts";
import type { CopyResult } from "../../../src/model/copy/copyRun.ts";
import type { CopyItem } from "../../../src/model/copy/copySource.ts";
import type { DocumentPairs, Sides } from "../../../src/model/compare/documentPairs.ts";
import type { Service } from "../../support/service.ts";
import { Database } from "../database.ts";
import type { Contents } from "../database.ts";
import { nameOf } from "../databaseEntities.ts";

type Columns = ReadonlyMap<string, string>;

/** What the service keeps about a row. */
const ofRow = new Set(
  [
    ...["documentId", "locale", "createdAt", "updatedAt", "publishedAt"],
    ...["createdById", "updatedById", "createdBy", "updatedBy"],
  ].map(nameOf),
);

/** Secrets and relations to users, which a copy never writes. */
const secrets = ["previewPassword", "internalNote", "editor", "account"].map(nameOf);

export const notCopied = new Set([...ofRow, ...secrets]);

/** Attributes of articles that all localizations share. */
const shared = new Set(
  ["code", "kind", "featured", "readingMinutes", "rating", "latitude", "longitude", "archiveNumber"]
    .concat(["issueDate", "broadcastTime", "embargoUntil", "contactEmail", "cover", "gallery"])
    .map(nameOf),
);

/** The contents of both databases, read without the project's code. */
export class TwoDatabases {
  readonly #databases: Sides<Database>;

  private constructor(databases: Sides<Database>) {
    this.#databases = databases;
  }

  static async open({ from, to }: Sides<Service>): Promise<TwoDatabases> {
    return new TwoDatabases({ from: await Database.open(from), to: await Database.open(to) });
  }

  async read(): Promise<Sides<Contents>> {
    const { from, to } = this.#databases;
    return { from: await from.read(), to: await to.read() };
  }

  tableOf(uid: string): string {
    return this.#databases.to.tableOf(uid);
  }

  async close(): Promise<void> {
    await this.#databases.from.close();
    await this.#databases.to.close();
  }
}

interface Copied {
  readonly databases: TwoDatabases;
  readonly before: Sides<Contents>;
  readonly after: Sides<Contents>;
  readonly plan: CopyPlan;
  readonly result: CopyResult;
  readonly pairs: DocumentPairs;
  /** Attributes that the source's token may be unable to read. */
  readonly unread?: ReadonlySet<string>;
}

type Allowed = Map<string, ReadonlySet<string> | "all">;

/** Asserts that the target has what the plan says, and that nothing else has changed. */
export function assertAsPlanned(copied: Copied): void {
  const { databases, before, after, result, pairs } = copied;
  assertSame(after.from, before.from, "The source has changed.");
  const translate = translator(after, pairs);
  const allowed: Allowed = new Map();
  for (const { item, outcome } of result.items) {
    if (outcome === "done") assertCopied(item, copied, { translate, allowed });
  }
  for (const { item, outcome } of result.published) {
    if (outcome !== "done") continue;
    const table = databases.tableOf(item.document.type);
    const keyPrefix = `${table}/${translate.idOf(item.document.fromId)}/${item.locale ?? "-"}`;
    for (const version of ["published", "draft"]) allowed.set(`${keyPrefix}/${version}`, "all");
  }
  assertOnly(allowed, { before: before.to, after: after.to });
}

interface Expected {
  readonly translate: Translator;
  readonly allowed: Allowed;
}

/** Asserts that a document has the planned values, and notes what may have changed. */
function assertCopied(
  { document, locale = "-" }: CopyItem,
  { databases, before, after, plan, unread }: Copied,
  { translate, allowed }: Expected,
): void {
  const part = document.parts.find((candidate) => (candidate.locale ?? "-") === locale);
  const table = databases.tableOf(document.type);
  const toId = translate.idOf(document.fromId);
  const fromKey = keyIn(after.from, [table, document.fromId, locale, plan.version]);
  const toKey = keyIn(after.to, [table, toId, locale, "draft"]);
  const [from, to] = [after.from.get(fromKey), after.to.get(toKey)];
  assert.ok(from && to, `${document.type} ${document.fromId} ${locale} is not there.`);
  const columns = part?.names && new Set(part.names.map(nameOf));
  const keptColumns = keptOf(unread, to, before.to.get(toKey));
  assertEqual({ from, to }, { columns, keptColumns, translate });
  allowed.set(toKey, columns ?? "all");
  const others = [...(columns ?? shared)].filter((name) => shared.has(name));
  const drafts = [...before.to.keys()].filter(
    (key) => key.startsWith(`${table}/${toId}/`) && key.endsWith("/draft"),
  );
  for (const key of drafts) {
    const allowedColumns = allowed.get(key) ?? new Set();
    if (allowedColumns !== "all") allowed.set(key, new Set([...allowedColumns, ...others]));
  }
}

/** Those of the attributes that have the values from before the copy. */
const keptOf = (
  names: ReadonlySet<string> | undefined,
  now: Columns,
  before: Columns = new Map(),
): ReadonlySet<string> =>
  new Set([...(names ?? [])].filter((name) => valueIn(now, name) === valueIn(before, name)));

interface Comparable {
  /** Absent if all attributes are copied. */
  readonly columns: ReadonlySet<string> | undefined;
  readonly keptColumns: ReadonlySet<string>;
  readonly translate: Translator;
}

function assertEqual(
  { from, to }: Sides<Columns>,
  { columns, keptColumns, translate }: Comparable,
): void {
  const all = [...new Set([...from.keys(), ...to.keys()])].filter(
    (column) =>
      !notCopied.has(column) && !keptColumns.has(column) && columns?.has(column) !== false,
  );
  for (const column of all) {
    assert.equal(valueIn(to, column), translate.text(valueIn(from, column)), column);
  }
}

const valueIn = (columns: Columns, name: string): string => columns.get(name) ?? "null";

function assertOnly(
  allowed: ReadonlyMap<string, ReadonlySet<string> | "all">,
  { before, after }: Readonly<Record<"before" | "after", Contents>>,
): void {
  for (const [key, columns] of before) {
    const now = after.get(key);
    assert.ok(now, `${key} was deleted.`);
    const may = allowed.get(key);
    if (may === "all") {
      assertUntouched(columns, now, key);
      continue;
    }
    for (const column of new Set([...columns.keys(), ...now.keys()])) {
      if (may && (may.has(column) || column === "updated_at")) continue;
      assert.equal(now.get(column), columns.get(column), `${key}: ${column} has changed.`);
    }
  }
  for (const [key, columns] of after) {
    // The service makes a folder for the first upload.
    if (before.has(key) || /^(files|upload_folders)\//.test(key)) continue;
    assert.ok(allowed.has(key), `${key} was created, although it was not planned.`);
    assertUntouched(new Map(), columns, key);
  }
}

/** Asserts that passwords, private attributes and users are as they were, or not set. */
function assertUntouched(before: Columns, now: Columns, key: string): void {
  for (const name of secrets) {
    assert.equal(now.get(name) ?? "null", before.get(name) ?? "null", `${key}: ${name}`);
  }
}

/** Asserts that two databases have the same content, but for the times of changes if wanted. */
export function assertSame(
  now: Contents,
  before: Contents,
  message: string,
  ignored: readonly string[] = [],
): void {
  const isIgnored = (key: string): boolean => ignored.some((prefix) => key.startsWith(prefix));
  for (const key of new Set([...now.keys(), ...before.keys()])) {
    if (isIgnored(key)) continue;
    const skip = ignored.includes("updated_at") ? [...ignored, "updated_by_id"] : [];
    const columnsOf = (all: Contents): object =>
      Object.fromEntries([...(all.get(key) ?? [])].filter(([name]) => !skip.includes(name)));
    assert.deepEqual(columnsOf(now), columnsOf(before), `${message} ${key}`);
  }
}

/**
 * Asserts that each published document has the relations of its draft, as far as their targets are
 * published, or that the result names what it lacks.
 */
export function assertPublished({ databases, after, result, pairs }: Omit<Copied, "before">): void {
  const translate = translator(after, pairs);
  for (const { item, outcome, compared } of result.published) {
    if (outcome !== "done") continue;
    const table = databases.tableOf(item.document.type);
    const keyPrefix = `${table}/${translate.idOf(item.document.fromId)}/${item.locale ?? "-"}`;
    const [draft, live] = [
      after.to.get(`${keyPrefix}/draft`),
      after.to.get(`${keyPrefix}/published`),
    ];
    assert.ok(draft && live, `${keyPrefix} is not published.`);
    const named = namesIn(compared?.[1]);
    for (const column of new Set([...draft.keys(), ...live.keys()])) {
      if (ofRow.has(column) || named.has(column)) continue;
      const expected = publishedPart(JSON.parse(valueIn(draft, column)), after.to);
      const now: unknown = JSON.parse(valueIn(live, column));
      assert.deepEqual(now, expected, `${keyPrefix}: ${column} is not published as in the draft.`);
    }
  }
}

/** The columns that a result names, because the service loses their relations at every publish. */
const namesIn = (differences: VersionDifferences | null | undefined): ReadonlySet<string> =>
  new Set(
    [
      ...(differences?.attributes ?? []),
      ...(differences?.missingRelations ?? []).map(({ reference }) => reference.path),
    ].map((path) => nameOf(/^\w+/.exec(path)?.[0])),
  );

/** A value of a draft, with the published versions of its relations' targets. */
function publishedPart(value: unknown, contents: Contents): unknown {
  if (Array.isArray(value)) {
    const all = value.flatMap((item: unknown) => publishedPart(item, contents) ?? []);
    return all.length > 0 || value.length === 0 ? all : null;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).flatMap(([name, inner]) => {
      const part = publishedPart(inner, contents);
      return Array.isArray(inner) && part === null ? [] : [[name, part]];
    });
    return Object.fromEntries(entries);
  }
  if (typeof value !== "string" || !/^\w+\/\w{24}\/[\w-]+\/draft$/.test(value)) return value;
  const live = value.replace(/draft$/, "published");
  return contents.has(live) ? live : null;
}

function keyIn(contents: Contents, keyParts: readonly [string, string, string, string]): string {
  const key = keyParts.join("/");
  // Types without drafts have only published versions.
  return contents.has(key) ? key : [...keyParts.slice(0, 3), "published"].join("/");
}

interface Translator {
  idOf(fromId: string): string;
  text(text: string): string;
}

/** What two services have in common of a document or file: its table, and its slug or name. */
function commonNameOf(key: string, columns: Columns): string | undefined {
  const [table = ""] = key.split("/");
  if (table === "homepages") return table;
  const commonName = columns.get(table === "files" ? "name" : "slug");
  return commonName === undefined ? undefined : `${table} ${commonName}`;
}

const idIn = (key: string): string => key.split("/")[1] ?? "";

/** How the target calls the documents and files of the source: by slug, by name, or by pair. */
function translator(contents: Sides<Contents>, pairs: DocumentPairs): Translator {
  const targets = targetsByName(contents.to);
  const ids = new Map<string, string>();
  const urls = new Map<string, string>();
  for (const [key, columns] of contents.from) {
    const candidates = [...(targets.get(commonNameOf(key, columns) ?? "") ?? [])];
    const pair = pairs.counterpart("from", "api::article.article", idIn(key));
    const [id, url = ""] = candidates.length === 1 ? (candidates[0] ?? []) : [];
    const targetId = pair ?? id;
    if (targetId !== undefined) ids.set(idIn(key), targetId);
    if (url !== "") urls.set(unquoted(columns.get("url")), unquoted(url));
  }
  return {
    idOf: (fromId) => ids.get(fromId) ?? `nothing for ${fromId}`,
    text: (text) =>
      [...urls].reduce(
        (translated, [from, to]) => translated.replaceAll(from, to),
        text.replaceAll(/\b[a-z0-9]{24}\b/g, (id) => ids.get(id) ?? id),
      ),
  };
}

/** The ids and URLs of all documents and files with a name. */
function targetsByName(contents: Contents): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const targets = new Map<string, Map<string, string>>();
  for (const [key, columns] of contents) {
    const name = commonNameOf(key, columns);
    if (name === undefined) continue;
    const urlsById = targets.get(name) ?? new Map<string, string>();
    targets.set(name, urlsById.set(idIn(key), columns.get("url") ?? ""));
  }
  return targets;
}

const unquoted = (text = ""): string => text.slice(1, -1);
