import type { AttributeSchema } from "../../client/index.ts";
import {
  isFullyKnown,
  serviceOwned,
  isInverse,
  isReadOnly,
  isList,
  isStructured,
  isUnread,
  isComponent,
  attributesOf,
} from "../schemas/catalog.ts";
import type { TypeInCatalog, Attributes, Catalog, ContentType } from "../schemas/catalog.ts";
import { withoutIds } from "../content/componentIds.ts";
import { singleId } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { Finding } from "../foundation/valueProblem.ts";
import { isObject, isArray, ownIn, pathText, segmentsOf } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { done, type Outcome } from "../foundation/outcome.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import { fromCell } from "../records/csvColumns.ts";
import {
  attributeKeyOf,
  attributeOfKey,
  isOwnKey,
  ownKeys,
  ownNameOf,
} from "../records/ownKeys.ts";
import { keyFieldsOf } from "../records/record.ts";
import type { Format } from "../records/recordFormat.ts";
import type { RecordSource, SourceItem } from "./sourceRecord.ts";
import { hasValue } from "../records/rawRecord.ts";
import { readRawRecords, type ImportFile } from "../records/recordFile.ts";

/** The field that each key or column of a file fills. Other keys are ignored. */
export type Mapping = ReadonlyMap<string, MappableField>;

/** Maps keys to fields of the same name, or of a name with other case and punctuation. */
export function mappingOf(keys: readonly string[], shape: TypeInCatalog, format: Format): Mapping {
  const { attributes } = shape.type;
  // A key in JSON is one name, and a column the path of a value.
  const nameOf = (key: string): string =>
    format !== "csv" && attributes.has(attributeOfKey(key)) ? pathText([key]) : key;
  const exact = new Map(keys.flatMap((key) => entry(key, mappableFieldAt(nameOf(key), shape))));
  const exactNames = new Set([...exact.values()].map(({ name }) => name));
  const others = mappableFieldsOf(shape).filter(({ name }) => !exactNames.has(name));
  const free = new Map<string, readonly MappableField[]>(
    groupedBy(others, ({ name }) => normalized(name)),
  );
  const alike = new Map<string, MappableField>();
  for (const key of keys) {
    if (exact.has(key) || isSetByService(key) || !/[\p{L}\p{N}]/u.test(key)) continue;
    const [field, ...remaining] = free.get(normalized(key)) ?? [];
    if (field) alike.set(key, field);
    free.set(normalized(key), remaining);
  }
  const entries = keys.flatMap((key) => entry(key, exact.get(key) ?? alike.get(key)));
  // An attribute is filled once. A list of relations names its targets by one attribute only. Any
  // record may have its locale in the form of version 0.1.0.
  const byPath = groupedBy(entries, ([key, { path, identity }]) =>
    identity === undefined ? `.${pathText(path)}` : key,
  );
  return new Map(
    [...byPath.values()].map((alike) => alike.find(([key, { name }]) => key === name) ?? alike[0]),
  );
}

/** Whether exported files contain this key although the service sets its value. */
export const isSetByService = (key: string): boolean =>
  isOwnKey(key) || serviceOwned.has(key) || key === "status" || key === "$" || key === "$schema";

const entry = (key: string, field: MappableField | undefined): [string, MappableField][] =>
  field ? [[key, field]] : [];

const normalized = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, "");

/** Without the keys that the service sets itself. */
export const unmappedKeys = (
  keys: ReadonlyMap<string, unknown>,
  mapping: Mapping,
): readonly string[] => [...keys.keys()].filter((key) => !mapping.has(key) && !isSetByService(key));

/** Only one key can fill a field. */
export function fieldFilledBy(
  mapping: Mapping,
  key: string,
  field: MappableField | undefined,
): Mapping {
  const others = [...mapping].filter(
    ([mappedKey, { name }]) => mappedKey !== key && name !== field?.name,
  );
  return new Map(field ? [...others, [key, field]] : others);
}

/** The fields by which the documents of records can be found. Those that are unique come first. */
export const keyFieldsIn = (mapping: Mapping): readonly MappableField[] =>
  [...mapping.values()].filter(isKey).sort((field, other) => rankOf(field) - rankOf(other));

export const identifiesDocuments = (field: MappableField): boolean => rankOf(field) < 2;

const isKey = ({ path, attribute, by, identity }: MappableField): boolean =>
  identity === "documentId" ||
  (path.length === 1 && by === undefined && keyTypes.has(attribute.type));

/** The key of an import whose records are found by a field. */
export const importKeyOf = ({ identity, path: [name = ""] }: MappableField): string =>
  identity ?? name;

const keyTypes = new Set(["string", "uid", "email", "text", "integer", "biginteger"]);

function rankOf({ identity, attribute }: MappableField): number {
  if (identity === "documentId") return 0;
  return attribute.type === "uid" || attribute.unique === true ? 1 : 2;
}

/** The required attributes that no key fills. Documents that the import creates lack them. */
export const unmappedRequired = (mapping: Mapping, { attributes }: ContentType): string[] => {
  const mapped = new Set([...mapping.values()].map(({ path: [name] }) => name));
  return [...attributes].flatMap(([name, { required, default: usual }]) =>
    required === true && (usual ?? null) === null && !mapped.has(name) ? name : [],
  );
};

export interface MappableField {
  /** The name in a file: `title`, `seo.metaTitle`, `category.slug`, `$locale`. */
  readonly name: string;
  /** Empty if the field is no attribute. */
  readonly path: readonly string[];
  /** For a field that is no attribute: what it says of the document. */
  readonly identity?: "documentId" | "locale";
  readonly attribute: AttributeSchema;
  /** For a list of relations: the attribute by which its values name their targets. */
  readonly by?: string;
}

/** Undefined if there is no such field, or if the service or another document sets it. */
export function mappableFieldAt(
  name: string,
  { type, catalog }: TypeInCatalog,
): MappableField | undefined {
  const { attributes, localized } = type;
  const own = ownNameOf(name, attributes);
  if (own === "documentId" || (own === "locale" && localized))
    return { name: ownKeys[own], path: [], identity: own, attribute: { type: "string" } };
  if (own !== undefined) return undefined;
  for (const [key = "", ...below] of [segmentsOf(name), [name]]) {
    const position = positionIn(attributes, [attributeOfKey(key), ...below], catalog);
    if (position) return { name: fieldNameOf(position), ...position };
  }
  return undefined;
}

const fieldNameOf = ({ path: [name = "", ...below], by }: FieldPosition): string =>
  pathText([attributeKeyOf(name), ...below, ...(by === undefined ? [] : [by])]);

/** The fields that the user can choose, with those that identify relation targets. */
export const mappableFieldsOf = (shape: TypeInCatalog): readonly MappableField[] =>
  [
    ownKeys.documentId,
    ownKeys.locale,
    ...pathsIn(shape.type.attributes, shape.catalog, []).map(([name = "", ...below]) =>
      pathText([attributeKeyOf(name), ...below]),
    ),
  ].flatMap((name) => mappableFieldAt(name, shape) ?? []);

type FieldPosition = Omit<MappableField, "name" | "identity">;

function positionIn(
  attributes: Attributes,
  [first = "", second, ...remainingNames]: readonly string[],
  catalog: Catalog,
): FieldPosition | undefined {
  const attribute = attributes.get(first);
  if (!attribute || !isFillable(attribute, catalog)) return undefined;
  if (second === undefined) return { path: [first], attribute };
  if (attribute.type === "relation") {
    const target = catalog.targets.get(attribute.target ?? "");
    const key =
      second === "documentId" ? ({ type: "string" } as const) : target?.attributes.get(second);
    if (remainingNames.length > 0 || !key || isStructured(key) || isUnread(key)) return undefined;
    return isList(attribute)
      ? { path: [first], attribute: key, by: second }
      : { path: [first, second], attribute: key };
  }
  const inner = componentAttributes(attribute, catalog);
  const below = positionIn(inner, [second, ...remainingNames], catalog);
  return below && { ...below, path: [first, ...below.path] };
}

const isFillable = (attribute: AttributeSchema, catalog: Catalog): boolean =>
  !isInverse(attribute) &&
  !isReadOnly(attribute) &&
  attribute.type !== "password" &&
  isFullyKnown(attribute, catalog);

/** The attributes of a single component. */
const componentAttributes = (attribute: AttributeSchema, { components }: Catalog): Attributes =>
  (isList(attribute) ? undefined : components.get(attribute.component ?? "")) ?? new Map();

function pathsIn(attributes: Attributes, catalog: Catalog, inside: readonly string[]): string[][] {
  return [...attributes].flatMap(([name, attribute]) => {
    const { type, component = "", target = "" } = attribute;
    const keys = catalog.targets.get(target);
    if (type === "relation" && keys)
      return [[name], ...["documentId", ...keyFieldsOf(keys)].map((key) => [name, key])];
    // A component that contains itself would recurse endlessly.
    if (inside.includes(component)) return [[name]];
    const inner = componentAttributes(attribute, catalog);
    const below = pathsIn(inner, catalog, [...inside, component]);
    return [[name], ...below.map((path) => [name, ...path])];
  });
}

interface FieldValue {
  readonly path: readonly string[];
  readonly value: Json;
}

/**
 * Assembles a record from values and their paths. A component's own value says whether the
 * component exists. If only its attributes are given, it has these attributes, including empty
 * ones. A relation with only empty values is null.
 */
function assembleRecord(
  values: readonly FieldValue[],
  attributes: Attributes,
  catalog: Catalog,
): JsonObject {
  const groups = groupedBy(values, ({ path: [first = ""] }) => first);
  return Object.fromEntries(
    [...groups].map(([name, parts]) => {
      const below = parts.map(({ path, value }) => ({ path: path.slice(1), value }));
      return [name, assembleValue(below, attributes.get(name), catalog)];
    }),
  );
}

function assembleValue(
  parts: readonly FieldValue[],
  attribute: AttributeSchema | undefined,
  catalog: Catalog,
): Json {
  const wholePart = parts.find(({ path }) => path.length === 0);
  const inner = parts.filter(({ path }) => path.length > 0);
  const attributes = attribute && attributesOf(attribute, {}, catalog);
  const below = assembleRecord(inner, attributes ?? new Map(), catalog);
  if (!wholePart && attribute && isComponent(attribute)) return below;
  const whole = wholePart?.value ?? null;
  if (isObject(whole)) return { ...whole, ...below };
  const isThere = whole === null && Object.values(below).some((value) => value !== null);
  return isThere ? below : whole;
}

export const mappedRecordSource = (
  file: ImportFile,
  mapping: Mapping,
  shape: TypeInCatalog,
): RecordSource => ({
  async *records(signal) {
    for await (const raw of readRawRecords(file, signal)) {
      yield "failure" in raw ? raw : toRecord(raw, file, mapping, shape);
    }
  },
});

function toRecord(
  { line, value }: { readonly line: number; readonly value: JsonObject },
  file: ImportFile,
  mapping: Mapping,
  shape: TypeInCatalog,
): SourceItem {
  const findings: Finding[] = [];
  const identity: Partial<Record<"documentId" | "locale", string>> = {};
  const values = [...mapping].flatMap(([key, field]): FieldValue[] => {
    const given = ownIn(value, key);
    if (given === undefined) return [];
    const [failure, parsed] = parseValue(given, field, file);
    if (failure) {
      const { code } = failure;
      const isKnown = code === "doubled-key" || code === "rounded-number" || code === "too-deep";
      const path = segmentsOf(field.name);
      findings.push({ code: isKnown ? code : "not-json", path, severity: "error" });
    }
    const { path, by } = field;
    if (field.identity !== undefined) {
      // An empty text counts as no value.
      if ((parsed ?? "") === "") return [];
      if (typeof parsed !== "string")
        findings.push({ code: "not-a-text", path: [field.name], severity: "error" });
      else if (key === field.name || identity[field.identity] === undefined)
        identity[field.identity] = parsed;
      return [];
    }
    if (by === undefined || parsed === null) return [{ path, value: parsed }];
    const targets = isArray(parsed) ? parsed : [parsed];
    const named = targets.map((target) => (isObject(target) ? target : { [by]: target }));
    return [{ path, value: named }];
  });
  const { type, catalog } = shape;
  if (findings.length > 0) return { line, failure: { code: "not-valid", findings } };
  const content = assembleRecord(values, type.attributes, catalog);
  if (!identity.documentId && !Object.values(content).some(hasValue))
    return { line, isEmpty: true };
  // A single type has one document, whatever documentId the file has for it.
  if (type.kind === "single") identity.documentId = singleId;
  // The ids belong to components of another document or another service.
  return { line, record: { line, ...identity, content: withoutIds(content, shape) } };
}

/** The value of a key is used as it is. The text of a cell is parsed. */
function parseValue(
  given: Json,
  { attribute, by }: MappableField,
  { format }: ImportFile,
): Outcome<Json, BulkFailure> {
  if (format !== "csv" || (given !== null && typeof given !== "string")) return done(given);
  const outcome = fromCell(given, by === undefined ? attribute : { type: "json" });
  return by !== undefined && outcome[0] ? fromCell(given, attribute) : outcome;
}
