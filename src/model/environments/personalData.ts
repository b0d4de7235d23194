import type { AttributeSchema } from "../../client/index.ts";
import { attributesOf } from "../schemas/navigation.ts";
import type { JsonObject, Json } from "../foundation/json.ts";
import { isObject, valueIn, isEmptyValue } from "../foundation/json.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import { isComponent } from "../schemas/catalog.ts";
import type { FieldOfType, FieldSet } from "./fieldSet.ts";

export type PersonalKind = "email" | "phone" | "address" | "birth-date";

/** Attributes that hold one value. Others, such as enumerations and files, are not recognized. */
const textTypes = new Set(["string", "text", "richtext", "email", "json"]);
const numberTypes = new Set(["integer", "biginteger"]);
const timeTypes = new Set(["date", "datetime"]);

/**
 * The personal data that an attribute probably holds, by its type, its name, or its whole value;
 * undefined if it holds none. A value inside a longer text is not recognized.
 */
export function personalKindOf(
  name: string,
  { type }: Pick<AttributeSchema, "type">,
  value: Json,
): PersonalKind | undefined {
  if (type === "email") return "email";
  const kind = kindOfName(wordsOf(name));
  if (timeTypes.has(type)) return kind === "birth-date" ? kind : undefined;
  if (numberTypes.has(type)) return kind === "phone" ? kind : undefined;
  if (!textTypes.has(type)) return undefined;
  return kind ?? (typeof value === "string" ? kindOfValue(value.trim()) : undefined);
}

/** The words of a name such as `contactPhone2`, `contact_phone` or `E-Mail`, in lower case. */
const wordsOf = (name: string): readonly string[] =>
  name
    .slice(-longestName)
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");

/** In characters. A longer name is read from its end. */
const longestName = 1_000;

/** Names that have one of these words anywhere, and names that end in one of them. */
const anywhere: readonly (readonly [PersonalKind, RegExp])[] = [
  ["email", /^e ?mails?$/],
  ["phone", /^((tele|smart|cell)?phones?|(tele)?fax|telefon|whats ?app)$/],
  ["birth-date", /^(birth|birthdays?|birthdates?|dob|geburts(tag|datum))$/],
  ["address", /^(street name|postal code|zip code)$/],
];
const atEnd: readonly (readonly [PersonalKind, RegExp])[] = [
  ["email", /^mails?$/],
  ["phone", /^(tel|mobile?|cell|handy)$/],
  ["address", /^(address(es)?|street|zip|postcode|adresse|strasse|straße|plz)$/],
];

/** Words that may follow the last word of a name. */
const follows = /^(numbers?|no|nr|code|line|value|private|work|home|business|privat)$/;

/** Addresses that are no places. */
const technical = /^(web|url|site|internet|link|ip|mac|wallet)$/;

function kindOfName(words: readonly string[]): PersonalKind | undefined {
  const pairs = words.map((word, at) => `${word} ${words[at + 1] ?? ""}`.trim());
  const found = anywhere.find(([, word]) => [...words, ...pairs].some((one) => word.test(one)));
  if (found) return found[0];
  const last = words.findLastIndex((word) => !follows.test(word));
  const word = words[last] ?? "";
  if (technical.test(words[last - 1] ?? "")) return undefined;
  return atEnd.find(([, one]) => one.test(word))?.[0];
}

const emailValue = /^(mailto:)?[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[\p{L}]{2,}$/u;

/** A phone number with its country code, an area code, or in groups of digits. */
const phoneValues: readonly RegExp[] = [
  /^(tel:)?(\+|00)[1-9][\d\s()./-]{6,20}$/,
  /^tel:[\d\s()./+-]{5,20}$/,
  /^\(\d{2,5}\)[\s-]?\d[\d\s-]{4,12}$/,
  /^0[1-9]\d{1,3}[\s/-]\d[\d\s-]{4,12}$/,
  /^\d{3}[-. ]\d{3}[-. ]\d{4}$/,
];
const dateValue = /^\d{1,4}[./ -]\d{1,2}[./ -]\d{1,4}$/;

function kindOfValue(value: string): PersonalKind | undefined {
  if (emailValue.test(value)) return "email";
  const isPhone = phoneValues.some((one) => one.test(value)) && !dateValue.test(value);
  return isPhone ? "phone" : undefined;
}

export interface FoundField extends FieldOfType {
  /** Absent for a field that the user chose to leave empty, and that has another value here. */
  readonly kind?: PersonalKind;
  /** The attribute of the document that holds the field. */
  readonly attribute: string;
}

interface FieldContext {
  readonly catalog: Catalog;
  /** The uid of the type or component. */
  readonly owner: string;
  readonly attribute?: string;
}

/** The fields of a document that hold personal data or are left empty, also inside components. */
export function personalFieldsIn(
  row: JsonObject,
  attributes: Attributes,
  empty: FieldSet,
  { catalog, owner, attribute: outer }: FieldContext,
): FoundField[] {
  return [...attributes].flatMap(([name, attribute]): FoundField[] => {
    const value = valueIn(row, name);
    const top = outer ?? name;
    if (isComponent(attribute)) {
      return [value].flat().flatMap((item) => {
        const uid = componentUid(attribute, item);
        const inner = isObject(item) ? attributesOf(attribute, item, catalog) : undefined;
        if (!isObject(item) || !inner) return [];
        return personalFieldsIn(item, inner, empty, { catalog, owner: uid, attribute: top });
      });
    }
    if (hasNoValue(value)) return [];
    const kind = personalKindOf(name, attribute, value);
    if (!kind && !empty.has(owner, name)) return [];
    return [{ owner, name, attribute: top, ...(kind && { kind }) }];
  });
}

export const componentUid = ({ component }: AttributeSchema, item: Json): string => {
  const named = isObject(item) ? item["__component"] : undefined;
  return typeof named === "string" ? named : (component ?? "");
};

export const hasNoValue = (value: Json): boolean => isEmptyValue(value) || value === "";
