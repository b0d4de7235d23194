import { serviceOwned } from "../../schemas/catalog.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import { mappableFieldAt, mappableFieldsOf } from "./slots.ts";
import type { MappableField } from "./slots.ts";

/** What the keys or columns of a file fill; what is not in it is left out. */
export type Mapping = ReadonlyMap<string, MappableField>;

/** What fills the place of its own name; where none does, one whose name differs in case and signs alone. */
export function mappingOf(keys: readonly string[], shape: TypeInCatalog): Mapping {
  const exact = new Map(keys.flatMap((key) => entry(key, mappableFieldAt(key, shape))));
  const taken = new Set([...exact.values()].map(({ name }) => name));
  const free = mappableFieldsOf(shape).filter(({ name }) => !taken.has(name));
  const alike = new Map<string, MappableField>();
  for (const key of keys) {
    if (exact.has(key) || isSetByService(key)) continue;
    const index = free.findIndex(({ name }) => normalized(name) === normalized(key));
    const [field] = index < 0 ? [] : free.splice(index, 1);
    if (field) alike.set(key, field);
  }
  return withoutDuplicateTargets(
    keys.flatMap((key) => entry(key, exact.get(key) ?? alike.get(key))),
  );
}

/** Without what would be filled twice: the targets of a list of relations are named in one way. */
function withoutDuplicateTargets(entries: readonly [string, MappableField][]): Mapping {
  const byPlace = new Map([...entries].reverse().map((one) => [one[1].path.join("."), one]));
  return new Map(entries.filter((one) => byPlace.get(one[1].path.join(".")) === one));
}

/** Whether a file that was exported has it, though the service sets it itself. */
export const isSetByService = (key: string): boolean =>
  serviceOwned.has(key) || key === "status" || key === "$" || key === "$schema";

const entry = (key: string, field: MappableField | undefined): [string, MappableField][] =>
  field ? [[key, field]] : [];

const normalized = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, "");
