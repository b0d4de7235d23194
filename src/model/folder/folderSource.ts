import type { GroupDependencies } from "../batch/batchTarget.ts";
import { readDrafts } from "../batch/targetPages.ts";
import type { OddRow } from "../content/oddRows.ts";
import type { PublicationStatus } from "../content/publicationStatus.ts";
import { isFile, referencesIn } from "../content/references.ts";
import { shapesFor } from "../content/requestShape.ts";
import { unreadIn } from "../content/unreadAttributes.ts";
import { exportable, type Exportable } from "../export/exportable.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { keyTextOf, ownIn, textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed, isDenied, type Outcome } from "../foundation/outcome.ts";
import { findFiles } from "../reading/fileReader.ts";
import { PageReader } from "../reading/pageReader.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import {
  componentsUsedBy,
  type Attributes,
  type Catalog,
  type ContentType,
} from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { byDocumentId, unitsOf } from "./contentFolder.ts";
import type { ContentFolder, Entry, StateProblem, Unit } from "./contentFolder.ts";
import { FileNames, safeName, typeFolder } from "./fileNames.ts";
import { folderContent, type ReferenceNames } from "./folderForm.ts";
import { folderCatalog, type FolderSettings } from "./folderSettings.ts";
import { documentIdsIn } from "./heads.ts";

/*
 * What a service holds, in the form of files. Before any content is read, each document has a name:
 * that of its files, or a new one. So relations can name targets that are read later. Then the types
 * are read page by page.
 */

export interface SourceRequest {
  readonly connection: string;
  readonly folder: ContentFolder;
  readonly settings: FolderSettings;
  readonly environment: string;
  /** The content types at the last pull; undefined before the first one. */
  readonly schema: Catalog | undefined;
  /** The names of the types to read; all if undefined. */
  readonly types: readonly string[] | undefined;
}

/** A document of the service, or one that the service no longer has. */
export interface SourceDocument {
  readonly entry: Entry;
  readonly files: readonly SourceFile[];
}

export interface SourceFile extends Unit {
  /** Undefined if the service has no such document or localization. */
  readonly service?: {
    readonly documentId: string;
    /** False for what several locales share. */
    readonly isPublished: boolean;
    /** The attributes that the service returned. */
    readonly compared: Attributes;
    readonly content: JsonObject;
  };
}

/** A type that the token can read. */
export interface SourceType {
  /** With the attributes that the folder has. */
  readonly service: TypedService;
  /** The names of those that the token can read. */
  readonly names: readonly string[];
  /** With all attributes, as they are read. */
  readonly read: Exportable;
  /** By documentId. Those that the folder doesn't have yet have no heads. */
  readonly entries: Map<string, Entry>;
  readonly problems: ReadonlyMap<Entry, StateProblem>;
}

/** What is not compared, and why. */
export interface SourceGaps {
  readonly leftOut: { readonly type: string; readonly failure: BulkFailure }[];
  readonly odd: (OddRow & { readonly type: string })[];
  /** The attributes that the service did not return, by the name of the type. */
  readonly unread: Map<string, Set<string>>;
  /** What looks like personal data in types and components that are new in the folder, by uid. */
  readonly personal: Map<string, readonly string[]>;
  /** Whether files of one name can't be told apart, because the token can't list files. */
  hasUnlistedFiles: boolean;
}

interface Localization {
  readonly draft: JsonObject;
  readonly status: PublicationStatus;
}

export class FolderSource {
  readonly types: SourceType[] = [];
  readonly gaps: SourceGaps = {
    ...{ leftOut: [], odd: [], unread: new Map(), personal: new Map(), hasUnlistedFiles: false },
  };
  readonly #request: SourceRequest;
  readonly #dependencies: GroupDependencies;
  readonly #options: ReadOptions;
  /** Such as `articles/tea`, by the uid of the type and the documentId. */
  readonly #targets = new Map<string, string>();
  /** The documentId of the oldest file of each name. */
  readonly #oldestFiles = new Map<string, string>();

  private constructor(
    request: SourceRequest,
    dependencies: GroupDependencies,
    options: ReadOptions,
  ) {
    this.#request = request;
    this.#dependencies = dependencies;
    this.#options = options;
  }

  /** Opens the types of a service, and names their documents. */
  static async open(
    request: SourceRequest,
    dependencies: GroupDependencies,
    options: ReadOptions,
  ): BulkResult<FolderSource> {
    const { connection, folder, environment, schema, types } = request;
    const source = new FolderSource(request, dependencies, options);
    const [unreached, service] = await dependencies.catalogs.service(connection);
    if (unreached) return failed(unreached);
    if (service.catalog.source === "inferred") return failed({ code: "no-schema" });
    const names = [service.catalog, schema].flatMap((catalog) => [
      ...(catalog?.types.keys() ?? []),
    ]);
    for (const name of [...new Set([...names, ...(types ?? [])])].sort()) {
      const entries = await folder.entries(environment, { name });
      const { byId, problems } = byDocumentId(entries);
      const type = service.catalog.types.get(name);
      for (const [id, entry] of type ? byId : []) source.#nameTarget(type?.uid ?? "", id, entry);
      const isChosen = types ? types.includes(name) : type !== undefined || entries.length > 0;
      if (!isChosen) continue;
      const [failure, opened] = await source.#open(name);
      if (failure && !isUnreadable(failure)) return failed(failure);
      if (failure) source.gaps.leftOut.push({ type: name, failure });
      else source.types.push({ ...opened, entries: new Map(byId), problems });
    }
    for (const type of source.types) {
      const [failure] = await source.#nameDocuments(type);
      if (failure) return failed(failure);
    }
    return done(source);
  }

  async #open(name: string): BulkResult<Pick<SourceType, "service" | "names" | "read">> {
    const { connection, settings, schema } = this.#request;
    const address = { connection, type: name };
    const [failure, read] = await exportable(address, this.#dependencies, this.#options);
    if (failure) return failed(failure);
    const { catalog, personal } = folderCatalog(read.catalog, settings);
    const type = catalog.targets.get(read.type.uid) ?? read.type;
    for (const uid of [type.uid, ...componentsUsedBy(type.attributes, catalog)]) {
      const fields = personal.get(uid);
      const isNew = !schema?.targets.has(uid) && !schema?.components.has(uid);
      if (fields && isNew) this.gaps.personal.set(uid, fields);
    }
    const hasAttribute = (attribute: string) => type.attributes.has(attribute);
    this.#noteUnread(name, (read.hidden ?? []).filter(hasAttribute));
    return done({
      read,
      service: { ...read, catalog, type },
      names: read.names.filter(hasAttribute),
    });
  }

  async #nameDocuments({ service, names, entries, problems }: SourceType): BulkResult<undefined> {
    const { type } = service;
    const keys = nameKeysOf(type, names);
    const shapes = shapesFor(service, { names: keys });
    const blocked = new Set([...problems.keys()].flatMap(({ heads }) => documentIdsIn(heads)));
    const inUse = [...entries.values(), ...problems.keys()].map(({ name }) => name);
    const fileNames = new FileNames(inUse);
    const reader = new PageReader(service, { status: "draft", shapes }, this.#options);
    for await (const [failure, page] of reader.pages()) {
      if (failure) return failed(failure);
      for (const [id, rows] of groupedBy(page.rows, (row) => textIn(row, "documentId"))) {
        if (entries.has(id) || blocked.has(id)) continue;
        const row = rows.toSorted(byLocale(service, (localization) => localization))[0];
        const [title = ""] = keys.flatMap((key) => keyTextOf(ownIn(row, key)) ?? []);
        const name = fileNames.choose(type.kind === "single" ? type.name : title, id);
        const entry = { type: typeFolder(type.name), name, heads: [] };
        entries.set(id, entry);
        this.#nameTarget(type.uid, id, entry);
      }
    }
    for (const id of blocked) entries.delete(id);
    return done(undefined);
  }

  /**
   * The documents of a type, page by page, and those that lack localizations or are gone at the end:
   * by then it is known which of them have rows that can't be read.
   */
  async *documents(
    type: SourceType,
  ): AsyncGenerator<Outcome<readonly SourceDocument[], BulkFailure>, void, void> {
    const { read, names, entries } = type;
    const { name, localized } = read.type;
    const { connection } = this.#request;
    const group = { connection, type: name, locale: localized ? "*" : undefined, listQuery: {} };
    const shapes = shapesFor(read, { names, references: namedReferences });
    const incomplete = new Map(
      [...entries.keys()].map((id) => [id, [] as readonly Localization[]]),
    );
    for await (const [failure, page] of readDrafts(group, read, shapes, this.#options)) {
      if (failure) return yield failed(failure);
      const [unlisted] = await this.#learnFiles(type, page.rows);
      if (unlisted) return yield failed(unlisted);
      this.gaps.odd.push(...page.odd.map((row) => ({ ...row, type: name })));
      const whole: SourceDocument[] = [];
      for (const [id, rows] of groupedBy(page.rows, ({ draft }) => textIn(draft, "documentId"))) {
        const entry = entries.get(id);
        const document = entry && this.#documentOf(type, entry, rows);
        if (document?.files.every(({ service }) => service)) {
          whole.push(document);
          incomplete.delete(id);
        } else if (document) incomplete.set(id, rows);
      }
      yield done(whole);
    }
    for (const { id } of this.gaps.odd) incomplete.delete(id);
    yield done(
      [...incomplete].flatMap(([id, rows]) => {
        const entry = entries.get(id);
        return entry ? this.#documentOf(type, entry, rows) : [];
      }),
    );
  }

  #documentOf(
    type: SourceType,
    entry: Entry,
    localizations: readonly Localization[],
  ): SourceDocument {
    const sorted = localizations.toSorted(byLocale(type.service, ({ draft }) => draft));
    const locales = [
      ...sorted.map(({ draft }) => localeIn(draft)),
      ...entry.heads.map(({ locale }) => locale),
    ];
    const files = unitsOf(type.service.type, locales).map((unit): SourceFile => {
      // What several locales share is that of the default locale, or else of the first one.
      const localization = sorted.find(
        ({ draft }) => unit.locale === undefined || localeIn(draft) === unit.locale,
      );
      return localization ? this.#fileOf(type, unit, localization) : unit;
    });
    return { entry, files };
  }

  #fileOf({ service, names }: SourceType, unit: Unit, { draft, status }: Localization): SourceFile {
    const { type, catalog } = service;
    const known = withRouteKnowledge(service, type.kind === "single" ? "one" : "list");
    const unread = unreadIn({ ...draft, $: {} }, known, names);
    // The schema of a project may be ahead of the service. An absent value is not an empty one.
    const isRead = (name: string) => Object.hasOwn(draft, name) && !unread.has(name);
    const requested = [...unit.attributes].filter(([name]) => names.includes(name));
    const compared = new Map(requested.filter(([name]) => isRead(name)));
    this.#noteUnread(
      type.name,
      requested.flatMap(([name]) => (isRead(name) ? [] : name)),
    );
    const isShared = type.localized && unit.locale === undefined;
    return {
      ...unit,
      service: {
        documentId: textIn(draft, "documentId"),
        isPublished: !isShared && (status.state ?? "draft") !== "draft",
        compared,
        content: folderContent(draft, compared, { catalog, names: this.#referenceNames }),
      },
    };
  }

  async #learnFiles({ service }: SourceType, rows: readonly Localization[]): BulkResult<undefined> {
    if (this.gaps.hasUnlistedFiles) return done(undefined);
    const names = rows.flatMap(({ draft }) =>
      referencesIn(draft, service).flatMap((reference) =>
        isFile(reference) && !this.#oldestFiles.has(reference.title) ? reference.title : [],
      ),
    );
    const keys = [...new Set(names)].map((name) => ["name", name] as const);
    const [failure, files] = await findFiles(service, keys, this.#options);
    if (failure && !isUnreadable(failure)) return failed(failure);
    this.gaps.hasUnlistedFiles = failure !== null;
    const byAge = [...(files ?? [])].sort((file, other) => file.id - other.id);
    for (const { name, documentId } of byAge)
      if (!this.#oldestFiles.has(name)) this.#oldestFiles.set(name, documentId);
    return done(undefined);
  }

  /**
   * A document has the name of its files; one that the folder doesn't have, its documentId behind a
   * `#`. A media file has its own name. Of several with one name, only the oldest has it, so that an
   * upload changes no other file.
   */
  get #referenceNames(): ReferenceNames {
    return {
      target: (uid, documentId) =>
        this.#targets.get(`${uid} ${documentId}`) ??
        `${safeName(uid.split(".").at(-1) ?? "")}/#${documentId}`,
      file: (documentId, name) =>
        (this.#oldestFiles.get(name) ?? documentId) === documentId ? name : `${name}#${documentId}`,
    };
  }

  #nameTarget(uid: string, documentId: string, { type, name }: Entry): void {
    this.#targets.set(`${uid} ${documentId}`, `${type}/${name}`);
  }

  #noteUnread(type: string, attributes: readonly string[]): void {
    if (attributes.length === 0) return;
    const known = this.gaps.unread.get(type) ?? new Set<string>();
    for (const attribute of attributes) known.add(attribute);
    this.gaps.unread.set(type, known);
  }
}

/** Undefined for a row of a type without locales. */
const localeIn = (row: JsonObject): string | undefined => textIn(row, "locale") || undefined;

/** Sorts localizations: the one in the default locale first, and the others by their codes. */
const byLocale =
  <T>({ catalog: { defaultLocale } }: TypedService, rowOf: (localization: T) => JsonObject) =>
  (localization: T, other: T): number => {
    const [code, otherCode] = [localization, other].map((each) => {
      const locale = textIn(rowOf(each), "locale");
      return locale === defaultLocale ? "" : locale;
    });
    return (code ?? "") < (otherCode ?? "") ? -1 : 1;
  };

/** Whether the service denies access to a type or the media files, or doesn't have them. */
const isUnreadable = (failure: BulkFailure): boolean =>
  failure.code === "no-type" || (failure.code === "service" && isDenied(failure.error));

const namedReferences = { media: ["name"], relation: () => ["documentId"] };

/** The attributes by which people call a document, the best first: its slug and its title. */
function nameKeysOf(type: ContentType, names: readonly string[]): readonly string[] {
  const [slug] = [...type.attributes].find(([, attribute]) => attribute.type === "uid") ?? [];
  return [slug ?? [], type.titleField ?? []].flat().filter((name) => names.includes(name));
}
