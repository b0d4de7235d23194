import type { SourceItem, RecordSource } from "../import/sourceRecord.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import { withoutReferences } from "../content/references.ts";
import { shapeAttributes, type ContentForm } from "../content/documentText.ts";
import { PageReader } from "../reading/pageReader.ts";
import { singleId } from "../foundation/address.ts";
import { groupedBy, sizedChunks } from "../foundation/chunks.ts";
import { ownIn, pick, textIn, attributeNameOf, type JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import { isStructured, targetKeysOf } from "../schemas/catalog.ts";
import type { CopyType, CopyTypes } from "../compare/copyTypes.ts";
import { withMadeUpValues } from "./madeUpValues.ts";
import type { SentWrite } from "../compare/documentPairs.ts";
import { digestOf, PortableForm } from "../compare/portableForm.ts";
import { changedAtOf } from "../compare/sideReader.ts";
import type { SourceRows } from "../compare/sourceRows.ts";
import { unreadAttributesOf, unreadPartsOf } from "../compare/unreadParts.ts";
import type { ReadSide, UnreadPart } from "../compare/unreadParts.ts";
import { stateOf } from "../content/publicationStatus.ts";
import type { OtherChange } from "../journal/journalEntry.ts";

/** A document that a relation names. */
export interface NamedDocument {
  readonly type: string;
  /** The documentId in the source. */
  readonly fromId: string;
  readonly title: string;
}

export interface CopyDocument extends NamedDocument {
  /** The documentId in the target; absent if the document is new. */
  readonly toId?: string | undefined;
  /** When the source was changed last before it was compared, in milliseconds. */
  readonly changedAt?: number | undefined;
  /** The parts to copy, the default locale first. */
  readonly parts: readonly CopyPart[];
  /** The document whose relation needs this one; absent if the user chose it. */
  readonly broughtBy?: NamedDocument | undefined;
}

/** A document in one locale. */
export interface CopyPart {
  /** Absent if the type is not localized. */
  readonly locale?: string | undefined;
  /** The attributes to copy; absent for all that both services have. */
  readonly names?: readonly string[] | undefined;
  /** Attributes that differ and are not copied. */
  readonly kept?: readonly string[] | undefined;
  /**
   * Digests of what both services had when they were compared, by attribute. Under an empty name, or
   * ` deleted`: of the localization of the source that the target lacked, or had deleted.
   */
  readonly seen?: Readonly<Record<string, number>> | undefined;
  /** The relations that other documents lose, if a person reviewed the plan in a file. */
  readonly reviewed?: readonly OtherChange[] | undefined;
}

/** A document in one locale, as the plan treats it. */
export interface CopyItem extends CopyPart {
  /** The number in the plan, from 1. */
  readonly line: number;
  readonly document: CopyDocument;
}

export const itemsOf = (documents: readonly CopyDocument[]): readonly CopyItem[] =>
  documents
    .flatMap((document) => document.parts.map((part) => ({ ...part, document })))
    .map((item, at) => ({ line: at + 1, ...item }));

const maxRecordsTogether = 50;

/**
 * The documents to copy, in the order of the plan and as one step reads them. They are never all in
 * memory. Attributes that the source does not return are left out.
 */
export class CopySource implements RecordSource {
  readonly #items: readonly CopyItem[];
  readonly #types: CopyTypes;
  readonly #source: SourceRows;
  /** The rows that were read last, by line. */
  #rows: ReadRows = new Map();

  constructor(items: readonly CopyItem[], source: SourceRows) {
    this.#items = items;
    this.#types = source.types;
    this.#source = source;
  }

  async *records(signal?: AbortSignal): AsyncGenerator<SourceItem, void, void> {
    for (const chunk of sizedChunks(this.#items, maxRecordsTogether)) {
      const rows = await this.#read(chunk, signal);
      this.#rows = rows;
      for (const item of chunk) yield await this.#recordOf(item, rows.get(item.line));
    }
  }

  /**
   * Digests of the attributes that were read, in portable form, without the relations that
   * are pending, and the time of the last change, in milliseconds. Only for a document that was read
   * with the last ones.
   */
  stateOf(line: number, isPending: Parameters<typeof withoutReferences>[2]) {
    const { row, type } = this.#lastRead(line) ?? {};
    if (!row || !type) return { digests: [], changedAt: 0 };
    const present = withoutReferences(row, type.views.from, isPending);
    const form = new PortableForm(this.#types.portableContext(type, "from")).of(present);
    const unread = unreadAttributesOf(row, sourceOf(type));
    const digests = Object.entries(form).flatMap(([name, value]) =>
      unread.has(name) ? [] : [[name, digestOf(value)] as const],
    );
    return { digests, changedAt: changedAtOf(row) };
  }

  /**
   * Whether a value was edited since an earlier copy sent the document. Relations and components may
   * have been sent later.
   */
  differsFrom({ expected }: SentWrite, line: number): boolean {
    const { type } = this.#lastRead(line) ?? {};
    return this.stateOf(line, () => false).digests.some(([name, digest]) => {
      const attribute = type?.views.from.type.attributes.get(name);
      const sent = type && ownIn(expected, this.#types.baseNameOf(type, name));
      return attribute && !isStructured(attribute) && sent !== undefined && sent !== digest;
    });
  }

  /** What the copy leaves out of the document that was read last, because it was not returned. */
  unreadPartsOf(line: number): readonly UnreadPart[] {
    const { row, type } = this.#lastRead(line) ?? {};
    if (!row || !type) return [];
    const names = this.#items[line - 1]?.names;
    return unreadPartsOf(row, sourceOf(type)).filter(
      (part) => names?.includes(attributeNameOf(part.path)) ?? true,
    );
  }

  #lastRead(line: number) {
    const row = this.#rows.get(line)?.[1];
    const type = this.#types.of(this.#items[line - 1]?.document.type ?? "");
    return row && type && { row, type };
  }

  async publishedLines(signal?: AbortSignal): BulkResult<PublishedLines> {
    const publishedLines = new Map<number, PublishedState>();
    // Items of the same type and locale, which one request reads.
    const groups = sizedChunks(this.#items, maxRecordsTogether).flatMap((chunk) => [
      ...groupedBy(chunk, ({ document, locale = "" }) => `${document.type} ${locale}`).values(),
    ]);
    for (const items of groups) {
      const [{ document: first, locale }] = items;
      const type = this.#types.of(first.type);
      if (!type?.from.type.draftAndPublish) continue;
      const query = {
        status: "published",
        locales: locale === undefined ? [] : [locale],
        shapes: [{ fields: ["updatedAt"] }],
      } as const;
      const copied: [number, JsonObject][] = [];
      for (const [line, [failure, row]] of await this.#read(items, signal)) {
        if (failure) return failed(failure);
        copied.push([line, row]);
      }
      if (this.#source.version === "published") {
        for (const [line] of copied) publishedLines.set(line, "published");
        continue;
      }
      const ids = items.map(({ document }) => document.fromId);
      const [failure, rows] = await new PageReader(type.from, query, { signal }).byIds(ids);
      if (failure) return failed(failure);
      const times = new Map(rows.map((row) => [textIn(row, "documentId"), row["updatedAt"]]));
      for (const [line, row] of copied) {
        const time = times.get(textIn(row, "documentId"));
        if (time === undefined) continue;
        const isModified = stateOf(row["updatedAt"], time) === "modified";
        publishedLines.set(line, isModified ? "modified" : "published");
      }
    }
    return done(publishedLines);
  }

  async #recordOf(
    { line, document, locale, names }: CopyItem,
    read: Outcome<JsonObject, BulkFailure> = failed({ code: "gone" }),
  ): Promise<SourceItem> {
    const [failure, row] = read;
    const type = this.#types.of(document.type);
    if (!type) return { line, type: document.type, failure: failure ?? { code: "gone" } };
    const { name } = type.to.type;
    if (failure) return { line, type: name, failure };
    const { type: shared } = type.views.from;
    const unread = unreadAttributesOf(row, sourceOf(type));
    const copiedAttributes = [...shared.attributes.keys()].filter(
      (attribute) => (names?.includes(attribute) ?? true) && !unread.has(attribute),
    );
    const documentId = this.#types.isSingle(document.type) ? singleId : document.fromId;
    const content = pick(shapeAttributes(row, type.views.from, copiedForm), copiedAttributes);
    const { to: empty } = this.#types.empty;
    const filled =
      empty.all.length === 0
        ? content
        : await withMadeUpValues(content, row, {
            owner: shared.uid,
            attributes: { from: type.whole.type.attributes, to: type.to.type.attributes },
            components: { from: type.whole.catalog.components, to: type.to.catalog.components },
            empty,
            seed: documentId,
            // The attributes of an existing document keep their values.
            keeps: names !== undefined,
          });
    return { line, record: { line, type: name, documentId, locale, content: filled } };
  }

  async #read(items: readonly CopyItem[], signal: AbortSignal | undefined): Promise<ReadRows> {
    const rowsByLine = new Map<number, Outcome<JsonObject, BulkFailure>>();
    for (const [uid, some] of groupedBy(items, ({ document }) => document.type)) {
      const ids = some.map(({ document }) => document.fromId);
      const locales = some.map(({ locale }) => locale);
      const [failure, rows] = await this.#source.read(uid, ids, locales, { signal });
      const byId = groupedBy(rows ?? [], (row) => textIn(row, "documentId"));
      for (const { line, document, locale } of some) {
        const versions = this.#types.isSingle(uid) ? rows : byId.get(document.fromId);
        const row = versions?.find(
          (version) => locale === undefined || version["locale"] === locale,
        );
        if (failure) rowsByLine.set(line, failed(failure));
        else if (row) rowsByLine.set(line, done(row));
      }
    }
    return rowsByLine;
  }
}

const sourceOf = ({ views, from }: CopyType): ReadSide => ({
  ...views.from,
  service: from,
  side: "from",
});

/** By line. */
type ReadRows = ReadonlyMap<number, Outcome<JsonObject, BulkFailure>>;

/** The documents that the source has published, by line; `modified` if the draft has changed. */
export type PublishedLines = ReadonlyMap<number, PublishedState>;

type PublishedState = "published" | "modified";

/** What the other service gets of a document. References are documentIds only. */
const copiedForm: ContentForm = {
  hasAttribute: () => true,
  componentKeys: ["__component"],
  keysOf: targetKeysOf,
};
