import type { AttributeSchema } from "../../client/index.ts";
import {
  isInverse,
  isPolymorphic,
  isUnread,
  serviceOwned,
  isFullyKnown,
  isReference,
} from "../schemas/catalog.ts";
import type { Catalog, TypeInCatalog, ContentType } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import type { Address } from "../foundation/address.ts";
import { valueIn, isObject, pick, isEmptyValue, pathText } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { ChangeFailure } from "../journal/changeFailure.ts";
import type { Problem } from "../foundation/textProblem.ts";
import { nothingUnread, type UnreadAttributes } from "../content/unreadAttributes.ts";
import { currentFacts } from "../content/documentText.ts";
import { valuesIn } from "../content/attributePositions.ts";
import { isIdentical, isSameValue } from "../content/equality.ts";
import type { Draft, SnapshotReader, Snapshot } from "../documents/snapshotReader.ts";
import { changeReportOf, unsentChanges, type ChangeReport } from "./changeReport.ts";
import { toWire } from "./sentValues.ts";

export interface Changes {
  /** The changed attributes, in the form that the service accepts. */
  readonly data: JsonObject;
  /** Paths of keys that were removed from the text: their values are cleared. */
  readonly cleared: readonly string[];
  /** Attributes with edits of their targets, such as a title or a file's text: never sent. */
  readonly ignored: readonly string[];
  /** Whether `$` or `$schema` was edited. The service owns them, so they stay unchanged. */
  readonly factsChanged: boolean;
}

/** Attributes that were not read completely are not sent. */
export function changesBetween(
  base: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
  unseen = nothingUnread,
): Outcome<Changes, ChangeFailure> {
  const { type, catalog } = shape;
  const { $: facts, $schema: schema, ...before } = base;
  const { $: factsNow, $schema: schemaNow, ...after } = now;
  const changes = { data: new Map<string, Json>(), ignored: [] as string[] };
  const collected = { problems: [] as Problem[], cleared: [] as string[] };

  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // To the service, null and an absent key are the same.
    const [old, value] = [valueIn(before, name), valueIn(after, name)];
    const attribute = type.attributes.get(name);
    if (isSameValue(attribute, old, value, catalog)) {
      if (isTargetEdited(name, old, value, shape)) changes.ignored.push(name);
      continue;
    }
    // The service can't clear what is no attribute, such as one that the schema had before.
    if (!attribute && !Object.hasOwn(after, name) && canIgnore(name, catalog)) continue;
    const path = pathText([name]);
    const problem = unchangeableReason(name, attribute, { catalog, unseen });
    if (problem) collected.problems.push(problem);
    if (!Object.hasOwn(after, name) && !isEmptyValue(old)) collected.cleared.push(path);
    const wire = toWire(attribute, value, { ...collected, catalog, path, base: old });
    changes.data.set(name, wire);
  }
  const { problems, cleared } = collected;
  if (problems.length > 0) return failed({ code: "not-sendable", problems });
  const factsChanged = !isIdentical(
    [currentFacts(facts), schema],
    [currentFacts(factsNow), schemaNow],
  );
  return done({ ...changes, data: Object.fromEntries(changes.data), cleared, factsChanged });
}

/** Whether a key that is no attribute of the schema is none of the service. */
const canIgnore = (name: string, catalog: Catalog): boolean =>
  isFullyKnown(undefined, catalog) && !serviceOwned.has(name);

/** Whether two equal values of an attribute show other details of a target, such as its title. */
function isTargetEdited(name: string, old: Json, value: Json, shape: TypeInCatalog): boolean {
  const targetsIn = (content: Json) => valuesIn({ [name]: content }, isReference, shape);
  const [before, after] = [targetsIn(old), targetsIn(value)];
  return after.some(
    (target, at) => target.value !== null && !isIdentical(target.value, before[at]?.value),
  );
}

type SendingService = TypeInCatalog & Pick<Service, "sendAllFields">;

/** Whether writes of documents of a type send all fields. Users and media files have no such choice. */
export const sendsAllFields = ({ type, catalog, sendAllFields }: SendingService): boolean =>
  catalog.types.has(type.name) && sendAllFields.includes(type.name);

/** The name of the type, if its writes send only changes and could send all fields. */
const partialTypeOf = (service: SendingService): { readonly partialType?: string } => {
  const { name } = service.type;
  return service.catalog.types.has(name) && !sendsAllFields(service) ? { partialType: name } : {};
};

/** The failure of a write. Names the type if the service failed and got only changes. */
export const withPartialType = (failure: ChangeFailure, service: SendingService): ChangeFailure =>
  failure.code === "service" && failure.arrived === "no" && failure.error.status === 500
    ? { ...failure, ...partialTypeOf(service) }
    : failure;

export const reportOfWrite = (
  service: SendingService,
  written: Partial<ChangeReport> & Pick<ChangeReport, "sent" | "deviations">,
): ChangeReport =>
  changeReportOf({
    ...written,
    ...(unsentChanges(written).length > 0 && partialTypeOf(service)),
  });

/** A document just before a write, and the content that it should have afterwards. */
export interface ExpectedChange {
  readonly data: JsonObject;
  readonly before: Pick<Draft, "content" | "unread">;
  readonly expected: JsonObject;
}

/** A write of a document that was just read. */
export interface DocumentWrite extends ExpectedChange {
  readonly service: TypedService;
  readonly address: Address;
  readonly before: Snapshot;
  readonly reader: SnapshotReader;
}

/**
 * What a write sends: the changed attributes, and for types with Send All Fields every other
 * attribute that can be read completely and written. A list of polymorphic relations may lack
 * targets that the credential can't see.
 */
export function dataToSend(
  service: SendingService,
  { data, before, expected }: ExpectedChange,
): JsonObject {
  if (!sendsAllFields(service)) return data;
  const { type, catalog } = service;
  const unseen = before.unread;
  const unchanged = [...type.attributes].flatMap(([name, attribute]): [string, Json][] => {
    const isSendable =
      Object.hasOwn(before.content, name) &&
      !isUnread(attribute) &&
      !isPolymorphic(attribute) &&
      !unchangeableReason(name, attribute, { catalog, unseen });
    const position = { catalog, path: pathText([name]), problems: [], cleared: [] };
    return isSendable ? [[name, toWire(attribute, valueIn(expected, name), position)]] : [];
  });
  return { ...Object.fromEntries(unchanged), ...data };
}

function unchangeableReason(
  name: string,
  attribute: AttributeSchema | undefined,
  { catalog, unseen }: { readonly catalog: Catalog; readonly unseen: UnreadAttributes },
): Problem | undefined {
  const path = pathText([name]);
  if (!attribute && serviceOwned.has(name)) return { path, why: "service-owned" };
  if (!isFullyKnown(attribute, catalog)) return { path, why: "not-seen-whole" };
  if (attribute && isInverse(attribute)) return { path, why: "inverse-side" };
  return unreadProblem(name, unseen);
}

/** Undefined if the attribute was read completely. */
export function unreadProblem(name: string, unseen: UnreadAttributes): Problem | undefined {
  const missing = unseen.get(name);
  if (!missing) return undefined;
  const path = pathText([name]);
  if (missing.some(({ why }) => why === "route-decides")) return { path, why: "route-decides" };
  return { path, missing: missing.map((part) => part.path), why: "not-wholly-read" };
}

/** In the form of `/api/users`. Attributes that were not read completely are not sent. */
export function userChanges(
  base: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
  unseen = nothingUnread,
): Outcome<Changes, ChangeFailure> {
  const { $schema: schema, ...before } = base;
  const { $schema: schemaNow, ...after } = now;
  const { type, catalog } = shape;
  const isChanged = (name: string) =>
    !isSameValue(type.attributes.get(name), valueIn(before, name), valueIn(after, name), catalog);
  const allNames = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changedAttributes = allNames
    .filter(isChanged)
    // A field that the service owns is never sent, so the text may lack it.
    .filter((name) => Object.hasOwn(after, name) || !isOwned(name, type));
  const problems = changedAttributes.flatMap((name) => problemIn(name, valueIn(after, name), type));
  if (problems.length > 0) return failed({ code: "not-sendable", problems });
  const names = [...type.attributes.keys()].filter((name) => name !== "role");
  const [others, othersNow] = [pick(before, names), pick(after, names)];
  const [failure, otherChanges] = changesBetween(others, othersNow, shape, unseen);
  if (failure) return failed(failure);
  const { data, ignored, cleared } = otherChanges;
  const [oldRole, role] = [valueIn(before, "role"), valueIn(after, "role")];
  const isRoleChanged = roleIn(oldRole) !== roleIn(role);
  const isEdited = !isRoleChanged && isTargetEdited("role", oldRole, role, shape);
  return done({
    data: { ...data, ...(isRoleChanged && { role: roleIn(role) ?? null }) },
    cleared,
    ignored: [...ignored, ...(isEdited ? ["role"] : [])],
    factsChanged: schemaNow !== schema,
  });
}

/** A user's text whose version is unknown counts as one of the current version. */
export const withCurrentOwnedFields = (
  now: JsonObject,
  text: JsonObject,
  type: ContentType,
): JsonObject =>
  Object.fromEntries(
    Object.entries(text).map(([name, value]) => [
      name,
      isOwned(name, type) && Object.hasOwn(now, name) ? valueIn(now, name) : value,
    ]),
  );

/** The reason why an attribute of a user can't be sent, beside those of documents. */
function problemIn(name: string, value: Json, type: ContentType): Problem[] {
  const path = pathText([name]);
  if (isOwned(name, type)) return [{ path, why: "service-owned" }];
  if (name === "password") return [{ path, why: "password" }];
  if (name === "role") return roleIn(value) === undefined ? [{ path, why: "needs-role" }] : [];
  const attribute = type.attributes.get(name);
  if (!attribute) return [{ path, why: "unknown-key" }];
  return isUnread(attribute) ? [{ path, why: "never-shown" }] : [];
}

const isOwned = (name: string, { attributes }: ContentType): boolean =>
  serviceOwned.has(name) && !attributes.has(name);

/** Accepts a role as its id, or in the form in which it is read. */
function roleIn(value: Json): number | undefined {
  const id = isObject(value) ? value["id"] : value;
  return typeof id === "number" && Number.isInteger(id) ? id : undefined;
}
