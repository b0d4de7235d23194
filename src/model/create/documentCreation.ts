import { isNew, isSingle, type Address } from "../foundation/address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { LocalizedContents, Journal, NewJournalEntry } from "../journal/journal.ts";
import { contentsOf, localizationAddress, noLocale } from "../journal/journalEntry.ts";
import { writeRecorded } from "../writing/recordedWrite.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { readLocalizations } from "../reading/documentReader.ts";
import { PendingValue } from "../foundation/asyncSteps.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import { recreatableContent, withoutTargets } from "./recreatableContent.ts";
import type { Draft } from "../documents/snapshotReader.ts";
import { joinReports, changeReportOf, type ChangeReport } from "../writing/changeReport.ts";
import type { WriteResult } from "../writing/writer.ts";
import type { CreationTarget } from "../writing/createdDraft.ts";
import { createAndVerify, type LaterVerification } from "../writing/localizationWriter.ts";
import { referencesIn, type Reference } from "../content/references.ts";
import { publicationStatusOf } from "../content/publicationStatus.ts";

export interface RecreatedDocument {
  /** The address of the given locale, by default of the first one. */
  readonly address: Address;
  /** A new documentId, also for a single type: references to the old one find nothing. */
  readonly documentId: string;
  /**
   * Content that could not be recreated: relations whose target was deleted or belongs to another
   * document, and attributes that the type no longer has. Such as `category (Travel)`.
   */
  readonly omitted: readonly string[];
  readonly report: ChangeReport;
}

/** A document on the service, and the keys of the localizations that it has. */
export interface ExistingDocument {
  readonly documentId: string;
  readonly locales: readonly string[];
}

/** Reads which localizations of a document have a draft; undefined if there are none. */
export async function readExisting(
  service: TypedService,
  address: Address,
): ChangeResult<ExistingDocument | undefined> {
  const [failure, rows] = await readLocalizations(service, address, { status: "draft" });
  if (failure) return failed(failure);
  const [row] = rows;
  const localeOf = (localization: JsonObject) =>
    (service.type.localized && textIn(localization, "locale")) || noLocale;
  return done(row && { documentId: textIn(row, "documentId"), locales: rows.map(localeOf) });
}

/**
 * Creates a document from contents, as drafts. A POST creates the first locale, and the others are
 * added to that document. All are added to an existing document that lacks them (`existingId`). If
 * a request fails after the first locale, the failure is `half-made`. The journal records the
 * created locales, even if others failed.
 */
export async function createDocument(
  service: TypedService,
  request: Pick<NewJournalEntry, "address" | "title" | "undoes"> & {
    readonly contents: LocalizedContents;
    readonly existingId: string | undefined;
  },
  journal: Journal,
): ChangeResult<RecreatedDocument> {
  const { title, contents, existingId, undoes } = request;
  const { locale: givenLocale, ...address } = request.address;
  const created: CreatedLocalization[] = [];
  const createAll = async (): ChangeResult<RecreatedDocument> => {
    let documentId = existingId;
    // The default locale comes first, as in most documents.
    const { defaultLocale } = service.catalog;
    const locales = Object.keys(contents).sort(
      (a, b) => Number(b === defaultLocale) - Number(a === defaultLocale),
    );
    for (const [at, locale] of locales.entries()) {
      const target = { service, address: localizationAddress(address, locale), documentId };
      const [failure, localization] = await createLocalization(target, contents[locale] ?? {});
      if (failure) {
        if (documentId === undefined) return failed(failure);
        const missing = locales.slice(at);
        return failed({ code: "half-made", documentId, missing, cause: failure });
      }
      documentId = localization.documentId;
      created.push(localization);
    }
    const createdLocales = [givenLocale, ...created.map(({ draft }) => draft.facts.locale)];
    const locale = createdLocales.find((code) => typeof code === "string");
    const id = isSingle(address) ? address.id : (documentId ?? "");
    return done({
      address: { ...address, id, ...(locale && { locale }) },
      documentId: documentId ?? "",
      omitted: [...new Set(created.flatMap(({ omitted }) => omitted))],
      report: joinReports(created.map(({ report }) => report)),
    });
  };
  const entry = { action: "restore", address, title, after: contents, undoes } as const;
  const [failure, outcome] = await writeRecorded(journal, entry, service, {
    send: async () => {
      const result = await createAll();
      return result[0] && created.length === 0 ? failed(result[0]) : done(result);
    },
    after: () => contentsOf(created.map(({ draft }) => draft)),
  });
  return failure ? failed(failure) : outcome;
}

/** Adds the locale of its address to a document, or creates one. Creates all of it or nothing. */
export async function createDraft(
  service: TypedService,
  address: Address,
  content: JsonObject,
  later?: LaterVerification,
): ChangeResult<WriteResult> {
  const documentId = isNew(address) || isSingle(address) ? undefined : address.id;
  const creation = { service, address, documentId, content, later };
  const [failure, createdDraft] = await createAndVerify(creation);
  if (failure) return failed(failure);
  const { row, draft, writtenContent, deviations, unread: unverified } = createdDraft;
  const publication = PendingValue.of(publicationStatusOf(row, [], service.type));
  const snapshot = { ...draft, publication };
  return done({
    snapshot,
    writtenContent,
    expected: content,
    report: changeReportOf({ sent: attributesIn(content, service), deviations, unverified }),
  });
}

const attributesIn = (content: JsonObject, { type }: TypedService): string[] =>
  Object.keys(content).filter((name) => type.attributes.has(name));

type CreatedLocalization = Omit<RecreatedDocument, "address"> & { readonly draft: Draft };

/** Omits what can't be recreated. The service names a missing target and writes nothing. */
async function createLocalization(
  target: CreationTarget,
  originalContent: JsonObject,
): ChangeResult<CreatedLocalization> {
  const address = { ...target.address, id: target.documentId ?? "" };
  const { service } = target;
  const [blind, possibleContent] = await recreatableContent(service, address, originalContent);
  if (blind) return failed(blind);
  const references = referencesIn(possibleContent.content, service);
  const missingIds = new Set<string>();
  for (;;) {
    const { content, omitted } = withoutTargets(possibleContent, missingIds, service);
    const [failure, createdDraft] = await createAndVerify({ ...target, content });
    if (!failure) {
      const { documentId, draft, deviations } = createdDraft;
      const report = changeReportOf({ sent: attributesIn(content, service), deviations });
      return done({ documentId, draft, omitted, report });
    }
    const isMissing = ({ documentId }: Reference) =>
      failure.code === "no-such-file"
        ? failure.documentIds.includes(documentId)
        : failure.code === "service" &&
          failure.error.name === "ValidationError" &&
          failure.error.message.includes(documentId);
    const missing = references.find(isMissing);
    if (!missing || missingIds.has(missing.documentId)) return failed(failure);
    missingIds.add(missing.documentId);
  }
}
