import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../client/index.ts";
import type { Attributes, Catalog, ContentType } from "./catalog.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray } from "../foundation/json.ts";
import type { Project } from "./projects.ts";

export interface SchemaDifference {
  readonly uid: string;
  /** The JSON path in its file, such as `["attributes", "title"]`; empty for the whole file. */
  readonly path: readonly string[];
  readonly why: "only-here" | "only-there" | "unequal";
  /** The property that differs, and its value on both sides; null for no value. */
  readonly property?: string;
  readonly here?: Json;
  readonly there?: Json;
}

export function differencesBetween(
  { catalog: here }: Pick<Project, "catalog">,
  there: Catalog,
): SchemaDifference[] {
  return [
    ...between(ownTypes(here), ownTypes(there), differencesOfType),
    ...between(here.components, there.components, differencesOfAttributes),
  ];
}

/** The types of the project. The types of plugins are in no file of the project. */
const ownTypes = ({ targets }: Catalog): ReadonlyMap<string, ContentType> =>
  new Map([...targets].filter(([uid]) => uid.startsWith("api::")));

type Compare<T> = (uid: string, here: T, there: T) => SchemaDifference[];

function between<T>(
  here: ReadonlyMap<string, T>,
  there: ReadonlyMap<string, T>,
  compare: Compare<T>,
): SchemaDifference[] {
  return namesIn(here, there).flatMap((uid) => {
    const [one, other] = [here.get(uid), there.get(uid)];
    if (one !== undefined && other !== undefined) return compare(uid, one, other);
    return [{ uid, path: [], why: one === undefined ? "only-there" : "only-here" } as const];
  });
}

const namesIn = (...maps: readonly ReadonlyMap<string, unknown>[]): string[] => [
  ...new Set(maps.flatMap((map) => [...map.keys()])),
];

const differencesOfType: Compare<ContentType> = (uid, here, there) => [
  ...facts.flatMap(({ property, path, of }) =>
    of(here) === of(there)
      ? []
      : [{ uid, path, why: "unequal", property, here: of(here), there: of(there) } as const],
  ),
  ...differencesOfAttributes(uid, here.attributes, there.attributes),
];

const facts: readonly {
  readonly property: string;
  readonly path: readonly string[];
  readonly of: (type: ContentType) => string | boolean;
}[] = [
  { property: "kind", path: ["kind"], of: ({ kind }) => kind },
  { property: "name", path: ["info", "pluralName"], of: ({ name }) => name },
  {
    property: "draftAndPublish",
    path: ["options", "draftAndPublish"],
    of: ({ draftAndPublish }) => draftAndPublish,
  },
  {
    property: "localized",
    path: ["pluginOptions", "i18n", "localized"],
    of: ({ localized }) => localized,
  },
];

const differencesOfAttributes: Compare<Attributes> = (uid, here, there) =>
  namesIn(here, there).flatMap((name): SchemaDifference[] => {
    const at = { uid, path: ["attributes", name] };
    const [one, other] = [here.get(name), there.get(name)];
    if (!one || !other) return [{ ...at, why: one ? "only-here" : "only-there" }];
    const [mine, theirs] = [propertiesOf(one), propertiesOf(other)];
    // No file of the project tells which type stores a custom field.
    const comparable = compared.filter((property) => property !== "type" || one.type !== "unknown");
    return comparable
      .map((property) => ({
        ...at,
        why: "unequal" as const,
        property,
        here: mine[property] ?? null,
        there: theirs[property] ?? null,
      }))
      .filter(({ here: local, there: remote }) => !isDeepStrictEqual(local, remote));
  });

/** The properties that define a document's form and valid values. The service adds others. */
const compared = [
  "type",
  "relation",
  "target",
  "mappedBy",
  "inversedBy",
  "component",
  "components",
  "repeatable",
  "enum",
  "multiple",
  "allowedTypes",
  "targetField",
  "required",
  "private",
  "unique",
  "min",
  "max",
  "minLength",
  "maxLength",
  "regex",
  "default",
  "localized",
] as const;

/** Removes false values, which files omit, and sorts lists, because some have no order. */
function propertiesOf(attribute: AttributeSchema): JsonObject {
  const { pluginOptions, ...own } = attribute as AttributeSchema & JsonObject;
  const localized = pluginOptions?.i18n?.localized ?? null;
  const properties = Object.entries({ ...own, localized } as JsonObject).map(
    ([name, value]): [string, Json] => [name, isArray(value) ? [...value].sort() : value],
  );
  const isDefault = ([name, value]: [string, Json]) => name !== "default" && value === false;
  return Object.fromEntries(properties.filter((property) => !isDefault(property)));
}
