import type { AttributeSchema } from "../../../client/index.ts";
import { isComponent, isInverse, isList, isStructured, isUnread } from "../../schemas/catalog.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, valueIn } from "../../foundation/json.ts";
import type { FindingPath, ReportFlaw } from "../../foundation/contentProblem.ts";
import { checkScalar } from "./scalars.ts";

/** What is looked at, and what is known of it. */
interface CheckedValue {
  readonly value: Json;
  /** What stood there when the document was opened: null for nothing, undefined where that is not known. */
  readonly base: Json | undefined;
  /** Whether it is in a component that is made anew: there the service looks at no id. */
  readonly isNew: boolean;
  /** The document or component that the attribute belongs to: conditions look at its values. */
  readonly owner: JsonObject;
  readonly catalog: Catalog;
  readonly report: ReportFlaw;
}

/** Checks the value of an attribute, and all that is in it. */
export function checkValue(attribute: AttributeSchema, checked: CheckedValue): void {
  checkAlways(attribute, { ...checked, report: reportIfVisible(attribute, checked) });
}

function checkAlways(attribute: AttributeSchema, checked: CheckedValue): void {
  if (isStructured(attribute) && isList(attribute)) checkList(attribute, checked);
  else if (checked.value === null) checkRequired(attribute, checked);
  else if (isStructured(attribute)) checkItem(attribute, checked);
  else checkScalar(checked.value, attribute, checked.report);
}

/**
 * What to report of an attribute with a condition. Where the condition hides it, the service checks nothing but keys.
 * Where the condition can't be evaluated here, what is refused with every save is reported.
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

/** Whether a condition shows its attribute. Undefined for a rule that the admin panel does not write. */
function isConditionMet({ visible }: JsonObject, owner: JsonObject): boolean | undefined {
  if (visible === undefined) return true;
  const rules = isObject(visible) ? Object.entries(visible) : [];
  const [[operator, operands] = ["", null]] = rules;
  const isOne = rules.length === 1 && isArray(operands);
  const [left, right] = isOne ? operands.map((one) => operandOf(one, owner)) : [];
  if (left === undefined || right === undefined) return undefined;
  return comparisons.get(operator)?.(left, right);
}

type Scalar = string | number | boolean | null;

/** As JavaScript's == compares: "1" equals 1. */
const isLooselyEqual = (left: Scalar, right: Scalar): boolean =>
  left === right || (left !== null && right !== null && String(left) === String(right));

const comparisons: ReadonlyMap<string, (left: Scalar, right: Scalar) => boolean> = new Map([
  ["==", isLooselyEqual],
  ["===", isLooselyEqual],
  ["!=", (left: Scalar, right: Scalar) => !isLooselyEqual(left, right)],
  ["!==", (left: Scalar, right: Scalar) => !isLooselyEqual(left, right)],
]);

/** The value of `{"var": "featured"}` in the owner, or a value as it is; undefined for what is neither. */
function operandOf(operand: Json, owner: JsonObject): Scalar | undefined {
  const name = isObject(operand) ? operand["var"] : undefined;
  const value = typeof name === "string" ? valueIn(owner, name) : operand;
  return isObject(value) || isArray(value) ? undefined : value;
}

/** Relations and media that are required are asked for only where the service was told to. */
function checkRequired({ type, required }: AttributeSchema, { report }: CheckedValue): void {
  const isAsked = required === true && type !== "relation" && type !== "media";
  if (isAsked) report({ code: "required" }, "publish");
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
  const former = formerOf(base);
  for (const [index, item] of value.entries()) {
    // An entry without a counterpart is new.
    const known = former && (former.get(entryIdentity(item)) ?? null);
    checkItem(attribute, { ...checked, value: item, base: known, ...reportBelow(report, index) });
  }
}

/** Undefined where it is not known what stood there. */
function formerOf(base: Json | undefined): ReadonlyMap<string, Json> | undefined {
  if (base === undefined) return undefined;
  return new Map(isArray(base) ? base.map((item) => [entryIdentity(item), item]) : []);
}

/** Reports at a place further down. */
const reportBelow = (
  report: ReportFlaw,
  segment: string | number,
): { readonly report: ReportFlaw } => ({
  report: (flaw, when, path: FindingPath = []) => {
    report(flaw, when, [segment, ...path]);
  },
});

/** An empty list is too short only where one is required. */
function checkCount(
  count: number,
  { min, max, required }: AttributeSchema,
  report: ReportFlaw,
): void {
  const least = count > 0 || required === true ? wholeNumberOr(min, 0) : 0;
  const most = wholeNumberOr(max, Infinity);
  if (count < least) report({ code: "too-few", limit: least }, "publish");
  if (count > most) report({ code: "too-many", limit: most }, "publish");
}

const wholeNumberOr = (limit: number | undefined, otherwise: number): number =>
  limit !== undefined && Number.isInteger(limit) ? limit : otherwise;

function checkDuplicateIds(items: readonly Json[], { isNew, report }: CheckedValue): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (isNew || !hasId(item)) continue;
    const name = entryIdentity(item);
    if (seen.has(name)) report({ code: "doubled-id" }, "save", [index, "id"]);
    seen.add(name);
  }
}

/** What an entry is found again by. Two kinds of component count their ids each for itself. */
const entryIdentity = (item: Json): string =>
  isObject(item) ? `${idText(item["__component"])} ${idText(item["id"])}` : "";

/** The service takes an id as a number or in quotes. */
const idText = (value: Json | undefined): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? null);

const hasId = (item: Json): item is JsonObject => isObject(item) && Object.hasOwn(item, "id");

function checkItem(attribute: AttributeSchema, checked: CheckedValue): void {
  const { value, report } = checked;
  if (attribute.type === "relation" || attribute.type === "media") checkReference(value, report);
  else if (!isObject(value)) report({ code: "needs-object" }, "save");
  else {
    const attributes = componentOf(attribute, value, checked);
    if (attributes) checkComponent(attributes, { ...checked, value });
  }
}

/** As a save sends it: by documentId alone. */
function checkReference(value: Json, report: ReportFlaw): void {
  const documentId = isObject(value) ? value["documentId"] : value;
  const isNamed = typeof documentId === "string" && documentId !== "";
  if (!isNamed) report({ code: "needs-document-id" }, "save");
}

function componentOf(
  { component, components: choices = [] }: AttributeSchema,
  value: JsonObject,
  { catalog: { components }, report }: CheckedValue,
): Attributes | undefined {
  if (component !== undefined) return components.get(component);
  const named = value["__component"];
  if (typeof named !== "string") {
    report({ code: "needs-component" }, "save");
    return undefined;
  }
  const attributes = components.get(named);
  if (!attributes) report({ code: "no-such-component", choices }, "save", ["__component"]);
  else if (!choices.includes(named)) {
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
  if (isForeign) report({ code: "foreign-id" }, "save", ["id"]);
  const isMade = checked.isNew || isForeign || !hasId(value);
  checkKeys(value, attributes, report);
  const own = [...attributes].filter(([, attribute]) => !isInverse(attribute));
  for (const [name, attribute] of own) {
    const inner = { ...checked, owner: value, base: isMade ? null : base, isNew: isMade };
    checkField(name, attribute, inner);
  }
}

/** An attribute of a component; `base` is what the component was. */
function checkField(
  name: string,
  attribute: AttributeSchema,
  checked: CheckedValue & { readonly value: JsonObject },
): void {
  const { value, base: former, report } = checked;
  if (isUnknown(name, attribute, { value, former })) return;
  const base = isObject(former) ? valueIn(former, name) : former;
  const inner = valueIn(value, name);
  checkValue(attribute, { ...checked, value: inner, base, ...reportBelow(report, name) });
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

/** Whether nothing can be told of a key that is not in the text: the service may hold a value, or fill one in. */
function isUnknown(
  name: string,
  attribute: AttributeSchema,
  { value, former }: { readonly value: JsonObject; readonly former: Json | undefined },
): boolean {
  if (Object.hasOwn(value, name)) return false;
  if (isUnread(attribute)) return true;
  // What a new component has not, is empty; what was taken out of another one is cleared.
  if (former === null) return attribute.default !== undefined;
  return !isObject(former) || !Object.hasOwn(former, name);
}
