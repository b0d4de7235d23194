import { isSingle, type Address } from "../foundation/address.ts";
import { findCreated } from "../writing/createdDraft.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { createDocument, readExisting } from "../create/documentCreation.ts";
import type { ExistingDocument, RecreatedDocument } from "../create/documentCreation.ts";
import type { LocalizedContents, JournalEntry, Journal } from "../journal/journal.ts";
import { localizationAddress, noLocale } from "../journal/journalEntry.ts";
import { isArray, isObject, omit, ownIn, pick, textIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { entriesByIdentity, entryIdentity, withKnownIds } from "../content/componentIds.ts";
import { isSameComponent } from "../writing/sentValues.ts";
import { learnRecorded } from "../documents/hiddenContent.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import {
  exceptOmitted,
  lackingPaths,
  unreadIn,
  nothingUnread,
} from "../content/unreadAttributes.ts";
import { isComponent, isShared, serviceOwned, componentSchema } from "../schemas/catalog.ts";
import type { TypeInCatalog, ContentSchema } from "../schemas/catalog.ts";
import { fromText } from "../content/documentText.ts";
import { differingAttributes } from "../documents/versionDifferences.ts";
import { titleOf } from "../documents/snapshotReader.ts";

export interface RestoredDocument extends RecreatedDocument {
  /** Paths that the service did not return when the document was deleted, or does not accept. */
  readonly unread: readonly string[];
}

/**
 * Recreates a deleted document in all of its locales, as drafts. If only one localization was
 * deleted, adds it to its document again, as a draft. If an earlier restore failed partly, adds the
 * missing locales.
 */
export async function restoreDeleted(
  entry: JournalEntry,
  dependencies: ChangeDependencies,
): ChangeResult<RestoredDocument> {
  const [unrestorable, missing] = await previewRestore(entry, dependencies);
  if (unrestorable) return failed(unrestorable);
  const { service, existing, contents } = missing;
  const { id: undoes, title, address } = entry;
  const request = { address, title, contents, existingId: existing?.documentId, undoes };
  const [failure, restored] = await createDocument(service, request, dependencies.journal);
  dependencies.lists.refresh(address);
  if (failure) return failed(failure);
  const unreadPaths = Object.values(contents).flatMap((content) =>
    lackingPaths(content, service, exceptOmitted(unreadIn(content, service), entry.omitted)),
  );
  return done({ ...restored, unread: [...new Set(unreadPaths)] });
}

/** What a restore would create. Fails with `still-there` if nothing is missing. Writes nothing. */
export async function previewRestore(
  entry: JournalEntry,
  { catalogs, journal }: Pick<ChangeDependencies, "catalogs" | "journal">,
): ChangeResult<{
  readonly service: TypedService;
  readonly existing: ExistingDocument | undefined;
  readonly contents: LocalizedContents;
}> {
  const { address } = entry;
  await learnRecorded(catalogs, address, Object.values(entry.before));
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [blind, existing] = await documentToComplete(entry, service, journal);
  if (blind) return failed(blind);
  const missing = Object.entries(omit(entry.before, existing?.locales ?? []));
  if (missing.length === 0) return failed({ code: "still-there" });
  const { type } = service;
  // An existing document keeps its shared attributes.
  const keepsShared = existing !== undefined && address.locale !== undefined;
  const keptNames = [...type.attributes].flatMap(([name, attribute]) =>
    keepsShared && isShared(attribute, type) ? name : [],
  );
  const contents = missing.map(([locale, content]) => [locale, omit(content, keptNames)] as const);
  return done({ service, existing, contents: Object.fromEntries(contents) });
}

/** Undefined if none exists yet. A single type may have new content, which stays as it is. */
async function documentToComplete(
  entry: JournalEntry,
  service: TypedService,
  journal: Journal,
): ChangeResult<ExistingDocument | undefined> {
  const { id, address } = entry;
  const [failure, current] = await readExisting(service, address);
  if (failure) return failed(failure);
  if (isSingle(address)) return done(current);
  // Only one localization was deleted: adds it to the document again.
  if (current && address.locale !== undefined) return done(current);
  if (current) return failed({ code: "still-there" });
  // An earlier restore may have created the document, at least with some locales.
  const history = await journal.history(address);
  const earlierEntries = history.filter(
    ({ undoes, outcome }) => undoes === id && outcome !== "failed",
  );
  const [documentId] = earlierEntries
    .filter(({ outcome }) => outcome === "done")
    .flatMap(({ after }) => Object.values(after).flatMap(documentIdIn));
  if (documentId) return readExisting(service, { ...address, id: documentId });
  const [uncertainEntry] = earlierEntries;
  for (const [locale, content] of Object.entries(uncertainEntry?.after ?? {})) {
    const localeAddress = localizationAddress(uncertainEntry?.address ?? address, locale);
    const target = { service, address: localeAddress, documentId: undefined };
    const created = await findCreated(target, content, () => false);
    const createdId = created && textIn(created, "documentId");
    if (createdId) return readExisting(service, { ...address, id: createdId });
  }
  return done(undefined);
}

/**
 * Recreates a document that another client deleted while it was edited, as a draft: from its text,
 * with the known contents of the other locales. `isTried`: the text comes from an earlier attempt,
 * which ended with `half-made`.
 */
export async function recreate(
  address: Address,
  text: string,
  dependencies: ChangeDependencies,
  isTried = false,
): ChangeResult<RestoredDocument> {
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const [unknown, service] = await dependencies.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const { journal } = dependencies;
  // The text of an earlier attempt may differ from what that attempt created.
  const textToCompare = isTried ? undefined : content;
  const [blind, existing] = await findExisting(address, textToCompare, service, journal);
  if (blind) return failed(blind);
  const contents = await missingContents(address, content, existing, dependencies);
  const title = titleOf(content, service.type);
  const request = { address, title, contents, existingId: existing?.documentId };
  const [failure, recreated] = await createDocument(service, request, journal);
  dependencies.lists.refresh(address);
  if (failure) return failed(failure);
  const { unread = nothingUnread } = dependencies.documents.editorSnapshot(address) ?? {};
  return done({ ...recreated, unread: lackingPaths(content, service, unread) });
}

async function missingContents(
  address: Address,
  content: JsonObject,
  existing: ExistingDocument | undefined,
  dependencies: ChangeDependencies,
): Promise<LocalizedContents> {
  const contents = new Map<string, JsonObject>();
  const { documents, journal } = dependencies;
  const { locales = [] } = documents.editorSnapshot(address)?.facts ?? {};
  // If only this localization was deleted, the others are not recreated.
  const otherLocales = existing?.documentId === address.id ? [] : locales;
  for (const locale of otherLocales) {
    const localeAddress = { ...address, locale };
    // As an editor has read it, or as this client last wrote it.
    const { content: known } = documents.editorSnapshot(localeAddress) ?? {};
    const history = known ? [] : await journal.history(localeAddress);
    const lastWrite = history.find(({ outcome }) => outcome === "done");
    const otherContent = known ?? lastWrite?.after[locale];
    if (otherContent) contents.set(locale, otherContent);
  }
  contents.set(address.locale ?? noLocale, content);
  return omit(Object.fromEntries(contents), existing?.locales ?? []);
}

/** By its own documentId or an earlier attempt's. `made-before`: that one had other contents. */
async function findExisting(
  address: Address,
  content: JsonObject | undefined,
  service: TypedService,
  journal: Journal,
): ChangeResult<ExistingDocument | undefined> {
  const own = await readExisting(service, address);
  if (own[0] || own[1]) return own;
  const { connection, type, id, locale = noLocale } = address;
  const history = await journal.history({ connection, type, id });
  // Newest first. A failed attempt does not tell which contents it created.
  const attempts = history.flatMap(({ action, outcome, after }) =>
    action === "restore" && outcome === "done" ? Object.entries(after) : [],
  );
  const [documentId] = attempts.flatMap(([, created]) => documentIdIn(created));
  if (documentId === undefined) return done(undefined);
  const earlier = await readExisting(service, { ...address, id: documentId });
  if (!content || !earlier[1]?.locales.includes(locale)) return earlier;
  const isOfLocale = ([name, created]: (typeof attempts)[number]) =>
    name === locale && documentIdIn(created)[0] === documentId;
  const [, before] = attempts.find(isOfLocale) ?? [];
  const isSame = before && differingAttributes({ before, after: content }, service).length === 0;
  return isSame ? earlier : failed({ code: "made-before", documentId: earlier[1].documentId });
}

const documentIdIn = ({ $: facts = null }: JsonObject): string[] =>
  isObject(facts) ? [textIn(facts, "documentId")] : [];

/** Values that the earlier content lacks, or that the service owns, stay as they are. */
export function restoredContent(
  earlierContent: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
): JsonObject {
  const ownedNames = [...serviceOwned].filter((name) => !shape.type.attributes.has(name));
  const completedContent = {
    ...withMissingKeys(earlierContent, now, shape),
    ...pick(now, ownedNames),
  };
  const {
    $schema: schema = null,
    $: facts = null,
    ...content
  } = withKnownIds(completedContent, now, shape);
  return {
    ...content,
    ...(schema !== null && { $schema: now["$schema"] ?? schema }),
    ...(facts !== null && { $: now["$"] ?? facts }),
  };
}

function withMissingKeys(
  earlierContent: JsonObject,
  now: JsonObject,
  schema: ContentSchema,
): JsonObject {
  const entries = Object.entries(earlierContent).map(([name, value]): [string, Json] => {
    const attribute = schema.type.attributes.get(name);
    if (!attribute || !isComponent(attribute)) return [name, value];
    const currentEntries = entriesByIdentity([ownIn(now, name) ?? []].flat());
    const completed = (item: Json): Json => {
      const current = currentEntries.get(entryIdentity(item)) ?? null;
      return isObject(item) && isObject(current) && isSameComponent(current, item)
        ? withMissingKeys(item, current, componentSchema(attribute, item, schema))
        : item;
    };
    return [name, isArray(value) ? value.map(completed) : completed(value)];
  });
  return { ...Object.fromEntries(entries), ...omit(now, Object.keys(earlierContent)) };
}
