import type { AttributeSchema } from "../../../client/index.ts";
import { toText } from "../../content/documentText.ts";
import { asJson, isObject, valueIn } from "../../foundation/json.ts";
import {
  boolean,
  choice,
  list,
  object,
  readShape,
  record,
  text,
} from "../../foundation/jsonShape.ts";
import type { Shape, ShapeFailure } from "../../foundation/jsonShape.ts";
import { mapOutcome, type Outcome } from "../../foundation/outcome.ts";
import {
  componentsUsedBy,
  createCatalog,
  type Catalog,
  type ContentType,
} from "../../schemas/catalog.ts";

type StoredAttributes = Readonly<Record<string, AttributeSchema>>;

interface StoredType extends Pick<
  ContentType,
  "uid" | "name" | "displayName" | "kind" | "draftAndPublish" | "localized"
> {
  readonly attributes: StoredAttributes;
}

/** What the files of a folder can have, so that they are compared without a service. */
interface StoredSchema {
  readonly types: readonly StoredType[];
  readonly components: Readonly<Record<string, StoredAttributes>>;
}

const attributeShape: Shape<AttributeSchema> = (value, path) =>
  isObject(value)
    ? text(valueIn(value, "type"), [...path, "type"])
    : [{ path, why: "wrong-type", type: "object" }];

const schemaShape = object<StoredSchema>({
  types: list(
    object<StoredType>({
      ...{ uid: text, name: text, displayName: text, kind: choice("collection", "single") },
      ...{ draftAndPublish: boolean, localized: boolean, attributes: record(attributeShape) },
    }),
  ),
  components: record(record(attributeShape)),
});

/** The schema in a file. It has no locales. */
export const schemaIn = (file: string): Outcome<Catalog, ShapeFailure> =>
  mapOutcome(readShape(file, schemaShape), ({ types, components }) =>
    createCatalog({
      contentTypes: types.map(({ uid, name, kind, localized, ...type }) => ({
        uid,
        schema: {
          ...type,
          ...{ singularName: name, pluralName: name, pluginOptions: { i18n: { localized } } },
          kind: kind === "single" ? "singleType" : "collectionType",
        },
      })),
      components: Object.entries(components).map(([uid, attributes]) => ({
        ...{ uid, schema: { displayName: uid, attributes } },
      })),
      locales: [],
    }),
  );

/** The text of the file after some types were pulled. Keeps the other types of the earlier one. */
export function folderSchemaText(
  pulled: readonly ContentType[],
  catalog: Catalog,
  earlier?: Catalog,
) {
  const types = new Map(earlier?.types);
  for (const type of pulled) types.set(type.name, type);
  const sorted = [...types.values()].sort((type, other) => (type.name < other.name ? -1 : 1));
  const components = new Map([...(earlier?.components ?? []), ...catalog.components]);
  const used = sorted.flatMap(({ attributes }) => [
    ...componentsUsedBy(attributes, { components }),
  ]);
  const stored: StoredSchema = {
    types: sorted.map((type) => {
      const { uid, name, displayName, kind, draftAndPublish, localized } = type;
      const attributes = Object.fromEntries(type.attributes);
      return { uid, name, displayName, kind, draftAndPublish, localized, attributes };
    }),
    components: Object.fromEntries(
      [...new Set(used)].sort().map((uid) => [uid, Object.fromEntries(components.get(uid) ?? [])]),
    ),
  };
  return toText(asJson(stored));
}
