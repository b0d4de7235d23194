import { serviceOwned } from "../../schemas/catalog.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import { slotAt, slotsOf } from "./slots.ts";
import type { Slot } from "./slots.ts";

/** What the keys or columns of a file fill; what is not in it is left out. */
export type Mapping = ReadonlyMap<string, Slot>;

/** What fills the place of its own name; where none does, one whose name differs in case and signs alone. */
export function mappingOf(keys: readonly string[], shape: TypeInCatalog): Mapping {
  const exact = new Map(keys.flatMap((key) => entry(key, slotAt(key, shape))));
  const taken = new Set([...exact.values()].map(({ name }) => name));
  const free = slotsOf(shape).filter(({ name }) => !taken.has(name));
  const alike = new Map<string, Slot>();
  for (const key of keys) {
    if (exact.has(key) || isKeptByService(key)) continue;
    const index = free.findIndex(({ name }) => bare(name) === bare(key));
    const [slot] = index < 0 ? [] : free.splice(index, 1);
    if (slot) alike.set(key, slot);
  }
  return alone(keys.flatMap((key) => entry(key, exact.get(key) ?? alike.get(key))));
}

/** Without what would be filled twice: the targets of a list of relations are named in one way. */
function alone(entries: readonly [string, Slot][]): Mapping {
  const byPlace = new Map([...entries].reverse().map((one) => [one[1].path.join("."), one]));
  return new Map(entries.filter((one) => byPlace.get(one[1].path.join(".")) === one));
}

/** Whether a file that was exported has it, though the service sets it itself. */
export const isKeptByService = (key: string): boolean =>
  serviceOwned.has(key) || key === "status" || key === "$" || key === "$schema";

const entry = (key: string, slot: Slot | undefined): [string, Slot][] =>
  slot ? [[key, slot]] : [];

const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, "");
