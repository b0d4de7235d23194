import type { AttributeSchema } from "../../../client/index.ts";
import { attributesOf } from "../../documents/content/differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject, isArray } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent, isOwnReference } from "../../schemas/catalog.ts";
import type { BulkFailure, PlanFailure } from "../bulkFailure.ts";
import type { RecordGroup, RecordEntry, RecordIndex } from "./recordIndex.ts";
import type { SourceRecord } from "./sourceRecord.ts";
import { FileFinder, keyTextOf, TargetFinder } from "./targetFinder.ts";
import type { TargetLookup } from "./targetFinder.ts";

/** A record and its index entry. */
export interface ReadRecord {
  readonly entry: RecordEntry;
  readonly record: SourceRecord;
}

/** A relation target, with one of the keys by which a record names it. */
export interface NamedTarget {
  readonly path: string;
  readonly lookup: TargetLookup;
}

/** A record whose relations and files are resolved to documentIds. */
export interface ResolvedRecord {
  /** The content without relations to documents that don't exist yet. */
  readonly content: JsonObject;
  /** The attributes that lack relations for that reason. */
  readonly pending: readonly string[];
}

/** The documentId of a reference, null if its document is created later, or a failure. */
type ResolvedReference = Outcome<string | null, PlanFailure>;

/** Resolves the relations and files of records. */
export class Resolver {
  readonly #index: RecordIndex;
  readonly #targets: TargetFinder;
  readonly #files: FileFinder;

  constructor(index: RecordIndex) {
    this.#index = index;
    this.#targets = new TargetFinder(index.service);
    this.#files = new FileFinder(index.service);
  }

  /** Looks up the references of records that were not looked up before. */
  async learn(
    read: readonly ReadRecord[],
    signal?: AbortSignal,
  ): Promise<Outcome<null, BulkFailure>> {
    const all = read.flatMap(({ entry, record }) =>
      this.#referencesIn(record).map((reference) => ({ entry, reference })),
    );
    const files = all.filter(({ reference }) => isFile(reference));
    const values = files.map(({ reference }) => reference.value);
    const [unseen] = await this.#files.learn(values, signal);
    if (unseen) return failed(unseen);
    const named = all.flatMap(({ entry, reference }) => this.#namedBy(reference, entry) ?? []);
    return this.learnTargets(named, signal);
  }

  learnTargets(
    named: readonly NamedTarget[],
    signal?: AbortSignal,
  ): Promise<Outcome<null, BulkFailure>> {
    return this.#targets.learn(
      named.map(({ lookup }) => this.#onService(lookup)),
      signal,
    );
  }

  /** All keys by which a record names the targets of its relations. */
  targetsNamedIn(read: ReadRecord): NamedTarget[] {
    const { targets } = this.#index.service.catalog;
    return this.#referencesIn(read.record)
      .filter((reference) => !isFile(reference))
      .flatMap((reference) => {
        const { value, attribute } = reference;
        const known = targets.get(attribute.target ?? "")?.attributes;
        const keys = isObject(value) ? Object.keys(value) : ["documentId"];
        return keys
          .filter((key) => key === "documentId" || known?.has(key) === true)
          .flatMap((key) => targetNamedBy(key, reference, read.entry) ?? []);
      });
  }

  /** Whether a target exists on the service or in the file. */
  isThere({ lookup, path }: NamedTarget): boolean {
    return this.#resolveLookup(lookup, { path, value: lookup.value })[0] === null;
  }

  /** Resolves a record. Call `learn` with the record first. */
  resolve({ entry, record }: ReadRecord): Outcome<ResolvedRecord, BulkFailure> {
    const pending = new Set<string>();
    let flaw: PlanFailure | undefined;
    const replace = (reference: RecordReference): Json | undefined => {
      const [failure, documentId] = isFile(reference)
        ? onlyDocument(this.#files.find(reference.value), reference)
        : this.#target(reference, entry);
      if (failure) flaw ??= failure;
      else if (documentId === null) pending.add(reference.path.split(".")[0] ?? "");
      else return { documentId };
      return undefined;
    };
    const content = withReferences(record.content, { ...this.#shape, replace });
    return flaw ? failed(flaw) : done({ content, pending: [...pending] });
  }

  #target(reference: RecordReference, entry: RecordEntry): ResolvedReference {
    const { path, value } = reference;
    const known = this.#namedBy(reference, entry);
    return known
      ? this.#resolveLookup(known.lookup, reference)
      : failed({ code: "no-target", path, value: displayValueOf(value) });
  }

  #resolveLookup(
    lookup: TargetLookup,
    place: Pick<RecordReference, "path" | "value">,
  ): ResolvedReference {
    const [group, other] = this.#groupsOf(lookup);
    if (other) {
      return failed({
        code: "doubled-target",
        path: place.path,
        value: displayValueOf(place.value),
      });
    }
    const { locale = "" } = lookup;
    if (group?.documentId !== undefined && group.created.has(locale)) return done(group.documentId);
    const found = onlyDocument(this.#targets.find(this.#onService(lookup)), place);
    return found[0] && isStillToCreate(group, locale) ? done(null) : found;
  }

  /**
   * The target by the key that the user chose, or by its documentId if the record lacks that key.
   */
  #namedBy(reference: RecordReference, entry: RecordEntry): NamedTarget | undefined {
    if (isFile(reference)) return undefined;
    const by = this.#index.target.relations.get(reference.path) ?? "documentId";
    return targetNamedBy(by, reference, entry) ?? targetNamedBy("documentId", reference, entry);
  }

  /** Looks up a matched document of the file by its documentId on the service. */
  #onService(lookup: TargetLookup): TargetLookup {
    const documentId = this.#groupsOf(lookup)[0]?.documentId;
    return documentId === undefined ? lookup : { ...lookup, by: "documentId", value: documentId };
  }

  #groupsOf({ target, by, value, locale }: TargetLookup): readonly RecordGroup[] {
    const isOwn = target === this.#index.service.type.uid;
    return isOwn ? this.#index.groupsNamed(by, value, locale) : [];
  }

  #referencesIn({ content }: SourceRecord): RecordReference[] {
    return referencesOf(content, this.#shape).filter(({ value }) => value !== null);
  }

  get #shape() {
    const { type, catalog } = this.#index.service;
    return { attributes: type.attributes, catalog };
  }
}

const isFile = ({ attribute }: RecordReference): boolean => attribute.type === "media";

function targetNamedBy(
  by: string,
  { path, value, attribute: { target } }: RecordReference,
  { locale }: RecordEntry,
): NamedTarget | undefined {
  const keyText = keyTextOf(isObject(value) ? value[by] : value);
  if (keyText === undefined || target === undefined) return undefined;
  return { path, lookup: { target, by, value: keyText, locale } };
}

/** Whether this import will still create the document in that locale. */
const isStillToCreate = (group: RecordGroup | undefined, locale: string): boolean =>
  group !== undefined && !group.hasFailed && group.lines.has(locale) && !group.created.has(locale);

function onlyDocument(
  documentIds: readonly string[],
  { path, value }: Pick<RecordReference, "path" | "value">,
): ResolvedReference {
  const [documentId, ...others] = documentIds;
  if (documentId !== undefined && others.length === 0) return done(documentId);
  const code = documentId === undefined ? "no-target" : "ambiguous-target";
  return failed({ code, path, value: displayValueOf(value) });
}

const displayValueOf = (value: Json): string => keyTextOf(value) ?? JSON.stringify(value);

/** A reference to one relation target or media file in a record. */
export interface RecordReference {
  readonly value: Json;
  readonly attribute: AttributeSchema;
  /** The path without indexes: `sections.author`. */
  readonly path: string;
}

interface ReferenceContext {
  readonly attributes: Attributes;
  readonly catalog: Catalog;
  /** Returns the replacement of a reference; undefined to omit it. */
  readonly replace: (reference: RecordReference) => Json | undefined;
}

/** Replaces each media file and each relation that the document owns. */
function withReferences(content: JsonObject, context: ReferenceContext, above = ""): JsonObject {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const attribute = context.attributes.get(name);
      return [
        name,
        attribute ? withReferencesIn(value, { attribute, path: above + name }, context) : value,
      ];
    }),
  );
}

function withReferencesIn(
  value: Json,
  at: Omit<RecordReference, "value">,
  context: ReferenceContext,
): Json {
  const one = (item: Json): Json | undefined => itemIn(item, at, context);
  if (!isOwnReference(at.attribute) && !isComponent(at.attribute)) return value;
  if (!isArray(value)) return one(value) ?? null;
  return value.flatMap((item) => one(item) ?? []);
}

function itemIn(
  value: Json,
  at: Omit<RecordReference, "value">,
  context: ReferenceContext,
): Json | undefined {
  if (value === null) return null;
  const { attribute, path } = at;
  if (isOwnReference(attribute)) return context.replace({ value, ...at });
  const attributes = isObject(value) && attributesOf(attribute, value, context.catalog);
  return attributes ? withReferences(value, { ...context, attributes }, `${path}.`) : value;
}

/** The relations and media files of a content. */
function referencesOf(
  content: JsonObject,
  context: Omit<ReferenceContext, "replace">,
): RecordReference[] {
  const found: RecordReference[] = [];
  const replace = (reference: RecordReference): Json => {
    found.push(reference);
    return reference.value;
  };
  withReferences(content, { ...context, replace });
  return found;
}
