import type { AttributeSchema } from "../../client/index.ts";
import type { GroupDependencies } from "../batch/batchTarget.ts";
import { readDrafts } from "../batch/targetPages.ts";
import { valuesIn } from "../content/attributePositions.ts";
import type { OddRow } from "../content/oddRows.ts";
import type { PublicationStatus } from "../content/publicationStatus.ts";
import { isFile, referencesIn } from "../content/references.ts";
import { shapesFor } from "../content/requestShape.ts";
import { unreadIn } from "../content/unreadAttributes.ts";
import { exportable, type Exportable } from "../export/exportable.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed, isDenied, type Outcome } from "../foundation/outcome.ts";
import { findFiles } from "../reading/fileReader.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import { componentsUsedBy, type Attributes, type Catalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { byDocumentId, unitsOf } from "./contentFolder.ts";
import type { ContentFolder, Entry, StateProblem, Unit } from "./contentFolder.ts";
import { byLocale, nameDocuments } from "./documentNames.ts";
import { contentDigests, folderContent } from "./folderForm.ts";
import { FolderReferences } from "./folderReferences.ts";
import { folderCatalog, type FolderSettings } from "./folderSettings.ts";
import { documentIdsIn, type Digests } from "./heads.ts";

/*
 * What a service holds, in the form of files. The types are read page by page. Each document has a
 * name: that of its files, or a new one. When a page has a document without a name, or refers to one,
 * all documents of its type get names. So relations can name targets that are read later, and nothing
 * is read twice if the folder has all documents.
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

/** Undefined if the service doesn't have the document. */
export const documentIdOnService = ({ files }: Pick<SourceDocument, "files">): string | undefined =>
  files.find(({ service }) => service)?.service?.documentId;

export interface SourceFile extends Unit {
  /** Undefined if the service has no such document or localization. */
  readonly service?: {
    readonly documentId: string;
    /** When the localization was changed last. */
    readonly updatedAt: string;
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
  /** The documentIds in the states with problems. */
  readonly blockedIds: ReadonlySet<string>;
  /** The names in all states. */
  readonly usedNames: ReadonlySet<string>;
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
  readonly references = new FolderReferences();
  readonly #request: SourceRequest;
  readonly #dependencies: GroupDependencies;
  readonly #options: ReadOptions;
  /** By uid, the types whose documents can still get names. */
  readonly #unnamed = new Map<string, SourceType>();

  private constructor(
    request: SourceRequest,
    dependencies: GroupDependencies,
    options: ReadOptions,
  ) {
    this.#request = request;
    this.#dependencies = dependencies;
    this.#options = options;
  }

  /** Opens the types of a service. */
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
      if (type) {
        source.references.addType(type);
        for (const [id, entry] of byId) source.references.addDocument(type.uid, id, entry);
      }
      const isChosen = types ? types.includes(name) : type !== undefined || entries.length > 0;
      if (!isChosen) continue;
      const [failure, opened] = await source.#open(name);
      if (failure && !isUnreadable(failure)) return failed(failure);
      if (failure) {
        source.gaps.leftOut.push({ type: name, failure });
        continue;
      }
      const blockedIds = new Set([...problems.keys()].flatMap(({ heads }) => documentIdsIn(heads)));
      const usable = new Map([...byId].filter(([id]) => !blockedIds.has(id)));
      const usedNames = new Set(entries.map((entry) => entry.name));
      const sourceType = { ...opened, entries: usable, problems, blockedIds, usedNames };
      source.types.push(sourceType);
      source.#unnamed.set(opened.service.type.uid, sourceType);
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
    const complete = new Set<string>();
    const incomplete = new Map<string, readonly Localization[]>();
    for await (const [failure, page] of readDrafts(group, read, shapes, this.#options)) {
      if (failure) return yield failed(failure);
      const [unread] = await this.#nameAllIn(type, page.rows);
      if (unread) return yield failed(unread);
      this.gaps.odd.push(...page.odd.map((row) => ({ ...row, type: name })));
      const whole: SourceDocument[] = [];
      for (const [id, rows] of groupedBy(page.rows, ({ draft }) => textIn(draft, "documentId"))) {
        const entry = entries.get(id);
        const document = entry && this.#documentOf(type, entry, rows);
        if (document?.files.every(({ service }) => service)) {
          whole.push(document);
          complete.add(id);
        } else if (document) incomplete.set(id, rows);
      }
      yield done(whole);
    }
    // The folder gets no document that is new from now on, so no relation may have a name for it.
    this.#unnamed.delete(read.type.uid);
    for (const { id } of this.gaps.odd) complete.add(id);
    yield done(
      [...entries].flatMap(([id, entry]) =>
        complete.has(id) ? [] : this.#documentOf(type, entry, incomplete.get(id) ?? []),
      ),
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
        updatedAt: textIn(draft, "updatedAt"),
        isPublished: !isShared && (status.state ?? "draft") !== "draft",
        compared,
        content: folderContent(draft, compared, { catalog, names: this.references }),
      },
    };
  }

  /** Makes sure that each document and each media file in a page has its name. */
  async #nameAllIn(type: SourceType, rows: readonly Localization[]): BulkResult<undefined> {
    const { uid } = type.service.type;
    const references = rows.flatMap(({ draft }) => [
      { target: uid, documentId: textIn(draft, "documentId") },
      ...referencesIn(draft, type.service),
    ]);
    for (const { target, documentId } of references) {
      const unnamed = this.#unnamed.get(target);
      if (!unnamed || this.references.hasDocument(target, documentId)) continue;
      this.#unnamed.delete(target);
      const [failure] = await nameDocuments(
        unnamed,
        { ...this.#request, references: this.references },
        this.#options,
      );
      if (failure) return failed(failure);
    }
    const files = references.flatMap((reference) =>
      "title" in reference && isFile(reference) ? reference.title : [],
    );
    const [failure] = await this.learnFilesNamed(files);
    if (failure) return failed(failure);
    if (this.gaps.hasUnlistedFiles) await this.#keepFileNames(type, rows);
    return done(undefined);
  }

  /** Finds out which media files have these names. */
  async learnFilesNamed(names: readonly string[]): BulkResult<undefined> {
    const [first] = this.types;
    if (!first || this.gaps.hasUnlistedFiles) return done(undefined);
    const unknown = names.filter((name) => !this.references.hasFile(name));
    const keys = [...new Set(unknown)].map((name) => ["name", name] as const);
    const [failure, files] = await findFiles(first.service, keys, this.#options);
    if (failure && !isUnreadable(failure)) return failed(failure);
    this.gaps.hasUnlistedFiles = failure !== null;
    const byAge = [...(files ?? [])].sort((file, other) => file.id - other.id);
    for (const file of byAge) this.references.addFile(file);
    return done(undefined);
  }

  /** A name of a media file in the folder stays as long as it means the same file. */
  async #keepFileNames(
    { service, entries }: SourceType,
    rows: readonly Localization[],
  ): Promise<void> {
    const { folder } = this.#request;
    const paths = rows.flatMap(({ draft }) => {
      const entry = entries.get(textIn(draft, "documentId"));
      return entry ? [folder.pathOf(entry, undefined), folder.pathOf(entry, localeIn(draft))] : [];
    });
    const isMedia = ({ type }: AttributeSchema) => type === "media";
    const reads = [...new Set(paths)].map(async (path) => {
      const [, file] = await folder.read(path);
      for (const { value } of valuesIn(file ?? {}, isMedia, service))
        if (typeof value === "string") this.references.keepFileName(value);
    });
    await Promise.all(reads);
  }

  /** Those of a document in the form of an editor. */
  digestsIn(
    content: JsonObject,
    attributes: Attributes,
    { service: { catalog } }: Pick<SourceType, "service">,
  ): Digests {
    const own = folderContent(content, attributes, { catalog, names: this.references });
    return contentDigests(own, attributes, catalog);
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

/** Whether the service denies access to a type or the media files, or doesn't have them. */
const isUnreadable = (failure: BulkFailure): boolean =>
  failure.code === "no-type" || (failure.code === "service" && isDenied(failure.error));

const namedReferences = { media: ["name"], relation: () => ["documentId"] };
