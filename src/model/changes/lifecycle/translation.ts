import type { JournalEntry } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import { isSameValue } from "../../content/sameValue.ts";
import { isEmptyValue } from "../../foundation/json.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import { isShared } from "../../schemas/catalog.ts";

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

/** The fields of a localization that still need a translation, in the order of the schema. */
export function untranslatedIn(
  { type, catalog }: TypeInCatalog,
  { source, target, newer }: LocalizationPair,
): Untranslated[] {
  return [...type.attributes].flatMap(([name, schema]): Untranslated[] => {
    const [from, to] = [source[name], target[name]];
    if (!translatableTypes.has(schema.type) || isShared(schema, type) || isEmpty(from)) return [];
    if (isEmpty(to)) return [{ name, why: "empty" }];
    const isSame = (one: Json | undefined, other: Json | undefined) =>
      isSameValue(schema, one, other, catalog);
    if (proseTypes.has(schema.type) && isSame(from, to)) return [{ name, why: "same" }];
    const isNewer = newer.some(({ before, after, address: { locale = noLocale } }) => {
      return !isSame(before[locale]?.[name], after[locale]?.[name]);
    });
    return isNewer ? [{ name, why: "newer" }] : [];
  });
}

const isEmpty = (value: Json | undefined): boolean => isEmptyValue(value) || value === "";
