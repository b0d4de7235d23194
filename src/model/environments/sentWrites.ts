import type { Json } from "../foundation/json.ts";
import { digestOf } from "./portableForm.ts";
import type { OpenSides } from "./openSides.ts";
import type { SideDocument } from "./sideReader.ts";

/**
 * Remembers the writes of a copy that arrived although their answers were lost. The target then has
 * exactly what was sent, or a new document is still empty. Anything else counts as an edit.
 */
export async function settleWrites(
  { types, type, readers, locales }: OpenSides,
  { id: from }: Pick<SideDocument, "id">,
  { id: to, versions }: SideDocument,
): Promise<void> {
  const { uid } = type;
  for (const { locale, expected, isNew } of types.pairs.sentWrites(uid, from)) {
    const version = versions[locale === "" ? 0 : locales.indexOf(locale)];
    const slots = readers.to.slots.flatMap(({ name, naming }, at) => {
      const baseName = types.baseNameOf(type, name);
      const sent = naming === "key" ? expected[baseName] : undefined;
      const attribute = type.to.type.attributes.get(name);
      return sent === undefined ? [] : { baseName, sent, now: version?.[at] ?? NaN, attribute };
    });
    const isSent = slots.every(({ sent, now }) => sent === now);
    const isEmpty = slots.every(({ now, attribute }) =>
      [null, [], (attribute?.default ?? null) as Json].some((value) => digestOf(value) === now),
    );
    if (slots.length === 0 || !(isSent || (isNew && isEmpty))) continue;
    const base = Object.fromEntries(slots.map(({ baseName, now }) => [baseName, now]));
    await types.pairs.remember({ type: uid, from, to, base: { [locale]: base } });
  }
}
