import { toText } from "../../content/documentText.ts";
import { toJsonSchema, type SchemaForm, type SchemaWords } from "../../edit/jsonSchema.ts";
import type { Schema } from "../../edit/jsonSchema.ts";
import { asJson } from "../../foundation/json.ts";
import { componentsUsedBy, type Catalog, type ContentType } from "../../schemas/catalog.ts";
import { unitsOf, type ContentFolder } from "../contentFolder.ts";
import { isMarkdown } from "../fileFormat.ts";
import { editorSchemaName, typeFolder } from "../fileNames.ts";

/**
 * The JSON schemas of a type's JSON files, by their names. Any editor can use them: they need no
 * extension. They have only rules that every save has, because a file may be a draft.
 */
export const editorSchemas = (
  type: ContentType,
  catalog: Catalog,
  words: SchemaWords,
  folder: Pick<ContentFolder, "pathOf">,
): ReadonlyMap<string, string> =>
  new Map(
    unitsOf(type, ["one"]).flatMap(({ locale, attributes }) => {
      const name = typeFolder(type.name);
      if (isMarkdown(folder.pathOf({ type: name, name }, locale))) return [];
      const used = [...componentsUsedBy(attributes, catalog)].sort();
      const components = new Map(
        used.map((uid) => [uid, catalog.components.get(uid) ?? new Map()]),
      );
      const unit = { ...type, attributes };
      const schema = toJsonSchema(unit, { ...catalog, components }, words, fileForm);
      return [[editorSchemaName(name, locale), toText(asJson(schema))]];
    }),
  );

const closedObject = (properties: Schema): Schema => ({ properties, additionalProperties: false });

const fileForm: SchemaForm = {
  document: (properties) => ({
    type: "object",
    ...closedObject({ $schema: { type: "string" }, ...properties }),
  }),
  component: (properties) => closedObject({ __component: { type: "string" }, ...properties }),
  // Only VS Code knows descriptions in Markdown.
  property: (value, description) => ({
    ...{ description, markdownDescription: description },
    ...orNull(value),
  }),
  list: (items) => ({ type: "array", items }),
  reference: ({ type, target = "" }, { targets }) => {
    if (type === "media") return { type: "string", minLength: 1 };
    const name = targets.get(target)?.name;
    const folder = name === undefined ? "[^/]+" : typeFolder(name);
    return { type: "string", pattern: `^(${folder}/[^/#]+|[^/]+/#.+)$` };
  },
  componentValue: () => ({ type: "object" }),
  zoneEntry: (uids) => ({
    type: "object",
    properties: { __component: { enum: uids } },
    required: ["__component"],
  }),
  scalar: ({ type, enum: choices = [], maxLength }) => {
    if (type === "enumeration") return choices.length > 0 ? { enum: choices } : {};
    const jsonType = jsonTypes.get(type);
    const limit = maxLength ?? (type === "string" ? 255 : 0);
    return {
      ...(jsonType && { type: jsonType }),
      ...(jsonType === "string" && limit > 0 && { maxLength: limit }),
    };
  },
};

/** A value may also be null, which clears the field like an absent key. */
const orNull = ({ type, enum: choices, ...rules }: Schema): Schema => ({
  ...(type !== undefined && { type: [type, "null"].flat() }),
  ...(Array.isArray(choices) && { enum: [...(choices as unknown[]), null] }),
  ...rules,
});

/** Those of attributes that have one. */
const jsonTypes = new Map<string, string | readonly string[]>([
  ...["string", "text", "richtext", "email", "uid"].map((type) => [type, "string"] as const),
  ...["date", "time", "datetime", "timestamp"].map((type) => [type, "string"] as const),
  ...(["decimal", "float"] as const).map((type) => [type, "number"] as const),
  ["integer", "integer"],
  ["biginteger", ["string", "integer"]],
  ["boolean", "boolean"],
  ["blocks", "array"],
]);
