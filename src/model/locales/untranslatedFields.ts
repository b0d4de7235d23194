import type { JournalEntry } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import { isSameValue } from "../content/equality.ts";
import { isEmptyValue, type Json, type JsonObject, ownIn } from "../foundation/json.ts";
import { isShared, type TypeInCatalog } from "../schemas/catalog.ts";

export interface Untranslated {
  readonly name: string;
  /** `newer`: a save changed the source's value after the localization was saved. */
  readonly why: "same" | "empty" | "newer";
}

const proseTypes = new Set(["string", "text", "richtext", "blocks"]);
const translatableTypes = new Set([...proseTypes, "component", "dynamiczone"]);

/** In the order of the schema. `newer` are the saves of the source since the target's last save. */
export function untranslatedIn(
  { type, catalog }: TypeInCatalog,
  localizations: Readonly<Record<"source" | "target", JsonObject>> & {
    readonly newer: readonly Pick<JournalEntry, "before" | "after" | "address">[];
  },
): Untranslated[] {
  const { source, target, newer } = localizations;
  return [...type.attributes].flatMap(([name, schema]): Untranslated[] => {
    const [sourceValue, targetValue] = [ownIn(source, name), ownIn(target, name)];
    if (!translatableTypes.has(schema.type) || isShared(schema, type) || isEmpty(sourceValue))
      return [];
    if (isEmpty(targetValue)) return [{ name, why: "empty" }];
    const isSame = (value: Json | undefined, other: Json | undefined) =>
      isSameValue(schema, value, other, catalog);
    if (proseTypes.has(schema.type) && isSame(sourceValue, targetValue))
      return [{ name, why: "same" }];
    const isNewer = newer.some(({ before, after, address: { locale = noLocale } }) => {
      return !isSame(ownIn(ownIn(before, locale), name), ownIn(ownIn(after, locale), name));
    });
    return isNewer ? [{ name, why: "newer" }] : [];
  });
}

const isEmpty = (value: Json | undefined): boolean => isEmptyValue(value) || value === "";
