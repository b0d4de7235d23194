import type { AttributeSchema } from "../../client/index.ts";
import { validate } from "../edit/validation.ts";
import { isSameValue, valueKey } from "../content/equality.ts";
import type { Draft, SnapshotReader } from "../documents/snapshotReader.ts";
import type { Address } from "../foundation/address.ts";
import { isConversion, type Finding } from "../foundation/valueProblem.ts";
import { markOf } from "../foundation/marks.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { pick, isArray, isObject, omit, valueIn, ownIn } from "../foundation/json.ts";
import { done, failed, isMissing, type Outcome } from "../foundation/outcome.ts";
import { isShared, isComponent, isList, attributesOf } from "../schemas/catalog.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import type { RecordEntry, RecordType } from "./recordIndex.ts";
import type { ResolvedRecord } from "./referenceResolver.ts";

export interface DraftEdit {
  /** The whole, validated content of a document after an import. */
  readonly content: JsonObject;
  /** The values that the service stores as other ones. */
  readonly conversions: readonly Finding[];
  /** The attributes that get other values. */
  readonly names: readonly string[];
}

type NewContent = Omit<DraftEdit, "names">;

type Components = Pick<Catalog, "components">;

/** The edit that a record makes; `names` is empty if the draft has the record's values. */
export async function editOf(
  now: Draft,
  values: JsonObject,
  recordType: RecordType,
): BulkResult<DraftEdit> {
  if (now.isReadonly) return failed({ code: "read-only" });
  const { service } = recordType;
  const content = withValues(now.content, values, recordType);
  const names = changedNames(now, values, recordType);
  const findings = (await validate(content, service, now.content)).filter(({ path: [name] }) =>
    Object.hasOwn(values, String(name)),
  );
  const errors = findings.filter(
    ({ severity, path: [name] }) => severity === "error" && names.includes(String(name)),
  );
  if (errors.length > 0) return failed({ code: "not-valid", findings: errors });
  // Values that differ only in form stay unchanged.
  return done({
    content: { ...now.content, ...pick(content, names) },
    names,
    conversions: findings.filter(isConversion),
  });
}

/** What the database made of the values of an earlier import is no other value. */
export function changedNames(
  { content: now }: Draft,
  values: JsonObject,
  recordType: RecordType,
): string[] {
  const { type, catalog, capabilities } = recordType.service;
  const content = withValues(now, values, recordType);
  const onceStored = { ...catalog, database: capabilities.database };
  return Object.keys(values).filter((name) => {
    const attribute = type.attributes.get(name);
    const [value, given] = [valueIn(now, name), valueIn(content, name)];
    if (isSameValue(attribute, value, given, catalog)) return false;
    return valueKey(attribute, value, catalog) !== valueKey(attribute, given, onceStored);
  });
}

export async function newDocumentContent(
  values: JsonObject,
  service: TypedService,
): BulkResult<NewContent> {
  const attributes = [...service.type.attributes];
  // The service fills in the defaults. With them, the import recognizes the document.
  const defaults = attributes.flatMap(([name, { default: defaultValue = null }]) =>
    defaultValue === null ? [] : [[name, defaultValue as Json] as const],
  );
  const content = { ...Object.fromEntries(defaults), ...withValues({}, values, { service }) };
  // Required attributes are null, so that the validation reports the missing ones.
  const nulls = attributes.flatMap(([name, { required }]) =>
    required === true ? [[name, null] as const] : [],
  );
  const whole = { ...Object.fromEntries(nulls), ...content };
  return validOr(content, await validate(whole, service, undefined));
}

/** The service copies the shared fields from the other locales. */
export async function newLocalizationContent(
  values: JsonObject,
  service: TypedService,
): BulkResult<NewContent> {
  const whole = withValues({}, values, { service });
  return validOr(withoutSharedFields(whole, service), await validate(whole, service, undefined));
}

/**
 * The part of a record that applies to an existing document. Only the first record of a document
 * sets the fields that its locales share. These fields stay unchanged if a record adds a locale.
 */
export function applicable(
  resolved: ResolvedRecord,
  { first, type }: RecordEntry,
  { adds }: { readonly adds: boolean },
): ResolvedRecord {
  if (!adds && !first) return resolved;
  const content = withoutSharedFields(resolved.content, type.service);
  return { content, pending: resolved.pending.filter((name) => Object.hasOwn(content, name)) };
}

function withoutSharedFields(content: JsonObject, { type }: TypedService): JsonObject {
  const attributes = [...type.attributes].filter(([, attribute]) => isShared(attribute, type));
  return omit(
    content,
    attributes.map(([name]) => name),
  );
}

function validOr(content: JsonObject, all: readonly Finding[]): Outcome<NewContent, BulkFailure> {
  const findings = all.filter(({ severity }) => severity === "error");
  if (findings.length > 0) return failed({ code: "not-valid", findings });
  return done({ content, conversions: all.filter(isConversion) });
}

/** Hashes of attribute values, to detect later whether the values changed. */
export function digestsOf(
  content: JsonObject,
  names: readonly string[],
  { type, catalog }: TypedService,
): ReadonlyMap<string, string> {
  const keyOf = (name: string) =>
    valueKey(type.attributes.get(name), ownIn(content, name), catalog);
  return new Map(names.map((name) => [name, markOf(keyOf(name), 16)]));
}

/** The address of a record's document, or of another document in the same collection and locale. */
export const recordAddress = (
  { type: { target }, group, locale }: RecordEntry,
  id = group.documentId ?? "",
): Address => ({
  connection: target.connection,
  type: target.type,
  id,
  ...(locale !== undefined && { locale }),
});

/** Undefined if the document doesn't exist. */
export async function readIfThere(
  reader: SnapshotReader,
  address: Address,
  signal?: AbortSignal,
): BulkResult<Draft | undefined> {
  const [failure, now] = await reader.read(address, signal);
  if (!failure) return done(now);
  return isMissing(failure) ? done(undefined) : failed(failure);
}

/**
 * A draft's content merged with the values of a record. Attributes that the record doesn't name
 * stay unchanged, also in single components. Lists are replaced. A component keeps the id of the
 * current one at its position, so that the service doesn't create a new one, and the attributes that
 * no record can have. A component that doesn't exist is not created from null values only.
 */
const withValues = (
  now: JsonObject,
  values: JsonObject,
  { target, service: { type, catalog } }: Partial<RecordType> & Pick<RecordType, "service">,
): JsonObject => ({
  ...now,
  ...mergedAttributes(now, values, type.attributes, target?.catalog ?? catalog),
});

const mergedAttributes = (
  now: JsonObject,
  values: JsonObject,
  attributes: Attributes,
  catalog: Components,
) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const attribute = attributes.get(name);
      if (!attribute || !isComponent(attribute)) return [name, value];
      const current = valueIn(now, name);
      if (!isArray(value)) return [name, mergedComponent(current, value, attribute, catalog)];
      const items = isArray(current) ? current : [];
      const merged = value.map((item, at) =>
        mergedComponent(items[at] ?? null, item, attribute, catalog),
      );
      return [name, merged];
    }),
  );

function mergedComponent(
  now: Json,
  values: Json,
  attribute: AttributeSchema,
  catalog: Components,
): Json {
  if (!isObject(values)) return values;
  // In an item of a list, attributes that the record doesn't name don't stay.
  const isSingle = !isList(attribute);
  const valuesWithoutId = omit(values, ["id"]);
  if (isSingle && now === null && isEmptyComponent(valuesWithoutId)) return null;
  const attributes = attributesOf(attribute, valuesWithoutId, catalog);
  if (!attributes) return valuesWithoutId;
  const isSame = isObject(now) && now["__component"] === values["__component"];
  const current = isSame ? now : {};
  return {
    ...(isSingle ? current : omit(current, [...attributes.keys()])),
    ...mergedAttributes(current, valuesWithoutId, attributes, catalog),
  };
}

/** An object without attributes is not empty: it says that the component exists. */
const isEmptyComponent = (values: JsonObject): boolean =>
  Object.keys(values).length > 0 &&
  Object.values(values).every(
    (value) => value === null || (isObject(value) && isEmptyComponent(value)),
  );
