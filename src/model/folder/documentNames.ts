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

/**
 * Gives each document of a type a name that the folder doesn't have yet: that of a new file with the
 * document's key, or a new one. Adds them to the entries of the type, and to the references.
 */
export async function nameDocuments(
  { service, names, entries, blockedIds, usedNames }: NamedType,
  { folder, settings, references }: NamingContext,
  options: ReadOptions,
): BulkResult<undefined> {
  const { type } = service;
  const keys = nameKeysOf(type, names);
  const key = keyFieldOf(type, settings, names);
  // A document with the key of a new file belongs to it.
  const byKey = new Map<string, string>();
  for (const { path, name } of await newFilesIn(folder, service, usedNames)) {
    const [, file] = key === undefined ? [] : await folder.read(path);
    const text = keyTextOf(ownIn(file, key ?? ""));
    if (text !== undefined) byKey.set(text, name);
  }
  const shapes = shapesFor(service, { names: [...new Set([...keys, key ?? []].flat())] });
  const fileNames = new FileNames([...usedNames, ...byKey.values()]);
  const reader = new PageReader(service, { status: "draft", shapes }, options);
  for await (const [failure, page] of reader.pages()) {
    if (failure) return failed(failure);
    for (const [id, rows] of groupedBy(page.rows, (row) => textIn(row, "documentId"))) {
      if (entries.has(id) || blockedIds.has(id)) continue;
      const row = rows.toSorted(byLocale(service, (localization) => localization))[0];
      const [title = ""] = keys.flatMap((name) => keyTextOf(ownIn(row, name)) ?? []);
      const keyText = rows.flatMap(
        (localization) => keyTextOf(ownIn(localization, key ?? "")) ?? [],
      );
      const ownFile = keyText
        .map((text) => byKey.get(text))
        .find((fileName) => fileName !== undefined);
      const name = ownFile ?? fileNames.choose(type.kind === "single" ? type.name : title, id);
      for (const text of keyText) byKey.delete(text);
      const entry = { type: typeFolder(type.name), name, heads: [] };
      entries.set(id, entry);
      references.addDocument(type.uid, id, entry);
    }
  }
  return done(undefined);
}

async function newFilesIn(
  folder: ContentFolder,
  { type, catalog }: TypedService,
  usedNames: ReadonlySet<string>,
) {
  const paths = await folder.paths(type);
  const locales = catalog.locales.map(({ code }) => code);
  const files = paths.map((path) => ({ path, ...newPlaceIn(path, type, locales) }));
  return files.filter(({ name }) => !usedNames.has(name));
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
