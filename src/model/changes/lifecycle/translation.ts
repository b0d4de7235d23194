import { isDeepStrictEqual } from "node:util";
import type { JournalEntry } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import { isShared } from "../../schemas/catalog.ts";

/** A field of a localization that is still to be translated from another one, and why. */
export interface Untranslated {
  readonly name: string;
  /** `newer`: the source was saved with another value after the localization was. */
  readonly why: "same" | "empty" | "newer";
}

interface LocalizationPair {
  readonly source: JsonObject;
  readonly target: JsonObject;
  /** The saves of the source that were recorded after the target was last saved. */
  readonly newer: readonly Pick<JournalEntry, "before" | "after" | "address">[];
}

const proseTypes = new Set(["string", "text", "richtext", "blocks"]);
const translatableTypes = new Set([...proseTypes, "component", "dynamiczone"]);

/** The fields of a localization that are still to be translated, in the order of the schema. */
export function untranslatedIn(
  type: ContentType,
  { source, target, newer }: LocalizationPair,
): Untranslated[] {
  return [...type.attributes].flatMap(([name, schema]): Untranslated[] => {
    const [from, to] = [source[name], target[name]];
    if (!translatableTypes.has(schema.type) || isShared(schema, type) || isEmpty(from)) return [];
    if (isEmpty(to)) return [{ name, why: "empty" }];
    if (proseTypes.has(schema.type) && isDeepStrictEqual(from, to)) return [{ name, why: "same" }];
    return newer.some((entry) => hasChanged(entry, name)) ? [{ name, why: "newer" }] : [];
  });
}

function hasChanged(
  { before, after, address }: Pick<JournalEntry, "before" | "after" | "address">,
  name: string,
): boolean {
  const locale = address.locale ?? noLocale;
  return !isDeepStrictEqual(before[locale]?.[name], after[locale]?.[name]);
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === "" || isDeepStrictEqual(value, []);
