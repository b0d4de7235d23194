import { singleId, type Address } from "../../foundation/address.ts";
import { groupedBy } from "../../foundation/chunks.ts";
import { omit, pick, valueIn, type JsonObject } from "../../foundation/json.ts";
import { mapOutcome } from "../../foundation/outcome.ts";
import type { TitledAddress } from "../../runs/batchAction.ts";
import type { Attributes } from "../../schemas/catalog.ts";
import { newPlaceIn, relationNameOf, unitsOf } from "../contentFolder.ts";
import type { ContentFolder, Entry } from "../contentFolder.ts";
import { compareFile, comparedHeads, isOtherDocument, otherDocument } from "../fileComparison.ts";
import type { ComparedDecision } from "../decisions.ts";
import type { FileChange, FileComparison } from "../fileComparison.ts";
import { contentDigests } from "../folderForm.ts";
import { documentIdOnService } from "../folderSource.ts";
import type { SourceDocument, SourceFile, SourceType } from "../folderSource.ts";
import { safeName } from "../fileNames.ts";
import { headsOf, withoutHead, type Digests } from "../heads.ts";
import { losesLeftOutParts } from "./leftOutParts.ts";

/** What a push does with the attributes of one file. */
export interface SentFile {
  readonly path: string;
  /** Undefined for the attributes that all locales share, and for a type without locales. */
  readonly locale: string | undefined;
  readonly attributes: Attributes;
  /** The attributes to send. */
  readonly names: readonly string[];
  /** Their values. Those that both sides changed are merged. */
  readonly file: JsonObject;
  /** Those of the file itself. */
  readonly fileDigests: Digests;
  /** What the service has, in the form of a file. */
  readonly content: JsonObject;
  readonly digests: Digests;
  /** What the service has after the push, of the attributes that were sent. */
  readonly stored: Map<string, string | undefined>;
}

type ComparedFile = SentFile & { readonly source: SourceFile };

/** A localization to write. */
export interface PushItem {
  /** Its number in the push, from 1. */
  readonly line: number;
  readonly type: SourceType;
  readonly entry: Entry;
  readonly locale: string | undefined;
  /** Undefined for a new document. */
  readonly documentId: string | undefined;
  /** Whether the service has the localization. */
  readonly isThere: boolean;
  /** That of the localization, and of what all locales share for the first one of a document. */
  readonly files: readonly SentFile[];
}

/** A localization whose draft is published once it has the values of its files. */
export interface Publishing extends TitledAddress {
  readonly items: readonly PushItem[];
  readonly files: readonly SentFile[];
  readonly type: SourceType;
}

/** A document, or one of its localizations, whose files were deleted. */
export interface Deletion extends TitledAddress {
  readonly path: string;
  readonly entry: Entry;
  readonly isWhole: boolean;
  /** When the localizations were changed last, by locale. */
  readonly updatedAt: ReadonlyMap<string, string>;
}

export interface CollectOptions {
  readonly connection: string;
  readonly folder: ContentFolder;
  readonly environment: string;
  /** Whether a file that was never pulled fills what an equal document lacks. */
  readonly isFirst: boolean;
  /** The files that an interrupted push may have created. */
  readonly unconfirmed: ReadonlyMap<string, unknown>;
  /** The files that an interrupted push has written. */
  readonly written: ReadonlySet<string>;
  /** Gets what is to be written. */
  readonly items: PushItem[];
  /** Called with the files that are not sent, or not all of them. */
  readonly onFiles: (changes: readonly FileChange[]) => Promise<void>;
  /**
   * Asks once whether to send the values of files of which the service has an earlier, committed
   * content again, such as that of a backup.
   */
  readonly confirmEarlier: (paths: readonly string[]) => Promise<boolean>;
}

type PushedDocument = Pick<PushItem, "type" | "entry" | "documentId">;

interface ComparedDocument {
  readonly where: PushedDocument;
  readonly compared: readonly ComparedFile[];
  readonly changes: readonly FileChange[];
}

interface EarlierDocument extends ComparedDocument {
  /** Those of localizations that the service doesn't have. */
  readonly newFiles: SentFile[];
}

/** What the files of a folder change on the service. It holds the contents of changed files only. */
export class ChangedFiles {
  readonly publishing: Publishing[] = [];
  readonly deletions: Deletion[] = [];
  /** Those with other heads, because both sides have the same values or nothing any more. */
  readonly settled: Entry[] = [];
  readonly #options: CollectOptions;
  readonly #paths = new Set<string>();
  /** The names of the documents of the type that the service has. */
  readonly #there = new Map<string, string>();
  /** The names of documents of which nothing is sent. */
  readonly #held = new Set<string>();
  /** Those of which the service has an earlier content, by names such as `tags/winter`. */
  readonly #earlier = new Map<string, EarlierDocument>();

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  async addDocument(type: SourceType, document: SourceDocument): Promise<void> {
    const { folder, environment, unconfirmed } = this.#options;
    const { entry, files } = document;
    const isNew = entry.heads.length === 0;
    // Its files are those of a document whose answer was lost. The import finds that one.
    if (isNew && files.some(({ locale }) => unconfirmed.has(folder.pathOf(entry, locale)))) return;
    const documentId = documentIdOnService(document);
    if (documentId !== undefined) this.#there.set(entry.name, documentId);
    const { catalog } = type.service;
    if (await isOtherDocument(document, { folder, environment, catalog }))
      return this.#hold(document);
    let { heads } = entry;
    const changes: FileChange[] = [];
    const compared: ComparedFile[] = [];
    const deleted: SourceFile[] = [];
    for (const source of files) {
      const path = folder.pathOf(entry, source.locale);
      this.#paths.add(path);
      const [failure, comparison] = await this.#compare(source, { ...entry, heads }, type);
      if (failure) {
        changes.push({ path, kind: "unreadable", failure });
        continue;
      }
      const { decision } = comparison;
      if (decision.kind === "deleted") heads = withoutHead(heads, source.locale);
      if (decision.kind === "deleted-local" || decision.kind === "deleted-remote")
        changes.push({ path, ...decision });
      if (decision.kind === "deleted-local" && !decision.isChanged) deleted.push(source);
      if (decision.kind !== "compared") continue;
      const unsent = unsentPart(path, decision);
      const sent = comparedFile(path, source, comparison, decision);
      const { names } = sent;
      if (unsent) changes.push(unsent);
      else if (names.length === 0) heads = comparedHeads(source, comparison);
      if (names.some((name) => losesLeftOutParts(name, sent, type)))
        changes.push({ path, kind: "unclear", why: "left-out-parts" });
      else compared.push(sent);
    }
    if (heads !== entry.heads) this.settled.push({ ...entry, heads });
    const where = { type, entry, documentId };
    if (documentId !== undefined) this.#addDeletions(where, files, deleted);
    await this.#addCompared({ where, compared, changes });
  }

  async #addCompared(document: ComparedDocument): Promise<void> {
    const { where, compared, changes } = document;
    const reasons = changes.filter(isHolding);
    if (reasons.length > 0) this.#held.add(where.entry.name);
    if (reasons.length > 0 && reasons.every(isEarlier))
      this.#earlier.set(relationNameOf(where.entry), { ...document, newFiles: [] });
    else await this.#options.onFiles(changes);
    if (reasons.length === 0) this.#addChanges(where, compared, changes.length === 0);
  }

  /** Adds the documents of which the service has an earlier content, if the user agrees. */
  async addEarlier(): Promise<void> {
    const { confirmEarlier, onFiles } = this.#options;
    const documents = [...this.#earlier.values()];
    const files = documents.flatMap(({ changes }) => changes.filter(isEarlier));
    const isConfirmed = files.length > 0 && (await confirmEarlier(files.map(({ path }) => path)));
    for (const { where, compared, changes, newFiles } of documents) {
      await onFiles(isConfirmed ? changes.filter((change) => !isEarlier(change)) : changes);
      if (!isConfirmed) continue;
      this.#addChanges(where, compared, false);
      this.#addNew(where, newFiles);
    }
  }

  async #hold(document: SourceDocument): Promise<void> {
    const changes = otherDocument(document, this.#options.folder);
    for (const { path } of changes) this.#paths.add(path);
    this.#held.add(document.entry.name);
    await this.#options.onFiles(changes);
  }

  async #compare(source: SourceFile, entry: Entry, type: SourceType) {
    const { folder, environment, isFirst } = this.#options;
    const { catalog } = type.service;
    const outcome = await compareFile(source, entry, { folder, environment, catalog });
    const isHeadless = headsOf(entry.heads, source.locale).length === 0;
    return isFirst && isHeadless ? mapOutcome(outcome, withFilled) : outcome;
  }

  #addChanges(
    where: PushedDocument,
    compared: readonly ComparedFile[],
    isPublishable: boolean,
  ): void {
    const { type, entry, documentId = "" } = where;
    const [[shared], own] = byScope(type, compared);
    const changed = own.filter(({ names }) => names.length > 0);
    const first = changed[0] ?? own[0];
    const isSent = (shared?.names.length ?? 0) > 0;
    const written = isSent && first ? [...new Set([first, ...changed])] : changed;
    const { items } = this.#options;
    const ownItems = written.map((file, at): PushItem => {
      const line = items.length + at + 1;
      const files = shared && file === first ? [shared, file] : [file];
      return { line, ...where, locale: file.locale, isThere: true, files };
    });
    items.push(...ownItems);
    if (!type.service.type.draftAndPublish || !isPublishable) return;
    for (const file of own) {
      const wasPublished = headsOf(entry.heads, file.locale).some((head) => head.isPublished);
      const isWritten = isSent || changed.includes(file) || this.#options.written.has(file.path);
      if (!isWritten || !wasPublished || file.source.service?.isPublished !== true) continue;
      const address = this.#addressOf(type, documentId, file.locale);
      const files = [...(shared ? [shared] : []), file];
      this.publishing.push({ address, title: entry.name, items: ownItems, files, type });
    }
  }

  #addDeletions(
    { type, entry, documentId = "" }: PushedDocument,
    files: readonly SourceFile[],
    deleted: readonly SourceFile[],
  ): void {
    const { localized } = type.service.type;
    const isWhole = deleted.length === files.filter(({ service }) => service).length;
    const own = deleted.filter(({ locale }) => !localized || locale !== undefined);
    const updatedAt = new Map(
      own.map(({ locale = "", service }) => [locale, service?.updatedAt ?? ""]),
    );
    const others = files.filter(
      (file) => file.locale !== undefined && file.service && !deleted.includes(file),
    );
    const [first] = own;
    if (!first || (!isWhole && others.length === 0)) return;
    for (const { locale } of isWhole ? [first] : own) {
      const address = this.#addressOf(type, documentId, locale);
      const path = this.#options.folder.pathOf(entry, locale);
      this.deletions.push({ address, title: entry.name, path, entry, isWhole, updatedAt });
    }
  }

  /** Adds the files of a type that belong to no document, or to none in their locale. */
  async addNewFiles(type: SourceType): Promise<void> {
    const { folder, onFiles } = this.#options;
    const { type: contentType, catalog } = type.service;
    const locales = catalog.locales.map(({ code }) => code);
    const blocked = new Set([...type.problems.keys()].map(({ name }) => name));
    const known = new Map([...type.entries.values()].map((entry) => [entry.name, entry]));
    const places = new Map(
      (await folder.paths(contentType)).map((listed) => {
        const address = newPlaceIn(listed, contentType, locales);
        // A file may have the other format of its type.
        const path = folder.pathOf(address, address.locale);
        return [path, { path, ...address }];
      }),
    );
    const newFiles = [...places.values()].filter(
      ({ path, name }) => !this.#paths.has(path) && !blocked.has(name),
    );
    const names = new Set([...known.keys(), ...newFiles.map(({ name }) => name)]);
    const hasOneDocument = contentType.kind === "single" && names.size > 1;
    for (const [name, some] of groupedBy(newFiles, (each) => each.name)) {
      const { heads = [] } = known.get(name) ?? {};
      const entry = { type: some[0].type, name, heads };
      const documentId = this.#there.get(name);
      const changes: FileChange[] = [];
      const files: SentFile[] = [];
      for (const { path, locale } of some) {
        const [failure, file] = await folder.read(path);
        const unit = unitsOf(contentType, [locale]).find((each) => each.locale === locale);
        if (failure) changes.push({ path, kind: "unreadable", failure });
        else if (safeName(name) !== name)
          changes.push({ path, kind: "unclear", why: "unsafe-name" });
        else if (hasOneDocument && !known.has(name))
          changes.push({ path, kind: "unclear", why: "several-names" });
        else if (heads.length > 0 && documentId === undefined)
          changes.push({ path, kind: "deleted-remote", isChanged: true });
        else if (file && unit) files.push(newFileOf(path, unit, file, type));
      }
      await onFiles(changes);
      if (changes.length > 0) continue;
      if (this.#held.has(name)) this.#earlier.get(relationNameOf(entry))?.newFiles.push(...files);
      else this.#addNew({ type, entry, documentId }, files);
    }
    this.#paths.clear();
    this.#there.clear();
    this.#held.clear();
  }

  #addNew(where: PushedDocument, files: readonly SentFile[]): void {
    const { items } = this.#options;
    const { defaultLocale } = where.type.service.catalog;
    const [shared, [first, ...others]] = byScope(where.type, files);
    const add = (locale: string | undefined, ownFiles: readonly SentFile[]): void => {
      items.push({ line: items.length + 1, ...where, locale, isThere: false, files: ownFiles });
    };
    if (first) add(first.locale, [...shared, first]);
    else if (shared.length > 0) add(defaultLocale, shared);
    for (const file of others) add(file.locale, [file]);
  }

  #addressOf({ service: { type } }: SourceType, documentId: string, locale?: string): Address {
    const id = type.kind === "single" ? singleId : documentId;
    const { connection } = this.#options;
    return { connection, type: type.name, id, ...(locale !== undefined && { locale }) };
  }
}

function newFileOf(
  path: string,
  { locale, attributes: all }: Pick<SourceFile, "locale" | "attributes">,
  whole: JsonObject,
  { read, names: readable, service: { catalog } }: SourceType,
): SentFile {
  const attributes = new Map([...all].filter(([name]) => readable.includes(name)));
  // An attribute that the folder leaves out is never sent. What is none is refused by the import.
  const isSent = (name: string) => attributes.has(name) || !read.type.attributes.has(name);
  const file = pick(whole, Object.keys(whole).filter(isSent));
  const fileDigests = contentDigests(file, attributes, catalog);
  const names = Object.keys(file);
  const values = { file, fileDigests, content: {}, digests: new Map(), stored: new Map() };
  return { path, locale, attributes, names, ...values };
}

/** The file for what all locales share, and the others: first that of the default locale. */
function byScope<T extends SentFile>(
  { service: { type, catalog } }: SourceType,
  files: readonly T[],
): readonly [shared: readonly T[], own: readonly T[]] {
  const isShared = ({ locale }: SentFile) => type.localized && locale === undefined;
  const isDefault = ({ locale }: SentFile) => locale === catalog.defaultLocale;
  const own = files.filter((file) => !isShared(file));
  return [
    files.filter(isShared),
    [...own.filter(isDefault), ...own.filter((file) => !isDefault(file))],
  ];
}

/** A file without a head: what only the file has is sent, and what only the service has stays. */
function withFilled(comparison: FileComparison): FileComparison {
  const { decision, fileDigests, digests, compared } = comparison;
  if (decision.kind !== "compared") return comparison;
  const filled = decision.conflicts.filter((name) => !digests.has(name));
  const conflicts = decision.conflicts.filter((name) => digests.has(name) && fileDigests.has(name));
  const local = [...decision.local, ...filled];
  // What only the service has is not noted as pulled. Else it would be deleted by the next push.
  const isInFile = ([name]: readonly [string, unknown]) =>
    !digests.has(name) || fileDigests.has(name);
  return {
    ...comparison,
    compared: new Map([...compared].filter(isInFile)),
    digests: new Map([...digests].filter(isInFile)),
    decision: { ...decision, local, conflicts },
  };
}

/** A file and what to send of it. In an earlier content of the service, that is all that differs. */
function comparedFile(
  path: string,
  source: SourceFile,
  { file = {}, fileDigests, merged, compared: attributes, content, digests }: FileComparison,
  decision: ComparedDecision,
): ComparedFile {
  const { local, remote, conflicts, doubt } = decision;
  const isWhole = doubt === "went-back";
  const values = isWhole ? file : { ...omit(file, decision.merged), ...merged };
  return {
    ...{ path, locale: source.locale, attributes, fileDigests, content, digests, source },
    names: [...local, ...decision.merged, ...(isWhole ? [...remote, ...conflicts] : [])],
    file: withLineEnds(values, content),
    stored: new Map(),
  };
}

/** What is not sent of a file that both sides have; undefined if nothing. */
function unsentPart(path: string, decision: ComparedDecision): FileChange | undefined {
  if (decision.doubt === "went-back") return { path, ...decision };
  if (decision.remote.length + decision.conflicts.length === 0) return undefined;
  return { path, ...decision, local: [], merged: [] };
}

/** The values of a file, whose texts have the line ends of the service: Markdown has LF only. */
const withLineEnds = (values: JsonObject, content: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const earlier = valueIn(content, name);
      const hasCrlf = typeof earlier === "string" && earlier.includes("\r\n");
      const isText = hasCrlf && typeof value === "string";
      return [name, isText ? value.replaceAll(/\r?\n/g, "\r\n") : value];
    }),
  );

/** Whether nothing of a document is sent. */
const isHolding = (change: FileChange): boolean =>
  change.kind === "unclear" ||
  isEarlier(change) ||
  (change.kind === "compared" && change.conflicts.length > 0);

/** Whether the service has an earlier content of a file. */
const isEarlier = (change: FileChange): boolean =>
  change.kind === "compared" && change.doubt === "went-back";
