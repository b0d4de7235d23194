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

function between<T>(
  projectMap: ReadonlyMap<string, T>,
  serviceMap: ReadonlyMap<string, T>,
  compare: Compare<T>,
): SchemaDifference[] {
  return namesIn(projectMap, serviceMap).flatMap((uid) => {
    const [projectEntry, serviceEntry] = [projectMap.get(uid), serviceMap.get(uid)];
    if (projectEntry !== undefined && serviceEntry !== undefined)
      return compare(uid, projectEntry, serviceEntry);
    return [
      { uid, path: [], why: projectEntry === undefined ? "only-there" : "only-here" } as const,
    ];
  });
}

const namesIn = (...maps: readonly ReadonlyMap<string, unknown>[]): string[] => [
  ...new Set(maps.flatMap((map) => [...map.keys()])),
];

const differencesOfType: Compare<ContentType> = (uid, projectType, serviceType) => [
  ...facts.flatMap(({ property, path, of }) =>
    of(projectType) === of(serviceType)
      ? []
      : [
          {
            uid,
            path,
            why: "unequal",
            property,
            projectValue: of(projectType),
            serviceValue: of(serviceType),
          } as const,
        ],
  ),
  ...differencesOfAttributes(uid, projectType.attributes, serviceType.attributes),
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

const differencesOfAttributes: Compare<Attributes> = (uid, projectAttributes, serviceAttributes) =>
  namesIn(projectAttributes, serviceAttributes).flatMap((name): SchemaDifference[] => {
    const at = { uid, path: ["attributes", name] };
    const [projectAttribute, serviceAttribute] = [
      projectAttributes.get(name),
      serviceAttributes.get(name),
    ];
    if (!projectAttribute || !serviceAttribute)
      return [{ ...at, why: projectAttribute ? "only-here" : "only-there" }];
    const [projectProperties, serviceProperties] = [
      propertiesOf(projectAttribute),
      propertiesOf(serviceAttribute),
    ];
    // No file of the project tells which type stores a custom field.
    const comparable = comparedProperties.filter(
      (property) => property !== "type" || projectAttribute.type !== "unknown",
    );
    return comparable
      .map((property) => ({
        ...at,
        why: "unequal" as const,
        property,
        projectValue: projectProperties[property] ?? null,
        serviceValue: serviceProperties[property] ?? null,
      }))
      .filter(({ projectValue: local, serviceValue: remote }) => !isDeepStrictEqual(local, remote));
  });

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
