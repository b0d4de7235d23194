import { createHash } from "node:crypto";
import type { AttributeSchema } from "../../client/index.ts";
import { finds, toExpression } from "../foundation/regularExpressions.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isEmptyValue, isObject, valueIn } from "../foundation/json.ts";
import { isComponent, componentUidOf, type Attributes, type Catalog } from "../schemas/catalog.ts";
import type { FieldSet } from "../compare/fieldSet.ts";
import type { Sides } from "../compare/documentPairs.ts";
import { personalKindOf, type PersonalKind } from "./personalData.ts";

/**
 * The content with made-up values for the required fields that are left empty, also inside
 * components. `row` is the same document as the source has it.
 */
export async function withMadeUpValues(
  content: JsonObject,
  row: JsonObject,
  filledObject: {
    readonly owner: string;
    readonly attributes: Sides<Attributes>;
    readonly components: Sides<Catalog["components"]>;
    readonly empty: FieldSet;
    /** Identifies the document and the place in it. */
    readonly seed: string;
    /** Whether attributes of the document itself that are left empty stay absent. */
    readonly keeps?: boolean;
  },
): Promise<JsonObject> {
  const { owner, attributes, components, empty, seed, keeps = false } = filledObject;
  const filled = new Map(Object.entries(content));
  for (const name of keeps ? [] : empty.namesIn(owner)) {
    const [attribute, was] = [attributes.to.get(name), valueIn(row, name)];
    if (attribute?.required !== true || isEmptyValue(was) || was === "") continue;
    const kind = personalKindOf(name, attribute);
    const value = await madeUpValue(attribute, kind, `${seed} ${owner} ${name}`);
    if (value !== undefined) filled.set(name, value);
  }
  for (const [name, value] of Object.entries(content)) {
    const attribute = attributes.from.get(name);
    if (!attribute || !isComponent(attribute)) continue;
    const was = valueIn(row, name);
    const inComponent = async (item: Json, former: Json, at: string): Promise<Json> => {
      if (!isObject(item) || !isObject(former)) return item;
      const uid = componentUidOf(attribute, item);
      const [from, to] = [components.from.get(uid), components.to.get(uid)];
      if (!from || !to) return item;
      const inner = { components, empty, owner: uid, attributes: { from, to } };
      return withMadeUpValues(item, former, { ...inner, seed: `${seed} ${name}${at}` });
    };
    const whole = isArray(value)
      ? await Promise.all(
          value.map((item, at) =>
            inComponent(item, isArray(was) ? (was[at] ?? null) : null, ` ${at}`),
          ),
        )
      : await inComponent(value, was, "");
    filled.set(name, whole);
  }
  return Object.fromEntries(filled);
}

/**
 * A value for a required field that is left empty. Equal seeds have equal values, and other seeds
 * have other values. They belong to no person: email addresses end in `example.com`, and phone
 * numbers have the country code 999, which is not assigned. Undefined if no such value fits the
 * schema.
 */
export async function madeUpValue(
  attribute: AttributeSchema,
  kind: PersonalKind | undefined,
  seed: string,
): Promise<Json | undefined> {
  // Twelve digits, the first of them not 0.
  const hash = createHash("sha256").update(seed).digest().readUIntBE(0, 6);
  const digits = String((hash % 900_000_000_000) + 100_000_000_000);
  switch (attribute.type) {
    case "email":
      return firstFitting(textsOf("email", digits), attribute);
    case "string":
    case "text":
    case "richtext":
      return firstFitting(
        textsOf(kind, digits).map((text) => (kind === "email" ? text : inLength(text, attribute))),
        attribute,
      );
    case "integer":
      return inRange(Number(digits.slice(0, 9)), attribute);
    case "biginteger":
      return String(inRange(Number(digits), attribute));
    case "date":
      return dayOf(digits);
    case "datetime":
      return `${dayOf(digits)}T00:00:00.000Z`;
    case "json":
      return {};
    default:
      return undefined;
  }
}

/** Texts of a kind, the best one first. A schema may have a pattern. */
function textsOf(kind: PersonalKind | undefined, digits: string): readonly string[] {
  switch (kind) {
    case "email":
      return [`nobody-${digits}@example.com`, `${digits.slice(0, 6)}@example.com`];
    case "phone":
      return [`+999 ${digits}`, `+999${digits}`, `999${digits}`, digits];
    case undefined:
      return [`Removed ${digits}`, digits, digits.slice(0, 5)];
  }
}

const inLength = (text: string, { minLength = 0, maxLength = Infinity }: AttributeSchema): string =>
  text.length > maxLength ? text.slice(-maxLength) : text.padEnd(minLength, "0");

async function firstFitting(
  texts: readonly string[],
  { minLength = 0, maxLength = Infinity, regex }: AttributeSchema,
): Promise<string | undefined> {
  for (const text of texts) {
    if (text.length < minLength || text.length > maxLength) continue;
    if (regex === undefined) return text;
    try {
      if ((await finds(toExpression(regex), text)) === true) return text;
    } catch {
      // The service may read the expression in another way, and decides.
      return text;
    }
  }
  return undefined;
}

function inRange(number: number, { min, max }: AttributeSchema): number {
  const [low, high] = [boundOf(min, 0), boundOf(max, Infinity)];
  if (number >= low && number <= high) return number;
  return Number.isFinite(high) ? low + (number % (high - low + 1)) : low + number;
}

/** The bounds of large integers are texts. */
const boundOf = (bound: unknown, otherwise: number): number =>
  bound === undefined ? otherwise : Number(bound);

/** A day between 1900 and 1954. */
const dayOf = (digits: string): string =>
  new Date(Date.UTC(1900, 0, 1 + (Number(digits) % 20_000))).toISOString().slice(0, 10);
