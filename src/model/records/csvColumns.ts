import type { AttributeSchema } from "../../client/index.ts";
import { ownIn, pathText, type Json } from "../foundation/json.ts";
import { fromJson } from "../foundation/jsonText.ts";
import { done, type Outcome } from "../foundation/outcome.ts";
import { isList, targetKeysOf, type Attributes, type Catalog } from "../schemas/catalog.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import { attributeKeyOf, ownKeys } from "./ownKeys.ts";
import { identityFieldsOf, isRecorded, recordedAttributes, recordedFields } from "./record.ts";
import type { RecordShape } from "./record.ts";

export interface Column {
  /** The name in the header: the path of the value in a record, such as `seo.metaTitle`. */
  readonly name: string;
  readonly path: readonly string[];
  /**
   * How cells are written: texts as they are, all other values as JSON. `unknown` can be either: a
   * text is written as JSON only if the text itself is JSON. The cell of a component is `{}` if the
   * component exists. Its attributes have their own columns, and the user may delete any of them.
   */
  readonly form: "text" | "json" | "unknown" | "component";
}

/** The columns of records. A single component or a relation to one document has several. */
export function columnsOf({ type, catalog, names }: RecordShape): readonly Column[] {
  const chosen = [...recordedAttributes(type)].flatMap(([name, attribute]) =>
    names.includes(name) ? [[attributeKeyOf(name), attribute] as const] : [],
  );
  return [
    ...identityFieldsOf(type).map((name) =>
      toColumn([ownKeys[name]], name === "id" ? "json" : "text"),
    ),
    ...(type.draftAndPublish ? [toColumn([ownKeys.status], "text")] : []),
    ...attributeColumns(new Map(chosen), catalog),
  ];
}

function attributeColumns(
  attributes: Attributes,
  catalog: Catalog,
  above: readonly string[] = [],
  inside: readonly string[] = [],
): Column[] {
  const recorded = [...attributes].filter(([, attribute]) => isRecorded(attribute));
  return recorded.flatMap(([name, attribute]) => {
    const path = [...above, name];
    if (isList(attribute)) return [toColumn(path, "json")];
    if (attribute.type === "relation") {
      const fields = catalog.targets.get(attribute.target ?? "")?.attributes;
      const names = [...targetKeysOf(attribute), ...recordedFields.relation(attribute, catalog)];
      return [...new Set(names)].map((field) =>
        toColumn([...path, field], cellFormOf(fields?.get(field) ?? { type: "string" })),
      );
    }
    const { type, component = "" } = attribute;
    const inner = type === "component" ? catalog.components.get(component) : undefined;
    // A component that contains itself would recurse endlessly.
    if (!inner || inside.includes(component)) return [toColumn(path, cellFormOf(attribute))];
    const below = attributeColumns(inner, catalog, path, [...inside, component]);
    return [toColumn(path, "component"), ...below];
  });
}

const toColumn = (path: readonly string[], form: Column["form"]): Column => ({
  name: pathText(path),
  path,
  form,
});

function cellFormOf({ type }: AttributeSchema): "text" | "json" | "unknown" {
  if (textTypes.test(type)) return "text";
  return jsonTypes.test(type) ? "json" : "unknown";
}

/** The service returns times and large integers as texts. */
const textTypes =
  /^(string|text|richtext|email|uid|enumeration|date|time|datetime|timestamp|biginteger)$/;
const jsonTypes =
  /^(integer|decimal|float|boolean|json|blocks|relation|media|component|dynamiczone)$/;

/**
 * The value of a cell: a text as it is, all other values as JSON. A cell that is no valid number or
 * boolean stays a text, so that validation can report the expected type. So does a cell of an
 * attribute of unknown type that is not JSON.
 */
export function fromCell(
  cell: string | null,
  attribute: AttributeSchema,
): Outcome<Json, BulkFailure> {
  if (cell === null) return done(null);
  const text = withoutFormulaMark(cell);
  if (cellFormOf(attribute) === "text") return done(text);
  // Some programs put every cell in quotes.
  if (text.trim() === "") return done(null);
  const { type } = attribute;
  if (type === "boolean") return done(ownIn(truth, text.toLowerCase()) ?? text);
  const outcome = fromJson(text);
  const canBeText = numbers.has(type) || cellFormOf(attribute) === "unknown";
  return canBeText && outcome[0]?.code === "invalid-json" ? done(text) : outcome;
}

/** Prefixes texts that a spreadsheet would run as a formula. Negative integers need no prefix. */
export const withFormulaMark = (text: string): string =>
  /^[=+\-@'\t\r]/.test(text) && !/^-\d+$/.test(text) ? `'${text}` : text;

export const withoutFormulaMark = (text: string): string =>
  /^'[=+\-@'\t\r]/.test(text) ? text.slice(1) : text;

const numbers = new Set(["integer", "decimal", "float"]);

const truth: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };
