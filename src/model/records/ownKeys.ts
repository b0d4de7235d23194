import type { Json, JsonObject } from "../foundation/json.ts";
import type { Attributes } from "../schemas/catalog.ts";

/*
 * Records of files and rows of listings have values of two origins under one roof: the attributes of
 * a project, under their names, and what is known of the document itself, under own keys. An own key
 * begins with `$`, aside from `documentId`. An attribute that is named like an own key gets one more
 * `$`: `$$status`, `$documentId`. So the two never meet, whatever a project calls its attributes.
 *
 * Version 0.1.0 wrote own keys without `$`. A key without it means the attribute of that name, as it
 * did then, and only if the type has none the document itself.
 */

/** The key of each fact of a document, in the order of a record. */
export const ownKeys = {
  id: "$id",
  documentId: "documentId",
  locale: "$locale",
  status: "$status",
  title: "$title",
  createdAt: "$createdAt",
  updatedAt: "$updatedAt",
} as const;

export type OwnName = keyof typeof ownKeys;

const ownNames = Object.keys(ownKeys) as readonly OwnName[];

export const isOwnKey = (key: string): boolean => ownNames.some((name) => ownKeys[name] === key);

/** The fact that a key names, also in the form of version 0.1.0; undefined for an attribute. */
export const ownNameOf = (key: string, attributes: Attributes): OwnName | undefined =>
  ownNames.find((name) => ownKeys[name] === key || (name === key && !attributes.has(key)));

/** Whether an attribute has the name of an own key, or that with more `$`. */
function isLikeOwnKey(name: string): boolean {
  const bareName = name.replace(/^\$+/, "");
  return bareName === "documentId" || (bareName !== name && Object.hasOwn(ownKeys, bareName));
}

/** The key of an attribute. */
export const attributeKeyOf = (name: string): string => (isLikeOwnKey(name) ? `$${name}` : name);

/** The attribute that a key names. The key must not be an own one. */
export const attributeOfKey = (key: string): string => (isLikeOwnKey(key) ? key.slice(1) : key);

/** A record or row: first its own keys, then the attributes. */
export const withOwnKeys = (
  own: Partial<Readonly<Record<OwnName, Json | undefined>>>,
  attributes: JsonObject = {},
): JsonObject =>
  Object.fromEntries<Json>([
    ...ownNames.flatMap((name): [string, Json][] => {
      const value = own[name];
      return value === undefined ? [] : [[ownKeys[name], value]];
    }),
    ...Object.entries(attributes).map(([name, value]) => [attributeKeyOf(name), value] as const),
  ]);

/**
 * The columns of a header. Version 0.1.0 began with own keys, so its header has a name twice if an
 * attribute is called like one of them: the first of both is the own one.
 */
export function currentColumns(names: readonly string[]): readonly string[] {
  const end = names.findIndex((name) => !headerOf010.has(name));
  const own = names.slice(0, end < 0 ? names.length : end);
  if (!own.includes("documentId")) return names;
  return names.map((name, at) =>
    at < own.length && name !== "documentId" && names.includes(name, at + 1) ? `$${name}` : name,
  );
}

const headerOf010 = new Set(["id", "documentId", "locale", "status"]);
