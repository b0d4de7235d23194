import { isObject, keyTextOf, ownIn, attributeNameOf } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import {
  isFile,
  referencesIn as contentReferencesIn,
  withReferences,
  type ReferenceValue,
} from "../content/references.ts";
import type { FileTransfer } from "../media/fileTransfer.ts";
import { isPolymorphic } from "../schemas/catalog.ts";
import type { BulkFailure, BulkResult, PlanFailure } from "../runs/bulkFailure.ts";
import type { RecordGroup, RecordEntry, RecordIndex } from "./recordIndex.ts";
import type { SourceRecord } from "./sourceRecord.ts";
import { FileFinder, TargetFinder, type TargetLookup } from "./targetFinder.ts";
import type { Service } from "../schemas/catalogs.ts";

/** Finds documents by the values that records have for them. */
export interface Finder<Value> {
  /** Requests the values that were not requested before. */
  learn(values: readonly Value[], signal?: AbortSignal): BulkResult<null>;
  /** The documentIds: one, unless the document or file is missing or ambiguous. */
  find(value: Value): readonly string[];
}

export interface Finders {
  readonly targets: Finder<TargetLookup>;
  /** For targets that have no record; absent if relations name only documents of records. */
  readonly otherTargets?: Finder<TargetLookup>;
  readonly files: Finder<Json>;
}

export function serviceFinders(service: Service): Finders {
  const targets = new TargetFinder(service);
  return { targets, otherTargets: targets, files: new FileFinder(service) };
}

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

export class ReferenceResolver {
  readonly #index: RecordIndex;
  readonly #finders: Finders;

  constructor(index: RecordIndex, finders: Finders) {
    this.#index = index;
    this.#finders = finders;
  }

  /** Looks up the references of records that were not looked up before. */
  async learn(read: readonly ReadRecord[], signal?: AbortSignal): BulkResult<null> {
    const references = read.flatMap((record) =>
      referencesIn(record).map((reference) => ({ ...reference, entry: record.entry })),
    );
    const values = references.filter(isFile).map(({ value }) => value);
    const [unseen] = await this.#finders.files.learn(values, signal);
    if (unseen) return failed(unseen);
    const named = references.flatMap((reference) => targetOf(reference, reference.entry) ?? []);
    return this.learnTargets(named, signal);
  }

  async learnTargets(named: readonly NamedTarget[], signal?: AbortSignal): BulkResult<null> {
    const lookups = named
      .map(({ lookup }) => lookup)
      .filter((lookup) => this.#createdDocument(lookup) === undefined);
    const matched = lookups.flatMap((lookup) => this.#matchedOnService(lookup) ?? []);
    const [failure] = await this.#finders.targets.learn(matched, signal);
    if (failure) return failed(failure);
    const unmatchedLookups = lookups.filter((lookup) => !this.#matchedOnService(lookup));
    return this.#finders.otherTargets?.learn(unmatchedLookups, signal) ?? done(null);
  }

  /** All keys by which a record names the targets of its relations. */
  targetsNamedIn(read: ReadRecord): NamedTarget[] {
    const { targets } = read.entry.type.service.catalog;
    return referencesIn(read)
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

  /** Whether a record that is not written yet will create the target of a relation. */
  isPending({ lookup, path }: NamedTarget): boolean {
    const [failure, documentId] = this.#resolveLookup(lookup, { path, value: lookup.value });
    return !failure && documentId === null;
  }

  /** Resolves a record. Call `learn` with the record first. */
  resolve({ entry, record }: ReadRecord): Outcome<ResolvedRecord, BulkFailure> {
    const pending = new Set<string>();
    let flaw: PlanFailure | undefined;
    const replace = (reference: ReferenceValue): Json | undefined => {
      const target = targetOf(reference, entry);
      const fileIds = isFile(reference) ? this.#finders.files.find(reference.value) : [];
      const [failure, documentId] = target
        ? this.#resolveLookup(target.lookup, reference)
        : onlyDocument(fileIds, reference);
      if (failure) flaw ??= failure;
      else if (documentId === null) pending.add(attributeNameOf(reference.path));
      else {
        const { attribute } = reference;
        // A target that can have any type has one more key.
        return { ...(isPolymorphic(attribute) && { __type: attribute.target ?? "" }), documentId };
      }
      return undefined;
    };
    const content = withReferences(record.content, entry.type.service, replace);
    return flaw ? failed(flaw) : done({ content, pending: [...pending] });
  }

  async learnAndResolve(read: ReadRecord): BulkResult<ResolvedRecord> {
    const [unseen] = await this.learn([read]);
    return unseen ? failed(unseen) : this.resolve(read);
  }

  #resolveLookup(
    lookup: TargetLookup,
    reference: Pick<ReferenceValue, "path" | "value">,
  ): ResolvedReference {
    const [group, other] = this.#index.groupsNamed(lookup);
    if (other) return failed({ code: "doubled-target", ...failurePlaceOf(reference) });
    const createdId = this.#createdDocument(lookup);
    if (createdId !== undefined) return done(createdId);
    const locale = this.#index.localeOfTarget(lookup);
    const { targets, otherTargets } = this.#finders;
    const matched = this.#matchedOnService(lookup);
    const ids = matched ? targets.find(matched) : otherTargets?.find(lookup);
    const match = onlyDocument(ids ?? [], reference);
    if (!match[0]) return match;
    if (isStillToCreate(group, locale)) return done(null);
    // Why the plan refuses the document in that locale, or in any: its own failure, or its cause.
    const [first] = group?.refused.values() ?? [];
    const refused = locale === undefined ? first : group?.refused.get(locale);
    if (!refused?.failure) return match;
    const { title, type, failure } = refused;
    const { path } = reference;
    return failure.code === "refused-target"
      ? failed({ ...failure, path })
      : failed({ code: "refused-target", title, type: type.target.type, cause: failure, path });
  }

  /** The documentId of a target that this import or an earlier one created. */
  #createdDocument(lookup: TargetLookup): string | undefined {
    const [group] = this.#index.groupsNamed(lookup);
    return group && isCreated(group, this.#index.localeOfTarget(lookup))
      ? group.documentId
      : undefined;
  }

  /** The lookup of a record's document by its documentId; undefined if it has none yet. */
  #matchedOnService(lookup: TargetLookup): TargetLookup | undefined {
    const documentId = this.#index.groupsNamed(lookup)[0]?.documentId;
    return documentId === undefined
      ? undefined
      : { ...lookup, by: "documentId", value: documentId };
  }
}

/** Resolves relations and files, and the links in texts to the source's files. */
export class LinkingResolver extends ReferenceResolver {
  readonly #media: FileTransfer;

  constructor(index: RecordIndex, finders: Finders, media: FileTransfer) {
    super(index, finders);
    this.#media = media;
  }

  override async learn(read: readonly ReadRecord[], signal?: AbortSignal): BulkResult<null> {
    const contents = read.map(({ record }) => record.content);
    const [failure] = await this.#media.learnLinks(contents, signal);
    return failure ? failed(failure) : super.learn(read, signal);
  }

  override resolve(read: ReadRecord): Outcome<ResolvedRecord, BulkFailure> {
    const used = contentReferencesIn(read.record.content, read.entry.type.service);
    const ids = used.flatMap(({ target, documentId }) => (target === "" ? documentId : []));
    const blocked = this.#media.blockedIn(ids);
    if (blocked) return failed(blocked);
    const [failure, resolved] = super.resolve(read);
    if (failure) return failed(failure);
    for (const [path, value] of Object.entries(resolved.content)) {
      const link = this.#media.failedLinkIn(value ?? null);
      if (link !== undefined) return failed({ code: "no-target", path, value: link });
    }
    return done({ ...resolved, content: this.#media.withTargetLinks(resolved.content) });
  }
}

/** The target by the key that the user chose, or by its documentId if the record lacks that key. */
function targetOf(reference: ReferenceValue, entry: RecordEntry): NamedTarget | undefined {
  if (isFile(reference)) return undefined;
  const by = entry.type.target.relations.get(reference.path) ?? "documentId";
  return targetNamedBy(by, reference, entry) ?? targetNamedBy("documentId", reference, entry);
}

function referencesIn({ entry, record }: ReadRecord): ReferenceValue[] {
  const references: ReferenceValue[] = [];
  withReferences(record.content, entry.type.service, (reference) => {
    references.push(reference);
    return reference.value;
  });
  return references;
}

function targetNamedBy(
  by: string,
  { path, value, attribute: { target } }: ReferenceValue,
  { locale }: RecordEntry,
): NamedTarget | undefined {
  const keyText = keyTextOf(isObject(value) ? ownIn(value, by) : value);
  if (keyText === undefined || target === undefined) return undefined;
  return { path, lookup: { target, by, value: keyText, locale } };
}

/** Whether this import or an earlier one created the document in that locale, or in any. */
const isCreated = ({ created }: RecordGroup, locale: string | undefined): boolean =>
  locale === undefined ? created.size > 0 : created.has(locale);

/** Whether this import will still create the document in that locale, or in any. */
function isStillToCreate(group: RecordGroup | undefined, locale: string | undefined): boolean {
  if (!group || group.hasFailed || isCreated(group, locale)) return false;
  return locale === undefined ? group.lines.size > 0 : group.lines.has(locale);
}

function onlyDocument(
  documentIds: readonly string[],
  reference: Pick<ReferenceValue, "path" | "value">,
): ResolvedReference {
  const [documentId, otherId] = documentIds;
  if (documentId !== undefined && otherId === undefined) return done(documentId);
  const code = documentId === undefined ? "no-target" : "ambiguous-target";
  return failed({ code, ...failurePlaceOf(reference) });
}

function failurePlaceOf({ path, value }: Pick<ReferenceValue, "path" | "value">) {
  const [only, ...others] = isObject(value) ? Object.values(value) : [value];
  const text = others.length === 0 ? keyTextOf(only) : undefined;
  return { path, value: text ?? JSON.stringify(value) };
}
