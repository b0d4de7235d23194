import { isSingle } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { fromText } from "../../content/documentText.ts";
import type { LocalizedContents, Journal } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import { differingAttributes } from "../../documents/versionDifferences.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeDependencies } from "../changeDependencies.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { createDocument, readExisting } from "../creating/creation.ts";
import type { ExistingDocument, RecreationRequest } from "../creating/creation.ts";
import type { RestoredDocument } from "./restore.ts";
import { titleOf } from "../../documents/reader.ts";
import { lackingPaths, nothingUnread } from "../../content/unreadAttributes.ts";

/**
 * Recreates a document that another client deleted while it was edited: from its text, as a draft, with the known contents of the other
 * locales. `isTried`: the text comes from an earlier attempt, which ended with `half-made`.
 */
export async function recreate(
  address: Address,
  text: string,
  parts: ChangeDependencies,
  isTried = false,
): Promise<Outcome<RestoredDocument, ChangeFailure>> {
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const [unknown, service] = await parts.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  // The text of an earlier attempt may differ from what that attempt created.
  const textToCompare = isTried ? undefined : content;
  const [blind, there] = await findExisting(address, textToCompare, service, parts.journal);
  if (blind) return failed(blind);
  const title = titleOf(content, service.type);
  const again = { address, title, ...(await missingContents(address, content, there, parts)) };
  const [failure, created] = await createDocument(service, again, parts.journal);
  parts.content.refresh(address);
  if (failure) return failed(failure);
  const id = isSingle(address) ? address.id : created.documentId;
  const snapshot = parts.documents.editorSnapshot(address);
  const unread = lackingPaths(content, service, snapshot?.unread ?? nothingUnread);
  const { documentId, omitted, report } = created;
  return done({ address: { ...address, id }, documentId, omitted, unread, report });
}

/** The contents of the locales that the existing document lacks, and its documentId. */
async function missingContents(
  address: Address,
  content: JsonObject,
  there: ExistingDocument | undefined,
  parts: ChangeDependencies,
): Promise<Pick<RecreationRequest, "contents" | "existingId">> {
  // If only this localization was deleted, the others are not recreated.
  const others = there?.documentId === address.id ? {} : await knownLocales(address, parts);
  const known = Object.entries({ ...others, [address.locale ?? noLocale]: content });
  const missing = known.filter(([locale]) => !there?.locales.includes(locale));
  return { contents: Object.fromEntries(missing), existingId: there?.documentId };
}

interface EarlierAttempt {
  readonly id: string;
  /** The contents of the attempt; absent for the document itself. */
  readonly contents?: LocalizedContents;
}

/**
 * Finds the document under its own documentId or the one from an earlier attempt. Fails with
 * `made-before` if the content, if there is one, differs from the contents of that attempt.
 */
async function findExisting(
  address: Address,
  content: JsonObject | undefined,
  service: TypedService,
  journal: Journal,
): Promise<Outcome<ExistingDocument | undefined, ChangeFailure>> {
  const ways: EarlierAttempt[] = [{ id: address.id }, ...(await earlierAttempts(address, journal))];
  for (const attempt of ways) {
    const [unread, there] = await readExisting(service, { ...address, id: attempt.id });
    if (unread) return failed(unread);
    if (!there) continue;
    return content && differsFromAttempt({ ...attempt, ...there }, content, address, service)
      ? failed({ code: "made-before", documentId: there.documentId })
      : done(there);
  }
  return done(undefined);
}

/** Returns whether an earlier attempt created the text's locale with other content. */
function differsFromAttempt(
  { contents, locales }: EarlierAttempt & ExistingDocument,
  content: JsonObject,
  { locale = noLocale }: Address,
  service: TypedService,
): boolean {
  if (!contents || !locales.includes(locale)) return false;
  const before = contents[locale];
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
