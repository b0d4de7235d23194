import type { Address } from "../../foundation/address.ts";
import { isComponent, isShared } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick, textIn } from "../../foundation/json.ts";
import { readLocalizationParts } from "../../reading/documentReader.ts";
import { sendDraft } from "./draftWriter.ts";
import { draftOf } from "../../documents/reader.ts";
import type { Snapshot } from "../../documents/reader.ts";
import { toServiceForm } from "./serviceForm.ts";
import { verify } from "./verification.ts";

/** A write that the service applied. */
interface CompletedWrite {
  /** The attributes that were written. */
  readonly data: JsonObject;
  /** The snapshot before the write. */
  readonly before: Snapshot;
  /** The snapshot after the write. */
  readonly after: Snapshot;
}

/**
 * Copies shared attributes to the drafts of other localizations that the service did not update.
 * Returns whether it copied any. The service copies them itself, unless the written values equal a
 * row of the document. On PostgreSQL and MariaDB that row may be the published version, so an undo
 * reaches one localization only. A draft that has changed since is not written. Shared components
 * are not copied: they may hold attributes that can't be read.
 */
export async function copyShared(
  service: TypedService,
  address: Address,
  { data, before, after }: CompletedWrite,
): Promise<boolean> {
  const names = sharedNames(service, data).filter((name) => !after.unread.has(name));
  const others = versionsOfOthers(before);
  const isOrdered = service.capabilities.database === "sqlite";
  const isKnown = service.catalog.source !== "inferred";
  if (!isKnown || names.length === 0 || others.size === 0 || isOrdered) return false;
  let isCopied = false;
  for (const row of await readSharedDrafts(service, address, names)) {
    const locale = textIn(row, "locale");
    if (!others.has(locale) || others.get(locale) !== row["updatedAt"]) continue;
    const there = { ...address, locale };
    const { content } = draftOf(there, service, row, names);
    const { deviations } = verify(pick(after.content, names), pick(content, names), service);
    const stale = deviations.map(({ path }) => path.replace(/[.[].*/s, ""));
    if (stale.length > 0)
      isCopied = (await writeCopy(service, there, pick(after.content, stale))) || isCopied;
  }
  return isCopied;
}

const sharedNames = ({ type }: TypedService, data: JsonObject): string[] =>
  Object.keys(data).filter((name) => {
    const attribute = type.attributes.get(name);
    return attribute !== undefined && isShared(attribute, type) && !isComponent(attribute);
  });

/** When the drafts of the other localizations were last changed, by locale. */
function versionsOfOthers({ localeVersions, facts }: Snapshot): ReadonlyMap<string, string> {
  // The reader writes this format. A user has no locale versions.
  const all = JSON.parse(localeVersions || "[]") as [string, string][];
  return new Map(all.filter(([locale]) => locale !== facts.locale));
}

/** Reads attributes of the drafts of all localizations; empty if they can't be read. */
async function readSharedDrafts(
  service: TypedService,
  address: Address,
  names: readonly string[],
): Promise<readonly JsonObject[]> {
  const isMedia = (name: string) => service.type.attributes.get(name)?.type === "media";
  const [, rows] = await readLocalizationParts(service, address, {
    fields: ["updatedAt", "locale", ...names.filter((name) => !isMedia(name))],
    populate: names.filter(isMedia),
    status: "draft",
  });
  return rows ?? [];
}

async function writeCopy(
  service: TypedService,
  { id, locale }: Address,
  content: JsonObject,
): Promise<boolean> {
  const [unsendable, data] = await toServiceForm(service, content);
  if (unsendable) return false;
  const [error] = await sendDraft(service, { documentId: id, locale, data });
  return !error;
}
