import { randomBytes } from "node:crypto";
import { keyOf, type Address } from "../foundation/address.ts";
import { connectionMark, groupMark, markOf } from "../foundation/marks.ts";
import type { Draft } from "../documents/snapshotReader.ts";
import type { InboundRelation } from "../find/inboundRelations.ts";
import { isArray, isObject, pathBelow, type JsonObject, type Json } from "../foundation/json.ts";
import type { VersionName } from "../content/publicationStatus.ts";
import type { AttributeSchema } from "../../client/index.ts";
import { isComponent, isUnread, withTargetType, attributesOf } from "../schemas/catalog.ts";
import type { Attributes, Catalog, ContentType, TypeInCatalog } from "../schemas/catalog.ts";

export type JournalAction =
  | "save"
  | "replace"
  | "publish"
  | "delete"
  | "restore"
  | "localize"
  | "create"
  | Withdrawal;

/** The actions of an administrator on one locale of a document. */
export type Withdrawal = "unpublish" | "discard";

/** Contents of a document by locale, or under `-` if it has none; empty if there was no content. */
export type LocalizedContents = Readonly<Record<string, JsonObject>>;

export const noLocale = "-";

export const contentIn = (
  { locale = noLocale }: Address,
  content: JsonObject,
): LocalizedContents => ({ [locale]: content });

export const localizationAddress = (address: Address, locale: string): Address =>
  locale === noLocale ? address : { ...address, locale };

export const contentsOf = (drafts: readonly Draft[]): LocalizedContents =>
  Object.fromEntries(
    drafts.map(({ content, facts }) => [
      typeof facts.locale === "string" ? facts.locale : noLocale,
      content,
    ]),
  );

/** A write that is about to be sent. */
export interface NewJournalEntry {
  readonly action: JournalAction;
  /** Entries of one action share a group. */
  readonly group?: string | undefined;
  /** Has no locale if the entry is about all locales of the document. */
  readonly address: Address;
  readonly title: string;
  /** The changed attributes, in the form `seo.metaTitle`. */
  readonly paths?: readonly string[];
  readonly before?: LocalizedContents | undefined;
  /** The expected contents after the write. */
  readonly after: LocalizedContents;
  readonly undoes?: string | undefined;
  /** For a delete: the locales that had a published version. */
  readonly live?: readonly string[];
  /** For a delete: the published versions that differed from their drafts. */
  readonly published?: LocalizedContents | undefined;
  /** For a delete: the relations that pointed to the document. */
  readonly inbound?: readonly InboundRelation[] | undefined;
  readonly elsewhere?: readonly OtherChange[] | undefined;
  /** For a deleted or replaced media file: its earlier bytes, in base64; absent if too large. */
  readonly bytes?: string | undefined;
}

export interface JournalEntry extends NewJournalEntry {
  readonly id: string;
  readonly paths: readonly string[];
  readonly before: LocalizedContents;
  /** ISO 8601. */
  readonly at: string;
  /** `sent`: the outcome was never recorded; `unknown`: the outcome could not be determined. */
  readonly outcome: "sent" | "done" | "failed" | "unknown";
  /** The expected contents after the write, if the service did not keep all of them. */
  readonly expected?: LocalizedContents | undefined;
  readonly omitted: readonly string[];
}

export const undoneIn = (history: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(history.flatMap(({ undoes, outcome }) => (undoes && outcome === "done" ? undoes : [])));

/** The facts in a file name, so that only relevant files are read. */
export interface JournalFileName {
  readonly name: string;
  /** Sorts chronologically. */
  readonly stamp: string;
  readonly connection: string;
  readonly document: string;
  readonly action: string;
  readonly group: string;
  readonly isGrouped: boolean;
  /** False for a file that was not written completely. */
  readonly isWhole: boolean;
}

/** A time as the start of a file name, such as `20260302T080000123Z`. */
export const stampOf = (time: number): string => new Date(time).toISOString().replace(/[-:.]/g, "");

/** The time of a stamp, in milliseconds. */
export const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, "$1-$2-$3T$4:$5:$6.$7Z"));

/** The identifier of a document in a file name: the same in all locales. */
export const documentMark = (address: Address): string =>
  markOf(keyOf({ ...address, locale: "*" }), 12);

export function newFileName({ action, address, group }: NewJournalEntry, time: number): string {
  const marks = [connectionMark(address.connection), documentMark(address), action];
  const random = randomBytes(4).toString("hex");
  const grouped = group === undefined ? noGroup : groupMark(group);
  return [stampOf(time), ...marks, grouped, random].join("-") + extension;
}

const noGroup = "0";
const extension = ".json";
const namePattern =
  /^(?<stamp>\d{8}T\d{9}Z)-(?<connection>\w+)-(?<document>\w+)-(?<action>\w+)-(?<group>\w+)-\w+\.json/;

/** Undefined for a file that is not a journal entry. An unfinished file has a longer name. */
export function parseFileName(name: string): JournalFileName | undefined {
  const nameParts = namePattern.exec(name)?.groups;
  if (!nameParts) return undefined;
  const { stamp = "", connection = "", document = "", action = "", group = "" } = nameParts;
  const flags = { isGrouped: group !== noGroup, isWhole: name.endsWith(extension) };
  return { name, stamp, connection, document, action, group, ...flags };
}

/** Undefined if the file is truncated or not an entry. */
export function fromRecord(id: string, text = ""): JournalEntry | undefined {
  try {
    const record: unknown = JSON.parse(text);
    if (!isObject(record)) return undefined;
    const { at, action, address, paths, before, after } = record;
    // The type is claimed after checking the fields that every entry needs. The other fields are not
    // checked, because earlier versions wrote fewer, and only this program writes the files.
    const isWhole =
      typeof at === "string" &&
      typeof action === "string" &&
      isArray(paths) &&
      [address, before, after].every(isObject);
    return isWhole ? ({ ...record, id } as unknown as JournalEntry) : undefined;
  } catch {
    // A damaged file, from another window, another version or a full disk, does not affect other
    // entries.
    return undefined;
  }
}

/** A relation that another document gets or loses by a write that doesn't name that document. */
export interface OtherChange extends InboundRelation {
  /** The version that changes. A type without drafts has published versions only. */
  readonly version: VersionName;
  readonly change: "gets" | "loses";
  /** The documentId of the target that it gets or loses. */
  readonly target: string;
  /** The documentIds of all targets before and after the write. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface OtherChanges {
  readonly changed: readonly OtherChange[];
  /** Whether more documents point to the targets than were read. */
  readonly isTruncated: boolean;
  /** Paths of relations that may change and can't be looked up, such as `articles.sections`. */
  readonly unsearchable: readonly string[];
}

export const otherAddressOf = (
  { type, documentId, locale }: Pick<OtherChange, "type" | "documentId" | "locale">,
  { connection }: Pick<Address, "connection">,
): Address => ({
  ...{ connection, type, id: documentId },
  ...(locale !== undefined && { locale }),
});

export const reversed = ({ change, before, after, ...relation }: OtherChange): OtherChange => ({
  ...relation,
  change: change === "gets" ? "loses" : "gets",
  before: after,
  after: before,
});

export function changesBesides(
  knownChanges: readonly OtherChange[] = [],
  changes: readonly OtherChange[] = [],
): readonly OtherChange[] {
  const keys = new Set(knownChanges.map(otherChangeKey));
  return changes.filter((change) => !keys.has(otherChangeKey(change)));
}

export const otherChangeKey = (change: OtherChange): string => {
  const { type, documentId, locale, version, path, target } = change;
  return [type, documentId, locale, version, path, change.change, target].join(" ");
};

interface RedactionPosition {
  readonly catalog: Catalog;
  /** Such as `articles.seo`. */
  readonly path: string;
  readonly omit: ReadonlySet<string>;
  readonly removed: Set<string>;
}

/**
 * Removes private fields, password fields and the fields that the user wants to omit from
 * contents. Fields are named from their type on: `users.email`, `articles.seo.metaTitle`. `removed`
 * has the paths that were present.
 */
export function withoutOmitted(
  contents: LocalizedContents,
  { type, catalog }: TypeInCatalog,
  omit: readonly string[],
): readonly [contents: LocalizedContents, removed: readonly string[]] {
  const removed = new Set<string>();
  const position = { catalog, path: type.name, omit: new Set(omit), removed };
  const remaining = Object.entries(contents).map(([locale, content]) => [
    locale,
    redactFields(content, type.attributes, position),
  ]);
  const relativePaths = [...removed].map((path) => path.slice(type.name.length + 1));
  return [Object.fromEntries(remaining), relativePaths];
}

export const isOmittedField = (
  type: ContentType,
  name: string | undefined,
  omit: readonly string[],
): boolean =>
  name !== undefined &&
  (isSecret(type.attributes.get(name)) || omit.includes(pathBelow(type.name, name)));

function redactFields(
  content: JsonObject,
  attributes: Attributes | undefined,
  position: RedactionPosition,
): JsonObject {
  const remainingFields = Object.entries(content).flatMap(([name, value]): [string, Json][] => {
    const attribute = attributes?.get(name);
    const path = pathBelow(position.path, name);
    if (isSecret(attribute) || position.omit.has(path)) {
      position.removed.add(path);
      return [];
    }
    return [[name, attribute ? redactValue(value, attribute, { ...position, path }) : value]];
  });
  return Object.fromEntries(remainingFields);
}

const isSecret = (attribute: AttributeSchema | undefined): boolean =>
  attribute !== undefined && isUnread(attribute);

function redactValue(value: Json, attribute: AttributeSchema, position: RedactionPosition): Json {
  if (isArray(value)) return value.map((item) => redactValue(item, attribute, position));
  if (!isObject(value)) return value;
  const { components, targets } = position.catalog;
  if (attribute.type === "relation") {
    // The title of a relation target is a field of the target's type.
    const target = targets.get(withTargetType(attribute, value).target ?? "");
    return target
      ? redactFields(value, target.attributes, { ...position, path: target.name })
      : value;
  }
  if (!isComponent(attribute)) return value;
  return redactFields(value, attributesOf(attribute, value, { components }), position);
}
