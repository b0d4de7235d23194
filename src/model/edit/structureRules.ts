import type { AttributeSchema } from "../../client/index.ts";
import {
  isComponent,
  isInverse,
  isList,
  isReadOnly,
  isStructured,
  isUnread,
} from "../schemas/catalog.ts";
import { isReference } from "../schemas/navigation.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject, valueIn } from "../foundation/json.ts";
import type { ReportFlaw } from "../foundation/valueProblem.ts";
import { entriesByIdentity, entryIdentity } from "../content/componentIds.ts";
import { isSameValue } from "../content/equality.ts";
import { referenceFlaw } from "../writing/sentValues.ts";
import { checkScalar } from "./scalarRules.ts";

interface CheckedValue {
  readonly value: Json;
  /** The value when the document was opened: null for no value, undefined if it is unknown. */
  readonly base: Json | undefined;
  /** Whether the value is in a component that will be created: the service checks no ids there. */
  readonly isNew: boolean;
  /** The document or component that has the attribute. Conditions use its values. */
  readonly owner: JsonObject;
  readonly catalog: Catalog;
  readonly report: ReportFlaw;
}

export function checkValue(attribute: AttributeSchema, checked: CheckedValue): void {
  checkAlways(attribute, { ...checked, report: reportIfVisible(attribute, checked) });
}

function checkAlways(attribute: AttributeSchema, checked: CheckedValue): void {
  const { value, base, catalog, report } = checked;
  if (isReadOnly(attribute)) {
    const isChanged = base !== undefined && !isSameValue(attribute, value, base, catalog);
    if (isChanged) report({ code: "read-only" }, "save");
  } else if (isStructured(attribute) && isList(attribute)) checkList(attribute, checked);
  else if (value === null) checkRequired(attribute, checked);
  else if (isStructured(attribute)) checkItem(attribute, checked);
  else checkScalar(value, attribute, report);
}

/**
 * Selects the findings to report for an attribute with a condition. If the condition hides it, the
 * service checks only keys. If the condition can't be evaluated here, reports only values that
 * every save rejects.
 */
function reportIfVisible(
  { conditions }: AttributeSchema,
  { owner, report }: CheckedValue,
): ReportFlaw {
  const isVisible = isConditionMet(isObject(conditions) ? conditions : {}, owner);
  if (isVisible === true) return report;
  return (flaw, when, path) => {
    const isChecked = isVisible === undefined ? when === "save" : flaw.code === "unknown-key";
    if (isChecked) report(flaw, when, path);
  };
}

/** Undefined for a rule that the admin panel does not create. */
function isConditionMet({ visible }: JsonObject, owner: JsonObject): boolean | undefined {
  if (visible === undefined) return true;
  const rules = isObject(visible) ? Object.entries(visible) : [];
  const [[operator, operands] = ["", null]] = rules;
  const isComparison = rules.length === 1 && isArray(operands);
  const [left, right] = isComparison ? operands.map((operand) => operandOf(operand, owner)) : [];
  if (left === undefined || right === undefined || !/^[!=]==?$/.test(operator)) return undefined;
  return isLooselyEqual(left, right) === operator.startsWith("=");
}

type Scalar = string | number | boolean | null;

/** Compares like JavaScript's ==: "1" equals 1. */
const isLooselyEqual = (left: Scalar, right: Scalar): boolean =>
  left === right || (left !== null && right !== null && String(left) === String(right));

/** The value of `{"var": "featured"}` in the owner, or a literal; undefined for anything else. */
function operandOf(operand: Json, owner: JsonObject): Scalar | undefined {
  const name = isObject(operand) ? operand["var"] : undefined;
  const value = typeof name === "string" ? valueIn(owner, name) : operand;
  return isObject(value) || isArray(value) ? undefined : value;
}

/** Required relations and media are checked only if the service is configured to check them. */
function checkRequired({ type, required }: AttributeSchema, { report }: CheckedValue): void {
  const isRequired = required === true && type !== "relation" && type !== "media";
  if (isRequired) report({ code: "required" }, "publish");
}

function checkList(attribute: AttributeSchema, checked: CheckedValue): void {
  const { value, base, report } = checked;
  if (value === null) return;
  if (!isArray(value)) {
    report({ code: "needs-list" }, "save");
    return;
  }
  if (isComponent(attribute)) {
    checkCount(value.length, attribute, report);
    checkDuplicateIds(value, checked);
  }
  // Undefined if the earlier value is unknown.
  const formerEntries = base === undefined ? undefined : entriesByIdentity(base);
  for (const [index, item] of value.entries()) {
    // An entry without an earlier counterpart is new.
    const knownItem = formerEntries ? (formerEntries.get(entryIdentity(item)) ?? null) : undefined;
    const below = reportBelow(report, index);
    checkItem(attribute, { ...checked, value: item, base: knownItem, report: below });
  }
}

const reportBelow =
  (report: ReportFlaw, segment: string | number): ReportFlaw =>
  (flaw, when, path = []) => {
    report(flaw, when, [segment, ...path]);
  };

/** An empty list is too short only if the attribute is required. */
function checkCount(
  count: number,
  { min, max, required }: AttributeSchema,
  report: ReportFlaw,
): void {
  const minCount = count > 0 || required === true ? wholeNumberOr(min, 0) : 0;
  const maxCount = wholeNumberOr(max, Infinity);
  if (count < minCount) report({ code: "too-few", limit: minCount }, "publish");
  if (count > maxCount) report({ code: "too-many", limit: maxCount }, "publish");
}

const wholeNumberOr = (limit: number | undefined, otherwise: number): number =>
  limit !== undefined && Number.isInteger(limit) ? limit : otherwise;

function checkDuplicateIds(items: readonly Json[], { isNew, report }: CheckedValue): void {
  const identities = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (isNew || !hasId(item)) continue;
    const identity = entryIdentity(item);
    if (identities.has(identity)) report({ code: "doubled-id" }, "save", [index, "id"]);
    identities.add(identity);
  }
}

const hasId = (item: Json): item is JsonObject => isObject(item) && Object.hasOwn(item, "id");

function checkItem(attribute: AttributeSchema, checked: CheckedValue): void {
  const { value, report } = checked;
  if (isReference(attribute)) {
    const flaw = referenceFlaw(attribute, value);
    if (flaw) report({ code: flaw }, "save");
  } else if (!isObject(value)) report({ code: "needs-object" }, "save");
  else {
    const attributes = componentOf(attribute, value, checked);
    if (attributes) checkComponent(attributes, { ...checked, value });
  }
}

function componentOf(
  { component, components: choices = [] }: AttributeSchema,
  value: JsonObject,
  { catalog: { components }, report }: CheckedValue,
): Attributes | undefined {
  if (component !== undefined) return components.get(component);
  const uid = value["__component"];
  if (typeof uid !== "string") {
    report({ code: "needs-component" }, "save");
    return undefined;
  }
  const attributes = components.get(uid);
  if (!attributes) report({ code: "no-such-component", choices }, "save", ["__component"]);
  else if (!choices.includes(uid)) {
    report({ code: "not-in-zone", choices }, "publish", ["__component"]);
  }
  return attributes;
}

function checkComponent(
  attributes: Attributes,
  checked: CheckedValue & { readonly value: JsonObject },
): void {
  const { value, base, report } = checked;
  const isForeign = isForeignId(checked);
  if (isForeign) report({ code: "foreign-id" }, "never", ["id"]);
  const isMade = checked.isNew || isForeign || !hasId(value);
  checkKeys(value, attributes, report);
  const ownAttributes = [...attributes].filter(([, attribute]) => !isInverse(attribute));
  for (const [name, attribute] of ownAttributes) {
    const inner = { ...checked, owner: value, base: isMade ? null : base, isNew: isMade };
    checkField(name, attribute, inner);
  }
}

/** `base` is the earlier component. */
function checkField(
  name: string,
  attribute: AttributeSchema,
  checked: CheckedValue & { readonly value: JsonObject },
): void {
  const { value, base: former, report } = checked;
  if (isUnknown(name, attribute, { value, former })) return;
  const base = isObject(former) ? valueIn(former, name) : former;
  const inner = { value: valueIn(value, name), base, report: reportBelow(report, name) };
  checkValue(attribute, { ...checked, ...inner });
}

function isForeignId({ value, base, isNew }: CheckedValue): boolean {
  if (isNew || base === undefined || !hasId(value)) return false;
  return entryIdentity(value) !== entryIdentity(base);
}

function checkKeys(value: JsonObject, attributes: Attributes, report: ReportFlaw): void {
  for (const name of Object.keys(value)) {
    const isKnown = attributes.has(name) || /^(?:id|documentId|__component)$/.test(name);
    if (!isKnown) report({ code: "unknown-key" }, "save", [name]);
  }
}

/** Whether the value of a missing key is unknown: the service may hold a value, or set one. */
function isUnknown(
  name: string,
  attribute: AttributeSchema,
  { value, former }: { readonly value: JsonObject; readonly former: Json | undefined },
): boolean {
  if (Object.hasOwn(value, name)) return false;
  if (isUnread(attribute)) return true;
  // A missing key is empty in a new component. In an existing one, a removed key is cleared.
  if (former === null) return attribute.default !== undefined;
  return !isObject(former) || !Object.hasOwn(former, name);
}
