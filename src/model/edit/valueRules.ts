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
import { isArray, isObject, valueIn, ownIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import type { ReportFlaw } from "../foundation/valueProblem.ts";
import { entriesByIdentity, entryIdentity } from "../content/componentIds.ts";
import { isSameValue, inOneNotation, storedBy } from "../content/equality.ts";
import { referenceFlaw } from "../writing/sentValues.ts";
import { toExpression } from "../foundation/regularExpressions.ts";
import { checkBlocks } from "./blocksRules.ts";
import { hasZone, instantOf, isDate, isMoment, isTime } from "../foundation/dates.ts";
import { databases, unstorableIn } from "../foundation/storableText.ts";

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
  (flaw, when, path = []) =>
    report(flaw, when, [segment, ...path]);

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

type Check = (value: Json, attribute: AttributeSchema, report: ReportFlaw) => void;

/** Checks a value that is not null by the rules of its type. An unknown type has no rules. */
const checkScalar: Check = (value, attribute, report) => {
  ownIn(checks, attribute.type)?.(value, attribute, report);
  const code = unstorableIn(value, attribute.type);
  if (code) report({ code }, "other-database");
  const exactValue = inOneNotation(attribute, value);
  for (const database of databases) {
    const storedValue = storedBy(database, attribute, value);
    if (storedValue !== exactValue)
      report({ code: "rounded-by-database", stored: textOf(storedValue) }, database);
  }
};

const checkText: Check = (value, attribute, report) => {
  if (typeof value !== "string") {
    report({ code: "not-a-text" }, "save");
    return;
  }
  const { type, required, minLength = 0, maxLength, regex } = attribute;
  const isLimited = Number.isInteger(maxLength) && (maxLength !== 0 || type === "string");
  // A short text has its own limit.
  const usualLimit = type === "string" ? 255 : Infinity;
  const limit = isLimited ? Number(maxLength) : usualLimit;
  if (value.length > limit) report({ code: "too-long", limit }, "save");
  if (value.length < minLength) report({ code: "too-short", limit: minLength }, "publish");
  const isExempt = value === "" && required !== true && type !== "uid";
  if (typeof regex === "string" && !isExempt && isExpression(regex))
    report({ code: "untried", pattern: regex, text: value }, "publish");
};

/** Whether the service can parse an expression. */
function isExpression(pattern: string): boolean {
  try {
    toExpression(pattern);
    return true;
  } catch {
    return false;
  }
}

const checkEmail: Check = (value, attribute, report) => {
  checkText(value, attribute, report);
  if (typeof value !== "string") return;
  if (value.length > longestEmail) report({ code: "too-long", limit: longestEmail }, "publish");
  else if (!isEmail(value)) report({ code: "not-an-email" }, "publish");
};

/** In characters: 64 before the `@`, and 255 after it (RFC 3696). */
const longestEmail = 320;

/**
 * Accepts the same addresses as the service's library (yup), in linear time. The library's own
 * expression accepts labels that contain dots, so it tries every way to split a domain.
 */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  return localPart.test(local) && domainParts.every((part) => part.test(domain));
}

const localPart =
  /^(?:[\w!#$%&'*+\-/=?^`{|}~\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]+(?:\.[\w!#$%&'*+\-/=?^`{|}~\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]+)*|".*")$/i;

/** A domain must match all of these: its characters, its ends, and the characters next to a dot. */
const domainParts = [
  /^[a-z\d\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]/i,
  /^[\w.~\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF-]+$/i,
  /[a-z\d\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]\.[a-z\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]/i,
  /[a-z\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]$/i,
];

const checkSlug: Check = (value, attribute, report) => {
  checkText(value, attribute, report);
  if (typeof value !== "string" || attribute.regex !== undefined) return;
  if (!/^[\w.~-]*$/.test(value)) report({ code: "not-a-slug" }, "publish");
};

const checkNumber: Check = (value, attribute, report) => {
  const number = numberOf(value);
  if (!Number.isFinite(number)) {
    report({ code: "not-a-number" }, "save");
    return;
  }
  const isWhole = attribute.type === "integer";
  if (isWhole && !Number.isInteger(number)) report({ code: "not-an-integer" }, "save");
  const max = limitOf(attribute.max, isWhole);
  if (number > max) report({ code: "too-large", limit: max }, "save");
  const min = limitOf(attribute.min, isWhole);
  if (number < min) report({ code: "too-small", limit: min }, "publish");
};

/** The number that the service converts a value to. */
function numberOf(value: Json): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return Number.parseFloat(textOf(value));
  const digits = value.replace(/\s/g, "");
  return digits === "" ? NaN : Number(digits);
}

/** NaN if there is no limit: no value is above or below NaN. */
function limitOf(limit: unknown, isWhole: boolean): number {
  const number = typeof limit === "string" || typeof limit === "number" ? Number(limit) : NaN;
  return isWhole ? Math.trunc(number) : number;
}

const checkBigInteger: Check = (value, _, report) => {
  const isInteger =
    typeof value === "string" ? /^[+-]?\d+$/.test(value.trim()) : Number.isInteger(value);
  if (!isInteger) report({ code: "not-an-integer" }, "save");
};

const checkChoice: Check = (value, { enum: choices = [] }, report) => {
  const isChoice = typeof value !== "object" && choices.includes(String(value));
  if (!isChoice && choices.length > 0) report({ code: "not-a-choice", choices }, "save");
};

const readable =
  (
    isReadable: (value: Json) => boolean,
    code: "not-a-boolean" | "not-a-date" | "not-a-time",
  ): Check =>
  (value, _, report) => {
    if (!isReadable(value)) report({ code }, "save");
  };

const checkMoment: Check = (value, _, report) => {
  const text = textOf(value);
  if (!isMoment(text)) report({ code: "not-a-moment" }, "save");
  else if (!hasZone(text) && instantOf(text) === undefined)
    report({ code: "no-time-zone" }, "never");
};

/** Converts a value to text as JavaScript does. */
const textOf = (value: Json): string => {
  if (isArray(value)) return value.map(textOf).join();
  return typeof value === "object" ? "" : String(value);
};

const checks: Readonly<Record<string, Check>> = {
  string: checkText,
  text: checkText,
  richtext: checkText,
  password: checkText,
  email: checkEmail,
  uid: checkSlug,
  integer: checkNumber,
  decimal: checkNumber,
  float: checkNumber,
  biginteger: checkBigInteger,
  enumeration: checkChoice,
  boolean: readable((value) => /^(?:true|false|[01])$/i.test(textOf(value)), "not-a-boolean"),
  date: readable((value) => typeof value === "string" && isDate(value), "not-a-date"),
  time: readable((value) => typeof value === "string" && isTime(value), "not-a-time"),
  datetime: checkMoment,
  timestamp: checkMoment,
  blocks: (value, _, report) => checkBlocks(value, report),
};
