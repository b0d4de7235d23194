import { isDeepStrictEqual } from "node:util";
import type { JournalEntry } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import { isShared } from "../../schemas/catalog.ts";

/** A field of a localization that still needs a translation, and the reason. */
export interface Untranslated {
  readonly name: string;
  /** `newer`: a save changed the source's value after the localization was saved. */
  readonly why: "same" | "empty" | "newer";
}

interface LocalizationPair {
  readonly source: JsonObject;
  readonly target: JsonObject;
  /** The recorded saves of the source since the last save of the target. */
  readonly newer: readonly Pick<JournalEntry, "before" | "after" | "address">[];
}

const proseTypes = new Set(["string", "text", "richtext", "blocks"]);
const translatableTypes = new Set([...proseTypes, "component", "dynamiczone"]);

/**
 * Returns the fields of a localization that still need a translation, in the order of the schema.
 */
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
