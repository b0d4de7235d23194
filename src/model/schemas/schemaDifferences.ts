import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../client/index.ts";
import type { Attributes, Catalog, ContentType } from "./catalog.ts";
import { isArray, type Json, type JsonObject } from "../foundation/json.ts";
import type { Project } from "./projects.ts";

export interface SchemaDifference {
  readonly uid: string;
  /** The JSON path in its file, such as `["attributes", "title"]`; empty for the whole file. */
  readonly path: readonly string[];
  readonly why: "only-here" | "only-there" | "unequal";
  /** The property that differs, and its value on both sides; null for no value. */
  readonly property?: string;
  readonly projectValue?: Json;
  readonly serviceValue?: Json;
}

export function differencesBetween(
  { catalog: projectCatalog }: Pick<Project, "catalog">,
  serviceCatalog: Catalog,
): SchemaDifference[] {
  return [
    ...between(ownTypes(projectCatalog), ownTypes(serviceCatalog), differencesOfType),
    ...between(projectCatalog.components, serviceCatalog.components, differencesOfAttributes),
  ];
}

/** The types of the project. The types of plugins are in no file of the project. */
const ownTypes = ({ targets }: Catalog): ReadonlyMap<string, ContentType> =>
  new Map([...targets].filter(([uid]) => uid.startsWith("api::")));

type Compare<T> = (uid: string, projectSide: T, serviceSide: T) => SchemaDifference[];

function between<T extends object>(
  projectMap: ReadonlyMap<string, T>,
  serviceMap: ReadonlyMap<string, T>,
  compare: Compare<T>,
): SchemaDifference[] {
  return namesIn(projectMap, serviceMap).flatMap((uid) => {
    const projectEntry = projectMap.get(uid);
    const serviceEntry = serviceMap.get(uid);
    return projectEntry && serviceEntry
      ? compare(uid, projectEntry, serviceEntry)
      : [{ uid, path: [], why: projectEntry ? "only-here" : "only-there" }];
  });
}

const namesIn = (...maps: readonly ReadonlyMap<string, unknown>[]): string[] => [
  ...new Set(maps.flatMap((map) => [...map.keys()])),
];

const differencesOfType: Compare<ContentType> = (uid, projectType, serviceType) => [
  ...factPaths.flatMap(([fact, path]) =>
    unequal({ uid, path }, fact, projectType[fact], serviceType[fact]),
  ),
  ...differencesOfAttributes(uid, projectType.attributes, serviceType.attributes),
];

/** The facts about a type, each with its path in the file of the type. */
const factPaths = [
  ["kind", ["kind"]],
  ["name", ["info", "pluralName"]],
  ["draftAndPublish", ["options", "draftAndPublish"]],
  ["localized", ["pluginOptions", "i18n", "localized"]],
] as const;

const differencesOfAttributes: Compare<Attributes> = (uid, projectAttributes, serviceAttributes) =>
  namesIn(projectAttributes, serviceAttributes).flatMap((name): SchemaDifference[] => {
    const at = { uid, path: ["attributes", name] };
    const projectAttribute = projectAttributes.get(name);
    const serviceAttribute = serviceAttributes.get(name);
    if (!projectAttribute || !serviceAttribute)
      return [{ ...at, why: projectAttribute ? "only-here" : "only-there" }];
    const projectProperties = propertiesOf(projectAttribute);
    const serviceProperties = propertiesOf(serviceAttribute);
    return comparedProperties.flatMap((property) => {
      // No file of the project tells which type stores a custom field.
      if (property === "type" && projectAttribute.type === "unknown") return [];
      const projectValue = projectProperties[property] ?? null;
      return unequal(at, property, projectValue, serviceProperties[property] ?? null);
    });
  });

const unequal = (
  at: Pick<SchemaDifference, "uid" | "path">,
  property: string,
  projectValue: Json,
  serviceValue: Json,
): SchemaDifference[] =>
  isDeepStrictEqual(projectValue, serviceValue)
    ? []
    : [{ ...at, why: "unequal", property, projectValue, serviceValue }];

/** The properties that define a document's form and valid values. The service adds others. */
const comparedProperties = [
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
  const { pluginOptions, ...attributeProperties } = attribute as AttributeSchema & JsonObject;
  const localized = pluginOptions?.i18n?.localized ?? null;
  const properties = Object.entries({ ...attributeProperties, localized } as JsonObject).map(
    ([name, value]): [string, Json] => [name, isArray(value) ? [...value].sort() : value],
  );
  const isDefault = ([name, value]: [string, Json]) => name !== "default" && value === false;
  return Object.fromEntries(properties.filter((property) => !isDefault(property)));
}
