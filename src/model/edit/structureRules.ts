import type { AttributeSchema } from "../../client/index.ts";
import {
  isComponent,
  isInverse,
  isList,
  isReadOnly,
  isStructured,
  isUnread,
  isReference,
} from "../schemas/catalog.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import { isArray, isObject, valueIn, type Json, type JsonObject } from "../foundation/json.ts";
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

export function checkValue(attribute: AttributeSchema, conditional: CheckedValue): void {
  const { value, base, catalog, owner } = conditional;
  const { type, required, conditions } = attribute;
  const isVisible = isConditionMet(isObject(conditions) ? conditions : {}, owner);
  const report: ReportFlaw = (flaw, when, path) => {
    // If the condition hides the attribute, the service checks only keys. If the condition can't
    // be evaluated here, only values that every save rejects are reported.
    const isCheckedHidden = isVisible === undefined ? when === "save" : flaw.code === "unknown-key";
    if (isVisible === true || isCheckedHidden) conditional.report(flaw, when, path);
  };
  const checked = { ...conditional, report };
  if (isReadOnly(attribute)) {
    const isChanged = base !== undefined && !isSameValue(attribute, value, base, catalog);
    if (isChanged) report({ code: "read-only" }, "save");
  } else if (isStructured(attribute) && isList(attribute)) checkList(attribute, checked);
  else if (value === null) {
    // Required relations and media are checked only if the service is configured to check them.
    const isRequired = required === true && type !== "relation" && type !== "media";
    if (isRequired) report({ code: "required" }, "publish");
  } else if (isStructured(attribute)) checkItem(attribute, checked);
  else checkScalar(value, attribute, report);
}

/** Undefined for a rule that the admin panel does not create. */
function isConditionMet({ visible }: JsonObject, owner: JsonObject): boolean | undefined {
  if (visible === undefined) return true;
  const rules = isObject(visible) ? Object.entries(visible) : [];
  const [[operator, operands] = ["", null]] = rules;
  const isComparison = rules.length === 1 && isArray(operands);
  const [left, right] = isComparison ? operands.map((operand) => operandOf(operand, owner)) : [];
  if (left === undefined || right === undefined || !/^[!=]==?$/.test(operator)) return undefined;
  // Like JavaScript's ==: "1" equals 1.
  const isEqual =
    left === right || (left !== null && right !== null && String(left) === String(right));
  return isEqual === operator.startsWith("=");
}

/** The value of `{"var": "featured"}` in the owner, or a literal; undefined for anything else. */
function operandOf(operand: Json, owner: JsonObject): string | number | boolean | null | undefined {
  const name = isObject(operand) ? operand["var"] : undefined;
  const value = typeof name === "string" ? valueIn(owner, name) : operand;
  return isObject(value) || isArray(value) ? undefined : value;
}

function checkList(attribute: AttributeSchema, checked: CheckedValue): void {
  const { value, base, isNew, report } = checked;
  if (value === null) return;
  if (!isArray(value)) {
    report({ code: "needs-list" }, "save");
    return;
  }
  if (isComponent(attribute)) {
    // An empty list is too short only if the attribute is required.
    const isCounted = value.length > 0 || attribute.required === true;
    const minCount = isCounted ? wholeNumberOr(attribute.min, 0) : 0;
    const maxCount = wholeNumberOr(attribute.max, Infinity);
    if (value.length < minCount) report({ code: "too-few", limit: minCount }, "publish");
    if (value.length > maxCount) report({ code: "too-many", limit: maxCount }, "publish");
    const identities = new Set<string>();
    for (const [index, item] of value.entries()) {
      if (isNew || !hasId(item)) continue;
      const identity = entryIdentity(item);
      if (identities.has(identity)) report({ code: "doubled-id" }, "save", [index, "id"]);
      identities.add(identity);
    }
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

const wholeNumberOr = (limit: number | undefined, otherwise: number): number =>
  limit !== undefined && Number.isInteger(limit) ? limit : otherwise;

const hasId = (item: Json): item is JsonObject => isObject(item) && Object.hasOwn(item, "id");

function checkItem(attribute: AttributeSchema, checked: CheckedValue): void {
  const { value, catalog, report } = checked;
  if (isReference(attribute)) {
    const flaw = referenceFlaw(attribute, value);
    if (flaw) report({ code: flaw }, "save");
    return;
  }
  if (!isObject(value)) {
    report({ code: "needs-object" }, "save");
    return;
  }
  const { component, components: choices = [] } = attribute;
  const uid = component ?? value["__component"];
  if (typeof uid !== "string") {
    report({ code: "needs-component" }, "save");
    return;
  }
  const attributes = catalog.components.get(uid);
  if (component === undefined && !attributes)
    report({ code: "no-such-component", choices }, "save", ["__component"]);
  else if (component === undefined && !choices.includes(uid))
    report({ code: "not-in-zone", choices }, "publish", ["__component"]);
  if (attributes) checkComponent(attributes, { ...checked, value });
}

function checkComponent(
  attributes: Attributes,
  checked: CheckedValue & { readonly value: JsonObject },
): void {
  const { value, base, isNew, catalog, report } = checked;
  const isKept = !isNew && hasId(value);
  const isForeign = isKept && base !== undefined && entryIdentity(value) !== entryIdentity(base);
  if (isForeign) report({ code: "foreign-id" }, "never", ["id"]);
  const isMade = !isKept || isForeign;
  for (const name of Object.keys(value)) {
    const isKnown = attributes.has(name) || /^(?:id|documentId|__component)$/.test(name);
    if (!isKnown) report({ code: "unknown-key" }, "save", [name]);
  }
  const former = isMade ? null : base;
  for (const [name, attribute] of attributes) {
    if (isInverse(attribute) || isUnknown(name, attribute, { value, former })) continue;
    checkValue(attribute, {
      value: valueIn(value, name),
      base: isObject(former) ? valueIn(former, name) : former,
      isNew: isMade,
      owner: value,
      catalog,
      report: reportBelow(report, name),
    });
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
