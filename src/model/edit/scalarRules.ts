import type { AttributeSchema } from "../../client/index.ts";
import { toExpression } from "../foundation/regularExpressions.ts";
import { isArray, type Json } from "../foundation/json.ts";
import { checkBlocks } from "./blocksRules.ts";
import { hasZone, instantOf, isDate, isMoment, isTime } from "../foundation/dates.ts";
import { databases, unstorableIn } from "../foundation/storableText.ts";
import { inOneNotation, storedBy } from "../content/equality.ts";
import type { ReportFlaw } from "../foundation/valueProblem.ts";

type Check = (value: Json, attribute: AttributeSchema, report: ReportFlaw) => void;

/** Checks a value that is not null by the rules of its type. An unknown type has no rules. */
export const checkScalar: Check = (value, attribute, report) => {
  checks[attribute.type]?.(value, attribute, report);
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
  blocks: (value, _, report) => {
    checkBlocks(value, report);
  },
};
