import type { Address } from "../foundation/address.ts";
import { isComponent, isShared } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { pick, textIn } from "../foundation/json.ts";
import { readLocalizationParts, readLocalizations } from "../reading/documentReader.ts";
import { sendDraft } from "./draftWriter.ts";
import { changeTimesIn, draftOf } from "../documents/snapshotReader.ts";
import type { Draft, Snapshot } from "../documents/snapshotReader.ts";
import { sendsAllFields } from "./changedFields.ts";
import type { DocumentWrite } from "./changedFields.ts";
import { toRequestData } from "./serviceForm.ts";
import { verify } from "./verification.ts";

/**
 * Copies shared attributes that a write has changed to the drafts of other localizations that the
 * service did not update. Returns whether it sent any. The service copies them itself, with two
 * exceptions. It copies nothing if the written values equal a row of the document; on PostgreSQL
 * and MariaDB that row may be the published version, so an undo reaches one localization only. On
 * MariaDB, it answers 500 if its writes of two localizations block each other. A draft that has
 * changed since is not written. Shared components are not copied: they may hold attributes that
 * can't be read.
 */
export async function copyShared(
  { service, address, data, before }: DocumentWrite,
  after: Snapshot,
): Promise<boolean> {
  const { type } = service;
  const names = Object.keys(data).filter((name) => {
    const attribute = type.attributes.get(name);
    const isCopied = attribute && isShared(attribute, type) && !isComponent(attribute);
    return isCopied && !after.unread.has(name);
  });
  const changeTimes = changeTimesIn(before.localeVersions);
  const isOrdered = service.capabilities.database === "sqlite";
  const isKnown = service.catalog.source !== "inferred";
  if (!isKnown || names.length === 0 || changeTimes.size < 2 || isOrdered) return false;
  let isSent = false;
  for (const [localeAddress, draft] of await readSharedDrafts(service, address, names)) {
    const { locale } = localeAddress;
    const isOther = locale !== before.facts.locale;
    if (!isOther || changeTimes.get(locale) !== draft.facts.updatedAt) continue;
    const { deviations } = verify(pick(after.content, names), pick(draft.content, names), service);
    const staleNames = deviations.map(({ path }) => path.replace(/[.[].*/s, ""));
    if (staleNames.length === 0) continue;
    const copy = pick(after.content, staleNames);
    const change = { data: copy, before: draft, expected: { ...draft.content, ...copy } };
    const [unsendable, inForm] = await toRequestData(service, change);
    if (unsendable) continue;
    // A copy that failed may still have changed a localization.
    await sendDraft(service, { documentId: localeAddress.id, locale, data: inForm });
    isSent = true;
  }
  return isSent;
}

/** Drafts of all localizations, whole if a copy sends all fields. Empty if they can't be read. */
async function readSharedDrafts(
  service: TypedService,
  address: Address,
  names: readonly string[],
): Promise<readonly (readonly [Required<Address>, Draft])[]> {
  const isMedia = (name: string) => service.type.attributes.get(name)?.type === "media";
  const requestedNames = sendsAllFields(service) ? undefined : names;
  const [, rows] = requestedNames
    ? await readLocalizationParts(service, address, {
        fields: ["updatedAt", "locale", ...requestedNames.filter((name) => !isMedia(name))],
        populate: requestedNames.filter(isMedia),
        status: "draft",
      })
    : await readLocalizations(service, address, { status: "draft" });
  return (rows ?? []).map((row) => {
    const localeAddress = { ...address, locale: textIn(row, "locale") };
    return [localeAddress, draftOf(service, row, requestedNames)];
  });
}
