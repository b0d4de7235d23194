import type { Decision } from "../bulk/importing/planning.ts";
import { refuse } from "../bulk/importing/recordIndex.ts";
import type { RecordEntry } from "../bulk/importing/recordIndex.ts";
import { titleOf } from "../documents/reader.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { keyTextOf, textIn } from "../foundation/json.ts";
import type { JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { findByValues } from "../reading/lookup.ts";
import type { ReadFailure } from "../reading/readFailure.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import { isShared, isUnread } from "../schemas/catalog.ts";
import type { ContentType } from "../schemas/catalog.ts";

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
    const value = kind === "single" ? undefined : keyTextOf(content[name]);
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
): Promise<Outcome<null, ReadFailure>> {
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
  const freed = new Map(
    changing.map((entryValue) => [
      keyOf(entryValue, entryValue.entry.group.documentId),
      entryValue.entry,
    ]),
  );
  const heldValues: (ValueOfEntry & { readonly holder: JsonObject })[] = [];
  const placeOf = ({ entry, name, locale = "" }: ValueOfEntry) =>
    [entry.type.target.type, name, locale].join(" ");
  for (const some of groupedBy(changing, placeOf).values()) {
    const [first] = some;
    if (!first) continue;
    const { entry, name, locale } = first;
    const { service } = entry.type;
    const { titleField } = service.type;
    const fields = titleField === undefined ? [] : [titleField];
    const values = some.map(({ value }) => value);
    const query = { type: service.type, path: [name], values, locale, fields } as const;
    const [failure, rows] = await findByValues(service, query, options);
    if (failure) return failed(failure);
    const byValue = groupedBy(rows, (row) => keyTextOf(row[name]) ?? "");
    for (const entryValue of some) {
      const ownDocumentId = entryValue.entry.group.documentId;
      const others = (byValue.get(entryValue.value) ?? []).filter(
        (row) => textIn(row, "documentId") !== ownDocumentId,
      );
      heldValues.push(...others.map((holder) => ({ ...entryValue, holder })));
    }
  }
  const isKept = (heldValue: (typeof heldValues)[number]) => {
    const holder = freed.get(keyOf(heldValue, textIn(heldValue.holder, "documentId")));
    return !heldValue.entry.failure && (!holder || holder.failure !== undefined);
  };
  // A document that is refused keeps the values that another one was to get.
  for (
    let refused = heldValues.filter(isKept);
    refused.length > 0;
    refused = heldValues.filter(isKept)
  ) {
    for (const { entry, name, value, holder } of refused) {
      const title = titleOf(holder, entry.type.service.type);
      refuse(entry, { code: "taken-value", name, value, title });
    }
  }
  return done(null);
}

const keyOf = ({ entry, name, locale = "" }: ValueOfEntry, documentId = ""): string =>
  [entry.type.target.type, documentId, name, locale].join(" ");
