import { shapesFor } from "../content/requestShape.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { keyTextOf, ownIn, textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import { PageReader } from "../reading/pageReader.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { newPlaceIn, type ContentFolder, type Entry } from "./contentFolder.ts";
import { FileNames, typeFolder } from "./fileNames.ts";
import type { FolderReferences } from "./folderReferences.ts";
import type { FolderSettings } from "./folderSettings.ts";
import type { Head } from "./heads.ts";

interface NamedType {
  readonly service: TypedService;
  /** The names of the attributes that the token can read. */
  readonly names: readonly string[];
  /** By documentId. */
  readonly entries: Map<string, Entry>;
  /** The documentIds of documents that get no name. */
  readonly blockedIds: ReadonlySet<string>;
  /** The names of the documents that the folder has. */
  readonly usedNames: ReadonlySet<string>;
}

interface NamingContext {
  readonly folder: ContentFolder;
  readonly settings: FolderSettings;
  readonly references: FolderReferences;
}

/** A document of the service that the folder doesn't have. */
interface UnnamedDocument {
  readonly id: string;
  readonly title: string;
  /** The values of its key in its locales. */
  readonly keys: readonly string[];
}

/**
 * Gives each document of a type a name that the folder doesn't have yet: that of a new file with the
 * document's key, or a new one. If the service no longer has a document, another one with the key of
 * its files gets its name and its heads, such as after a transfer: `isOtherDocument` compares them.
 * Adds the documents to the entries of the type, and to the references.
 */
export async function nameDocuments(
  { service, names, entries, blockedIds, usedNames }: NamedType,
  { folder, settings, references }: NamingContext,
  options: ReadOptions,
): BulkResult<undefined> {
  const { type } = service;
  const nameKeys = nameKeysOf(type, names);
  const key = keyFieldOf(type, settings, names);
  // A single type has one document, whatever its values are.
  const keyIn = (content: JsonObject | null): string | undefined =>
    type.kind === "single" ? type.name : keyTextOf(ownIn(content ?? {}, key ?? ""));
  const shapes = shapesFor(service, { names: [...new Set([...nameKeys, key ?? []].flat())] });
  const missing = new Map(entries);
  const unnamed: UnnamedDocument[] = [];
  const reader = new PageReader(service, { status: "draft", shapes }, options);
  for await (const [failure, page] of reader.pages()) {
    if (failure) return failed(failure);
    for (const [id, rows] of groupedBy(page.rows, (row) => textIn(row, "documentId"))) {
      missing.delete(id);
      if (entries.has(id) || blockedIds.has(id)) continue;
      const row = rows.toSorted(byLocale(service, (localization) => localization))[0];
      const [title = ""] = nameKeys.flatMap((name) => keyTextOf(ownIn(row, name)) ?? []);
      const keys = rows.flatMap((localization) => keyIn(localization) ?? []);
      unnamed.push({ id, title: type.kind === "single" ? type.name : title, keys });
    }
  }
  if (unnamed.length === 0) return done(undefined);
  const owners = await ownersOf(folder, service, { usedNames, missing });
  const contents = await Promise.all(owners.map(({ path }) => folder.read(path)));
  const byKey = new Map(
    owners.flatMap((owner, at) => {
      const text = keyIn(contents[at]?.[1] ?? null);
      return text === undefined ? [] : [[text, owner] as const];
    }),
  );
  const fileNames = new FileNames([...usedNames, ...[...byKey.values()].map(({ name }) => name)]);
  const ownedNames = new Set<string>();
  for (const { id, title, keys } of unnamed) {
    const owner = keys
      .flatMap((text) => byKey.get(text) ?? [])
      .find((match) => !ownedNames.has(match.name));
    const { name = fileNames.choose(title, id), heads = [], earlierId = "" } = owner ?? {};
    const entry = { type: typeFolder(type.name), name, heads };
    ownedNames.add(name);
    entries.delete(earlierId);
    entries.set(id, entry);
    references.addDocument(type.uid, id, entry);
  }
  return done(undefined);
}

/** A file whose document may be one that the folder doesn't have. */
interface Owner {
  readonly path: string;
  readonly name: string;
  /** Those of a document that the service no longer has. */
  readonly heads?: readonly Head[];
  readonly earlierId?: string;
}

async function ownersOf(
  folder: ContentFolder,
  { type, catalog }: TypedService,
  { usedNames, missing }: Pick<NamedType, "usedNames"> & { missing: ReadonlyMap<string, Entry> },
): Promise<readonly Owner[]> {
  const paths = await folder.paths(type);
  const locales = catalog.locales.map(({ code }) => code);
  const files = paths.map((path) => ({ path, ...newPlaceIn(path, type, locales) }));
  const missingFiles = [...missing].flatMap(([earlierId, entry]) =>
    entry.heads.map(({ locale }) => ({ path: folder.pathOf(entry, locale), earlierId, ...entry })),
  );
  return [...files.filter(({ name }) => !usedNames.has(name)), ...missingFiles];
}

/** Sorts localizations: the one in the default locale first, and the others by their codes. */
export const byLocale =
  <T>({ catalog: { defaultLocale } }: TypedService, rowOf: (localization: T) => JsonObject) =>
  (localization: T, other: T): number => {
    const [code, otherCode] = [localization, other].map((element) => {
      const locale = textIn(rowOf(element), "locale");
      return locale === defaultLocale ? "" : locale;
    });
    return (code ?? "") < (otherCode ?? "") ? -1 : 1;
  };

const slugOf = (type: ContentType): string | undefined =>
  [...type.attributes].find(([, attribute]) => attribute.type === "uid")?.[0];

/** The attributes by which people call a document, the best first: its slug and its title. */
const nameKeysOf = (type: ContentType, names: readonly string[]): readonly string[] =>
  [slugOf(type) ?? [], type.titleField ?? []].flat().filter((name) => names.includes(name));

/** The attribute whose value is a document's key on every service; undefined if the type has none. */
function keyFieldOf(
  type: ContentType,
  { keys }: Pick<FolderSettings, "keys">,
  names: readonly string[],
): string | undefined {
  const key = ownIn(keys, type.name) ?? slugOf(type);
  return key !== undefined && names.includes(key) ? key : undefined;
}
