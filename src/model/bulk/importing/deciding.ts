import { createHash } from "node:crypto";
import type { AttributeSchema } from "../../../client/index.ts";
import { validate } from "../../changes/validation/validate.ts";
import { withoutIds } from "../../changes/writing/componentIds.ts";
import { isEmptyValue, toWire } from "../../changes/writing/wire.ts";
import { differs, attributesOf } from "../../documents/content/differing.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import type { Address } from "../../foundation/address.ts";
import type { Finding } from "../../foundation/contentProblem.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { ownIn, pick, isArray, isObject, valueIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { isShared, isComponent } from "../../schemas/catalog.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import type { RecordEntry } from "./recordIndex.ts";
import type { ResolvedRecord } from "./resolving.ts";

/** A change of a draft. */
export interface DraftEdit {
  /** The whole content as it is to be. */
  readonly content: JsonObject;
  /** The attributes that get other values. */
  readonly names: readonly string[];
}

/** What a record makes of a draft; no names where that says so already. */
export async function editOf(
  now: Draft,
  values: JsonObject,
  service: TypedService,
): Promise<Outcome<DraftEdit, BulkFailure>> {
  if (now.isReadonly) return failed({ code: "read-only" });
  const content = withValues(now.content, values, service);
  const names = changedNames(now, values, service);
  const findings = (await validate(content, service, now.content)).filter(
    ({ severity, path: [name] }) => severity === "error" && names.includes(String(name)),
  );
  if (findings.length > 0) return failed({ code: "not-valid", findings });
  // What differs in form alone stays as it is.
  return done({ content: { ...now.content, ...pick(content, names) }, names });
}

/** Whether a draft has all that a record says. */
export const containsAll = (now: Draft, values: JsonObject, service: TypedService): boolean =>
  !now.isReadonly && changedNames(now, values, service).length === 0;

/** The attributes that a record gives other values. */
function changedNames(
  { content: now }: Draft,
  values: JsonObject,
  service: TypedService,
): string[] {
  const { type, catalog } = service;
  const content = withValues(now, values, service);
  return Object.keys(values).filter((name) =>
    differs(type.attributes.get(name), ownIn(now, name), ownIn(content, name), catalog),
  );
}

/** What a new document is made of. */
export async function newDocumentContent(
  values: JsonObject,
  service: TypedService,
): Promise<Outcome<JsonObject, BulkFailure>> {
  const whole = { ...defaultValuesOf(service), ...withValues({}, values, service) };
  return validOr(
    whole,
    await validate({ ...requiredAsNull(service), ...whole }, service, undefined),
  );
}

/** What a document gets that lacks a locale: the service fills in what the others say. */
export async function newLocalizationContent(
  values: JsonObject,
  service: TypedService,
): Promise<Outcome<JsonObject, BulkFailure>> {
  const whole = withValues({}, values, service);
  return validOr(withoutSharedFields(whole, service), await validate(whole, service, undefined));
}

/**
 * What a record may say of a document that is there. What its locales share is its first record's to say, and
 * stays as it is where a record adds a locale.
 */
export const applicable = (
  { content, pending }: ResolvedRecord,
  { first }: RecordEntry,
  { service, adds }: { readonly service: TypedService; readonly adds: boolean },
): ResolvedRecord => {
  const own = adds || first ? withoutSharedFields(content, service) : content;
  return { content: own, pending: pending.filter((name) => Object.hasOwn(own, name)) };
};

/** What is said of a document that is there before all that it points to is: its relations stay till then. */
export const omit = (content: JsonObject, later: readonly string[]): JsonObject =>
  pick(
    content,
    Object.keys(content).filter((name) => !later.includes(name)),
  );

const withoutSharedFields = (content: JsonObject, { type }: TypedService): JsonObject =>
  Object.fromEntries(
    Object.entries(content).filter(([name]) => {
      const attribute = type.attributes.get(name);
      return !attribute || !isShared(attribute, type);
    }),
  );

const withValues = (now: JsonObject, values: JsonObject, { type, catalog }: TypedService) =>
  withRecordValues(now, values, { attributes: type.attributes, catalog });

function validOr(content: JsonObject, all: readonly Finding[]): Outcome<JsonObject, BulkFailure> {
  const findings = all.filter(({ severity }) => severity === "error");
  return findings.length > 0 ? failed({ code: "not-valid", findings }) : done(content);
}

/** What the service would put in: so that what it made is known again. */
const defaultValuesOf = ({ type }: TypedService): JsonObject =>
  Object.fromEntries(
    [...type.attributes].flatMap(([name, { default: defaultValue = null }]) =>
      defaultValue === null ? [] : [[name, defaultValue as Json]],
    ),
  );

/** What must be there, and is not until somebody says it. */
const requiredAsNull = ({ type }: TypedService): JsonObject =>
  Object.fromEntries(
    [...type.attributes].flatMap(([name, { required }]) =>
      required === true ? [[name, null]] : [],
    ),
  );

/** What stands in some attributes, in short: to tell later whether it still does. */
export function digestsOf(
  content: JsonObject,
  names: readonly string[],
  service: TypedService,
): ReadonlyMap<string, string> {
  const { type, catalog } = service;
  const digestOf = (name: string, value: Json): string => {
    // What a relation's target is called belongs to the target: as it is sent, it has its documentId alone.
    const place = { catalog, path: name, problems: [], cleared: [] };
    return isEmptyValue(value)
      ? ""
      : JSON.stringify(toWire(type.attributes.get(name), value, place));
  };
  const own = withoutIds(pick(content, names), service);
  return new Map(names.map((name) => [name, hash(digestOf(name, own[name] ?? null))]));
}

const hash = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 12);

/** Whether all that a change would overwrite stands there as it was looked at. */
export const isUnchangedSincePreview = (
  { content }: Pick<Draft, "content">,
  { names }: Pick<DraftEdit, "names">,
  {
    overwrites,
    service,
  }: {
    readonly overwrites: ReadonlyMap<string, string> | undefined;
    readonly service: TypedService;
  },
): boolean =>
  [...digestsOf(content, names, service)].every(
    ([name, digest]) => overwrites?.get(name) === digest,
  );

/** Where a record's document stands. */
export const recordAddress = (
  { connection, type }: Pick<Address, "connection" | "type">,
  { id, locale }: { readonly id: string; readonly locale: string | undefined },
): Address => ({ connection, type, id, ...(locale !== undefined && { locale }) });

interface OverlayShape {
  readonly attributes: Attributes;
  readonly catalog: Catalog;
}

/**
 * A draft's content with what a record says of it. What the record does not name stays, in single components
 * too; lists are the record's. A component keeps the id that the one in its place has, so that it is not made
 * anew; one that is not there is not made of nothing but nulls.
 */
const withRecordValues = (
  now: JsonObject,
  values: JsonObject,
  shape: OverlayShape,
): JsonObject => ({
  ...now,
  ...mergedAttributes(now, values, shape),
});

const mergedAttributes = (
  now: JsonObject,
  values: JsonObject,
  { attributes, catalog }: OverlayShape,
) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const attribute = attributes.get(name);
      return [name, attribute ? mergedValue(valueIn(now, name), value, attribute, catalog) : value];
    }),
  );

function mergedValue(now: Json, values: Json, attribute: AttributeSchema, catalog: Catalog): Json {
  if (!isComponent(attribute)) return values;
  if (!isArray(values)) return mergedComponent(now, values, attribute, { catalog, isSingle: true });
  const items = isArray(now) ? now : [];
  return values.map((item, at) =>
    mergedComponent(items[at] ?? null, item, attribute, { catalog, isSingle: false }),
  );
}

interface ComponentPosition {
  readonly catalog: Catalog;
  /** Whether it is no item of a list: then what is not said stays. */
  readonly isSingle: boolean;
}

function mergedComponent(
  now: Json,
  values: Json,
  attribute: AttributeSchema,
  { catalog, isSingle }: ComponentPosition,
): Json {
  if (!isObject(values)) return values;
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => name !== "id"));
  if (isSingle && now === null && isEmptyComponent(own)) return null;
  const attributes = attributesOf(attribute, own, catalog);
  if (!attributes) return own;
  const there = sameComponentOf(now, own);
  const kept = isSingle ? there : pick(there, ["__component", "id"]);
  return { ...kept, ...mergedAttributes(there, own, { attributes, catalog }) };
}

/** The one in its place, where that is of the same kind. */
const sameComponentOf = (now: Json, own: JsonObject): JsonObject =>
  isObject(now) && now["__component"] === own["__component"] ? now : {};

/** Whether it has parts, and all of them are empty: an empty object says that it is there. */
const isEmptyComponent = (values: JsonObject): boolean =>
  Object.keys(values).length > 0 &&
  Object.values(values).every(
    (value) => value === null || (isObject(value) && isEmptyComponent(value)),
  );
