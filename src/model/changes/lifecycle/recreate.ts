import { isSingle } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { fromText } from "../../content/documentText.ts";
import type { LocalizedContents, Journal } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import { readLocalizations } from "../../reading/documentReader.ts";
import { differingAttributes } from "../../documents/versionDifferences.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeDependencies } from "../changeDependencies.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { createDocument } from "../creating/creation.ts";
import { titleOf } from "../../documents/reader.ts";
import { lackingPaths, nothingUnread } from "../../content/unreadAttributes.ts";

/** A recreated document that another client deleted while it was edited. */
export interface RecreatedDocument {
  readonly address: Address;
  /** Content that could not be recreated, such as `category (Travel)`. */
  readonly omitted: readonly string[];
  /** Paths of the deleted document that could not be read. */
  readonly unread: readonly string[];
}

/**
 * Recreates a deleted document from a text, as a draft, with the known contents of the other
 * locales. `isTried`: the text comes from an earlier attempt, which ended with `half-made`.
 */
export async function recreate(
  address: Address,
  text: string,
  parts: ChangeDependencies,
  isTried = false,
): Promise<Outcome<RecreatedDocument, ChangeFailure>> {
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const [unknown, service] = await parts.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [blind, again] = await missingContents(address, { content, service, isTried, parts });
  if (blind) return failed(blind);
  const title = titleOf(content, service.type);
  const [failure, created] = await createDocument(
    service,
    { address, title, ...again },
    parts.journal,
  );
  parts.content.refresh(address);
  if (failure) return failed(failure);
  const id = isSingle(address) ? address.id : created.documentId;
  const { unread: unreadParts = nothingUnread } = parts.documents.editorSnapshot(address) ?? {};
  const unread = lackingPaths(content, service, unreadParts);
  return done({ address: { ...address, id }, omitted: created.omitted, unread });
}

interface RecreateContext {
  readonly content: JsonObject;
  readonly service: TypedService;
  /** Whether the earlier attempt used this text. */
  readonly isTried: boolean;
  readonly parts: ChangeDependencies;
}

interface MissingLocales {
  readonly contents: LocalizedContents;
  /** The documentId of the existing document. */
  readonly existingId: string | undefined;
}

/** The contents to create, and the document to add them to. */
async function missingContents(
  address: Address,
  context: RecreateContext,
): Promise<Outcome<MissingLocales, ChangeFailure>> {
  const { content, parts } = context;
  const [failure, there] = await findExisting(address, context);
  if (failure) return failed(failure);
  // If only this localization was deleted, the others are not recreated.
  const others = there?.id === address.id ? {} : await knownLocales(address, parts);
  const contents = Object.entries({ ...others, [address.locale ?? noLocale]: content });
  const missing = contents.filter(([locale]) => there?.locales.includes(locale) !== true);
  return done({ contents: Object.fromEntries(missing), existingId: there?.id });
}

interface ExistingDocument {
  readonly id: string;
  readonly locales: readonly string[];
}

interface EarlierAttempt {
  readonly id: string;
  /** The contents of the attempt; absent for the document itself. */
  readonly contents?: LocalizedContents;
}

/**
 * Finds the document under its own documentId or the one from an earlier attempt. Fails with
 * `made-before` if the text differs from the contents of that attempt.
 */
async function findExisting(
  address: Address,
  context: RecreateContext,
): Promise<Outcome<ExistingDocument | undefined, ChangeFailure>> {
  const { service, parts } = context;
  const ways: EarlierAttempt[] = [
    { id: address.id },
    ...(await earlierAttempts(address, parts.journal)),
  ];
  for (const attempt of ways) {
    const which = { status: "draft" } as const;
    const [unread, rows] = await readLocalizations(service, { ...address, id: attempt.id }, which);
    if (unread) return failed(unread);
    const [row] = rows;
    if (!row) continue;
    const there = { id: textIn(row, "documentId"), locales: rows.map(localeIn) };
    return differsFromAttempt(attempt, there, address, context)
      ? failed({ code: "made-before", documentId: there.id })
      : done(there);
  }
  return done(undefined);
}

/** Returns whether an earlier attempt created the text's locale with other content. */
function differsFromAttempt(
  { contents }: EarlierAttempt,
  { locales }: ExistingDocument,
  address: Address,
  { content, service, isTried }: RecreateContext,
): boolean {
  const own = address.locale ?? noLocale;
  if (!contents || isTried || !locales.includes(own)) return false;
  const before = contents[own];
  return !before || differingAttributes({ before, after: content }, service).length > 0;
}

async function earlierAttempts(
  { connection, type, id }: Address,
  journal: Journal,
): Promise<readonly EarlierAttempt[]> {
  const history = await journal.history({ connection, type, id });
  // A failed attempt does not tell which contents it created.
  const made = history.flatMap(({ action, outcome, after }) =>
    action === "restore" && outcome === "done" ? Object.entries(after) : [],
  );
  const [attempt] = made.flatMap(([, content]) => documentIdIn(content));
  if (attempt === undefined) return [];
  const own = made.filter(([, content]) => documentIdIn(content)[0] === attempt);
  // The newest entries come first. After the reversal, the newest content of a locale wins.
  return [{ id: attempt, contents: Object.fromEntries(own.reverse()) }];
}

const documentIdIn = ({ $: facts = null }: JsonObject): string[] =>
  isObject(facts) ? [textIn(facts, "documentId")] : [];

const localeIn = (row: JsonObject): string => textIn(row, "locale") || noLocale;

/** The contents of the other locales, as editors have read them or this client last wrote them. */
async function knownLocales(
  address: Address,
  { documents, journal }: ChangeDependencies,
): Promise<LocalizedContents> {
  const { locales = [] } = documents.editorSnapshot(address)?.facts ?? {};
  const known = new Map<string, JsonObject>();
  for (const locale of locales) {
    const there = { ...address, locale };
    const content = documents.editorSnapshot(there)?.content ?? (await lastWritten(there, journal));
    if (content) known.set(locale, content);
  }
  return Object.fromEntries(known);
}

async function lastWritten(
  address: Address & { readonly locale: string },
  journal: Journal,
): Promise<JsonObject | undefined> {
  const history = await journal.history(address);
  return history.find(({ outcome }) => outcome === "done")?.after[address.locale];
}
