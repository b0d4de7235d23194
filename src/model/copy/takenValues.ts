import type { Decision } from "../import/importPlanner.ts";
import { refuse, type RecordEntry } from "../import/recordIndex.ts";
import { titleOf } from "../documents/snapshotReader.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { keyTextOf, textIn, type JsonObject, ownIn } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import { findByValues } from "../reading/lookup.ts";
import type { ReadOptions, ReadResult } from "../reading/readOptions.ts";
import { isShared, isUnread, type ContentType } from "../schemas/catalog.ts";

/** A value of an attribute that no two documents of a type may share. */
export interface UniqueValue {
  readonly name: string;
  readonly value: string;
}

interface ValueOfEntry extends UniqueValue {
  readonly entry: RecordEntry;
  /** The locale in which the value is unique; undefined for all. */
  readonly locale: string | undefined;
}

/** The values of a document's content that no other document of the type may have. */
export const uniqueValuesIn = (content: JsonObject, { attributes, kind }: ContentType) =>
  [...attributes].flatMap(([name, attribute]): UniqueValue[] => {
    const isUnique = attribute.unique === true || attribute.type === "uid";
    const value = kind === "single" ? undefined : keyTextOf(ownIn(content, name));
    return isUnique && !isUnread(attribute) && value !== undefined ? [{ name, value }] : [];
  });

/**
 * Refuses the entries that would give a document a unique value that another document of the target
 * keeps. The service accepts this in a draft, and then publishes only one of both.
 */
export async function refuseTakenValues(
  entries: readonly RecordEntry[],
  decisions: ReadonlyMap<number, Decision>,
  valuesAt: (line: number) => readonly UniqueValue[],
  options: ReadOptions,
): ReadResult<null> {
  const valid = entries.filter(({ failure }) => !failure);
  const changing = valid.flatMap((entry): ValueOfEntry[] => {
    const intent = decisions.get(entry.line);
    if (!intent || intent.kind === "link") return [];
    const { type } = entry.type.service;
    return valuesAt(entry.line)
      .filter(({ name }) => intent.kind !== "change" || intent.names.includes(name))
      .map((entryValue) => {
        const attribute = type.attributes.get(entryValue.name);
        const isOfAll = attribute !== undefined && isShared(attribute, type);
        return { ...entryValue, entry, locale: isOfAll ? undefined : entry.locale };
      });
  });
  const claimedValues: ClaimedValue[] = [];
  for (const some of groupedBy(changing, (entryValue) => keyOf(entryValue)).values()) {
    const [{ entry, name, locale }] = some;
    const { service } = entry.type;
    const { titleField: title } = service.type;
    const values = some.map(({ value }) => value);
    const fields = title === undefined ? [] : [title];
    const query = { type: service.type, path: [name], values, locale, fields } as const;
    const [failure, rows] = await findByValues(service, query, options);
    if (failure) return failed(failure);
    const byValue = groupedBy(rows, (row) => keyTextOf(ownIn(row, name)) ?? "");
    for (const [value, claims] of groupedBy(some, (claim) => claim.value)) {
      claimedValues.push({ claims, holders: byValue.get(value) ?? [] });
    }
  }
  refuseKeptValues(claimedValues);
  return done(null);
}

/** The entries that give a document the same value, and the rows of the target that have it now. */
interface ClaimedValue {
  readonly claims: readonly [ValueOfEntry, ...ValueOfEntry[]];
  readonly holders: readonly JsonObject[];
}

/** Refuses the entries whose value stays with another document. */
export function refuseKeptValues(claimedValues: readonly ClaimedValue[]): void {
  const claims = claimedValues.flatMap((claimedValue) => claimedValue.claims);
  const claimsByEntry = new Map<RecordEntry, ValueOfEntry[]>();
  for (const claim of claims) {
    claimsByEntry.set(claim.entry, [...(claimsByEntry.get(claim.entry) ?? []), claim]);
  }
  const freed = new Set(claims.map((claim) => keyOf(claim, claim.entry.group.documentId)));
  const holdings = claimedValues.flatMap(({ claims: [first, ...others], holders }) => {
    const open = new Set([first, ...others]);
    return holders.map((holder) => {
      const id = textIn(holder, "documentId");
      return { open, holder, id, key: keyOf(first, id) };
    });
  });
  const holdingsByKey = groupedBy(holdings, ({ key }) => key);
  // Grows while it is read: a document that is refused keeps the values that others were to get.
  const keptHoldings = holdings.filter(({ key }) => !freed.has(key));
  for (const { open, holder, id } of keptHoldings) {
    for (const claim of open) {
      const { entry, name, value } = claim;
      if (entry.group.documentId === id) continue;
      open.delete(claim);
      if (entry.failure) continue;
      const title = titleOf(holder, entry.type.service.type);
      refuse(entry, { code: "taken-value", name, value, title });
      for (const own of claimsByEntry.get(entry) ?? []) {
        keptHoldings.push(...(holdingsByKey.get(keyOf(own, entry.group.documentId)) ?? []));
      }
    }
  }
}

/** The key of a value's attribute and locale, or of those of a document. */
const keyOf = ({ entry, name, locale = "" }: ValueOfEntry, documentId = ""): string =>
  [entry.type.target.type, documentId, name, locale].join(" ");
