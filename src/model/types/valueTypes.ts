import type { AttributeSchema } from "../../client/index.ts";
import { roleUid, userUid } from "../foundation/address.ts";
import { isList, isStructured, type ContentType } from "../schemas/catalog.ts";
import { blocksType, formatsKind, formatsType, jsonType } from "./helperTypes.ts";
import { quoted } from "./identifiers.ts";
import { targetOf } from "./reachableTypes.ts";

/** The names of the interfaces, by uid. */
export interface DeclaredNames {
  readonly types: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
  /** The names for components in a dynamic zone, with their `__component`. */
  readonly entries: ReadonlyMap<string, string>;
}

/**
 * The type of an attribute's value in an answer. In a draft, every value except a list can be null,
 * even if it is required. `isFilled` tells that this value is never null.
 */
export function valueType(attribute: AttributeSchema, isFilled: boolean, names: DeclaredNames) {
  const { type, enum: values = [] } = attribute;
  if (type === "enumeration" && values.length > 0) return orNull(values.map(quoted), isFilled);
  if (!isStructured(attribute)) return orNull([scalars.get(type) ?? "unknown"], isFilled);
  const items = itemTypes(attribute, names);
  if (!isList(attribute)) return orNull(items, isFilled);
  const item = union(items);
  return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

const orNull = (types: readonly string[], isFilled: boolean): string =>
  union(isFilled || types.some((type) => holdsNull.has(type)) ? types : [...types, "null"]);

const holdsNull: ReadonlySet<string> = new Set(["unknown", jsonType]);

function itemTypes(attribute: AttributeSchema, names: DeclaredNames): string[] {
  const { type, component = "", components = [] } = attribute;
  if (type === "component") return [names.components.get(component) ?? "{ readonly id: number }"];
  if (type === "dynamiczone") {
    const unknownEntry = (uid: string) =>
      `{ readonly id: number; readonly __component: ${quoted(uid)} }`;
    return components.map((uid) => names.entries.get(uid) ?? unknownEntry(uid));
  }
  const target = targetOf(attribute);
  return [names.types.get(target) ?? (target ? someLinked : anyLinked)];
}

/** A document of a type that the catalog does not have, or of any type. */
const someLinked = "{ readonly id: number; readonly documentId: string }";
const anyLinked = "{ readonly id: number; readonly documentId: string; readonly __type: string }";

/** The JSON type of each kind. A number too large for JSON is returned as text. */
const scalars = new Map([
  ...["string", "text", "richtext", "uid", "email", "enumeration", "biginteger"].map(
    (type) => [type, "string"] as const,
  ),
  ...["date", "time", "datetime", "timestamp"].map((type) => [type, "string"] as const),
  ...["integer", "decimal", "float"].map((type) => [type, "number"] as const),
  ["boolean", "boolean"],
  ["json", jsonType],
  ["blocks", blocksType],
  [formatsKind, formatsType],
]);

/** On one line if it fits, as Prettier formats it. */
function union(types: readonly string[]): string {
  const uniqueTypes = [...new Set(types)];
  const line = uniqueTypes.join(" | ");
  if (line.length < 70) return line || "never";
  return `\n${uniqueTypes.map((type) => `    | ${type}\n`).join("")}  `;
}

/**
 * Whether the service ensures that a document has a value. It does so on every write of a type
 * without drafts. Relations and files are the exception, because their targets can be deleted.
 */
export function isFilled(
  { uid, draftAndPublish }: ContentType,
  name: string,
  { type, required }: AttributeSchema,
): boolean {
  if (filledByService.get(uid)?.includes(name)) return true;
  return !draftAndPublish && required === true && !/^(relation|media)$/.test(type);
}

/** The attributes that the client's CmsUser and CmsRole always have. */
const filledByService = new Map([
  [userUid, ["username", "email", "provider", "confirmed", "blocked", "role"]],
  [roleUid, ["name", "type"]],
]);

/** A role is absent if the token may not read roles. */
export const isOptional = (uid: string, { target }: AttributeSchema): boolean =>
  uid === userUid && target === roleUid;
