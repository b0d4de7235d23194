import { isSingle } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { isComponent, isShared } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isObject, pick, textIn } from "../../foundation/json.ts";
import { findVersions } from "../../reading/versions.ts";
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
  for (const row of await readOthers(service, address, { names, locales: [...others.keys()] })) {
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

interface OtherLocales {
  readonly names: readonly string[];
  readonly locales: readonly string[];
}

/** Reads attributes of the drafts of other localizations; empty if they can't be read. */
async function readOthers(
  service: TypedService,
  address: Address,
  { names, locales }: OtherLocales,
): Promise<readonly JsonObject[]> {
  const { cms, type } = service;
  const isMedia = (name: string) => type.attributes.get(name)?.type === "media";
  const params = {
    fields: ["updatedAt", "locale", ...names.filter((name) => !isMedia(name))],
    populate: names.filter(isMedia),
    status: "draft",
  } as const;
  if (isSingle(address)) {
    const single = cms.single<JsonObject>(type.name);
    const found = await Promise.all(
      locales.map((locale) => single.find({ params: { ...params, locale } })),
    );
    return found.map(([, row]) => row).filter((row) => isObject(row));
  }
  const [, rows] = await findVersions(service, { ...params, ids: [address.id], locale: "*" });
  return rows ?? [];
}

async function writeCopy(
  service: TypedService,
  address: Address,
  content: JsonObject,
): Promise<boolean> {
  const [unsendable, data] = await toServiceForm(service, content);
  if (unsendable) return false;
  const { cms, type } = service;
  const payload = { data };
  const params = { status: "draft", ...(address.locale && { locale: address.locale }) } as const;
  const [error] = isSingle(address)
    ? await cms.single<JsonObject>(type.name).update({ payload, params })
    : await cms
        .collection<JsonObject>(type.name)
        .update({ documentId: address.id, payload, params });
  return !error;
}
