import type { CallOptions } from "../../../client/index.ts";
import { isSingle } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { LocalizedContents } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import { readLocalizations } from "../../reading/documentReader.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { differingAttributes } from "../../documents/versionDifferences.ts";
import { withRouteKnowledge } from "../../reading/routeProbe.ts";
import { draftOf } from "../../documents/reader.ts";
import type { Draft, SnapshotWithStatus } from "../../documents/reader.ts";

/** A document with all of its localizations. */
export interface WholeDocument {
  /** The localization that was previewed. */
  readonly now: Draft;
  /** The drafts of all localizations. */
  readonly drafts: readonly Draft[];
  /** The published versions that differ from their drafts. */
  readonly published: readonly Draft[];
}

/** Reads every localization of a document completely. */
export async function readWholeDocument(
  service: TypedService,
  address: Address,
  preview: Pick<SnapshotWithStatus, "facts" | "published">,
  signal?: AbortSignal,
): Promise<Outcome<WholeDocument, ChangeFailure>> {
  const options = signal ? { signal } : {};
  const [unread, rows] = await readLocalizations(service, address, { status: "draft" }, options);
  if (unread) return failed(unread);
  const drafts = rows.map((row) => {
    // A list of all locales does not name the other localizations of each row.
    const localizations = rows.filter((other) => other !== row);
    return draftOfRow({ ...row, localizations }, address, service);
  });
  const now = drafts.find(({ facts }) => facts.locale === preview.facts.locale);
  if (!now) return failed({ code: isSingle(address) ? "nothing-yet" : "gone" });
  const [blind, published] =
    preview.published.length > 0
      ? await readPublishedVersions(service, address, drafts, options)
      : done([]);
  return blind ? failed(blind) : done({ now, drafts, published });
}

async function readPublishedVersions(
  service: TypedService,
  address: Address,
  drafts: readonly Draft[],
  options: CallOptions,
): Promise<Outcome<readonly Draft[], ChangeFailure>> {
  const [unread, rows] = await readLocalizations(
    service,
    address,
    { status: "published" },
    options,
  );
  if (unread) return failed(unread);
  const live = rows.map((row) => draftOfRow(row, address, service));
  return done(
    live.filter(({ content: before, facts }) => {
      const draft = drafts.find((one) => one.facts.locale === facts.locale);
      return !draft || differingAttributes({ before, after: draft.content }, service).length > 0;
    }),
  );
}

function draftOfRow(row: JsonObject, address: Address, service: TypedService): Draft {
  const locale = textIn(row, "locale");
  const there = { ...address, ...(service.type.localized && locale && { locale }) };
  return draftOf(there, withRouteKnowledge(service), row);
}

/** The contents of localizations, in the form of the journal. */
export const contentsOf = (drafts: readonly Draft[]): LocalizedContents =>
  Object.fromEntries(
    drafts.map(({ content, facts }) => [
      typeof facts.locale === "string" ? facts.locale : noLocale,
      content,
    ]),
  );
