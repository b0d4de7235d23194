import { createHash, randomBytes } from "node:crypto";
import { keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { InboundRelation } from "../../query/finding/inbound.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";

/** What of ours changes documents. */
export type JournalAction =
  "save" | "replace" | "publish" | "delete" | "restore" | "localize" | "create" | Withdrawal;

/** What an administrator does with one locale of a document. */
export type Withdrawal = "unpublish" | "discard";

/** Contents of a document by locale, under `-` where it has none; empty where there was nothing. */
export type LocalizedContents = Readonly<Record<string, JsonObject>>;

/** The key of contents without a locale. */
export const noLocale = "-";

/** What is done together has a group in the journal. */
export interface Grouped {
  readonly group?: string;
}

/** The group where there is one. */
export const groupOf = ({ group }: Grouped): Grouped => (group === undefined ? {} : { group });

/** A write that is about to be sent. */
export interface NewJournalEntry {
  readonly action: JournalAction;
  /** Without a locale where it is about the document in all of them. */
  readonly address: Address;
  readonly title: string;
  /** What changes, as a person would write it: `seo.metaTitle`. */
  readonly paths: readonly string[];
  readonly before: LocalizedContents;
  /** What is to be there afterwards. */
  readonly after: LocalizedContents;
  /** The id of the entry that this one takes back. */
  readonly undoes?: string;
  /** What entries have in common that were one action of the user. */
  readonly group?: string;
  /** Of a delete: the locales of which a version was published. */
  readonly live?: readonly string[];
  /** Of a delete: what was published, where the draft said something else. */
  readonly published?: LocalizedContents;
  /** Of a delete: what pointed to the document. */
  readonly inbound?: readonly InboundRelation[];
  /** Of a deleted or replaced media file: what it held, in base64; absent where that was too large to be kept. */
  readonly bytes?: string;
}

export interface JournalEntry extends NewJournalEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** `sent`: nobody came back to say what became of it; `unknown`: nobody could tell. */
  readonly outcome: "sent" | "done" | "failed" | "unknown";
  /** What should have been there afterwards, where the service did not keep all of it. */
  readonly expected?: LocalizedContents;
  /** Paths that were left out of the contents. */
  readonly omitted: readonly string[];
}

/** What a file's name says, so that only those that matter are read. */
export interface JournalFileName {
  readonly name: string;
  /** Sorts as time does. */
  readonly stamp: string;
  readonly connection: string;
  readonly document: string;
  readonly action: string;
  readonly group: string;
  readonly isGrouped: boolean;
  /** False for one that was never finished. */
  readonly isWhole: boolean;
}

/** A time as the start of a file name, such as `20260302T080000123Z`. */
export const stampOf = (time: number): string => new Date(time).toISOString().replace(/[-:.]/g, "");

/** The time that a stamp stands for, in milliseconds. */
export const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, "$1-$2-$3T$4:$5:$6.$7Z"));

/** The mark of a connection in a file name. */
export const connectionMark = (connection: string): string => hash(connection, 8);

/** The mark of a document in a file name: the same in all its locales. */
export const documentMark = (address: Address): string =>
  hash(keyOf({ ...address, locale: "*" }), 12);

export const groupMark = (group: string): string => hash(group, 8);

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

/** Undefined for a file that is none of ours; one that was never finished has more at its end. */
export function parseFileName(name: string): JournalFileName | undefined {
  const found = namePattern.exec(name)?.groups;
  if (!found) return undefined;
  const { stamp = "", connection = "", document = "", action = "", group = "" } = found;
  const flags = { isGrouped: group !== noGroup, isWhole: name.endsWith(extension) };
  return { name, stamp, connection, document, action, group, ...flags };
}

export const toRecord = (entry: JournalEntry): string => JSON.stringify(entry);

/** The entry in a file; undefined where it was cut short, or is none. */
export function fromRecord(id: string, text: string | undefined): JournalEntry | undefined {
  const record = parseJson(text ?? "");
  return isObject(record) && isEntry(record)
    ? ({ ...record, id } as unknown as JournalEntry)
    : undefined;
}

const isEntry = ({ at, action, address, paths, before, after }: JsonObject): boolean =>
  typeof at === "string" &&
  typeof action === "string" &&
  isArray(paths) &&
  [address, before, after].every(isObject);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Other windows, other versions and a full disk write here too: the other entries are still good.
    return undefined;
  }
}

const hash = (text: string, length: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, length);
