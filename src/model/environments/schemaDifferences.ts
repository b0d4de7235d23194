import type { Catalog } from "../schemas/catalog.ts";
import { differencesBetween } from "../schemas/differences.ts";
import type { SchemaDifference } from "../schemas/differences.ts";
import type { Sides } from "./pairs.ts";
import { componentsUsedBy } from "./fieldSet.ts";

/** How the schemas of two services differ. `here` is the source, `there` the target. */
export interface SchemaDifferences {
  /** The differences in the given types and in the components that they use. */
  readonly used: readonly SchemaDifference[];
  readonly others: readonly SchemaDifference[];
  /** The codes of the locales that only one side has. */
  readonly locales: Sides<readonly string[]>;
}

/** Compares two schemas. `types` are the uids of the types whose documents are compared or copied. */
export function schemaDifferencesOf(
  catalogs: Sides<Catalog>,
  types: readonly string[],
): SchemaDifferences {
  const used = new Set([
    ...types,
    ...[catalogs.from, catalogs.to].flatMap((catalog) =>
      types.flatMap((uid) => [
        ...componentsUsedBy(catalog.targets.get(uid)?.attributes ?? new Map(), catalog),
      ]),
    ),
  ]);
  const all = differencesBetween({ catalog: catalogs.from }, catalogs.to);
  const [mine, theirs] = [codesOf(catalogs.from), codesOf(catalogs.to)];
  return {
    used: all.filter(({ uid }) => used.has(uid)),
    others: all.filter(({ uid }) => !used.has(uid)),
    locales: {
      from: mine.filter((code) => !theirs.includes(code)),
      to: theirs.filter((code) => !mine.includes(code)),
    },
  };
}

const codesOf = ({ locales }: Catalog): string[] => locales.map(({ code }) => code);
