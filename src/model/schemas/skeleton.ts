import type { AttributeSchema } from "../../client/index.ts";
import type { Catalog } from "./catalog.ts";
import { isInverse, isList, isUnread } from "./catalog.ts";
import type { Json, JsonObject } from "../foundation/json.ts";

/** How deep components that must be there are written out. */
const deepest = 4;

interface Growing {
  readonly catalog: Catalog;
  /** The components that this one is in: one that must hold itself would have no end. */
  readonly above: readonly string[];
  /** The next place that the cursor goes to. */
  stop: number;
}

/**
 * A new component as the body of a VS Code snippet: its texts, its choices and what must be there, each a
 * place for the cursor. What the service fills in by itself is left out.
 */
export function skeletonOf(uid: string, catalog: Catalog): JsonObject {
  return grow(uid, { catalog, above: [], stop: 0 });
}

function grow(uid: string, growing: Growing): JsonObject {
  const { catalog, above } = growing;
  const grown = new Map<string, Json>();
  if (above.includes(uid) || above.length >= deepest) return {};
  const inner: Growing = { ...growing, above: [...above, uid] };
  for (const [name, attribute] of catalog.components.get(uid) ?? []) {
    const value = isLeftOut(attribute) ? undefined : growValue(attribute, inner);
    if (value !== undefined) grown.set(name, value);
  }
  growing.stop = inner.stop;
  return Object.fromEntries(grown);
}

const isLeftOut = (attribute: AttributeSchema): boolean =>
  isUnread(attribute) ||
  isInverse(attribute) ||
  attribute.conditions !== undefined ||
  (attribute.default !== undefined && attribute.default !== null);

function growValue(attribute: AttributeSchema, growing: Growing): Json | undefined {
  const { type, required } = attribute;
  if (/^(?:string|text|richtext|email|uid)$/.test(type)) return `$${next(growing)}`;
  if (type === "enumeration") return choiceOf(attribute, growing);
  return required === true ? growRequired(attribute, growing) : undefined;
}

function growRequired(attribute: AttributeSchema, growing: Growing): Json | undefined {
  const { type, component } = attribute;
  if (type === "relation" || type === "media") return undefined;
  if (isList(attribute) || type === "blocks") return [];
  return component === undefined ? `^\${${next(growing)}:null}` : grow(component, growing);
}

const next = (growing: Growing): number => (growing.stop += 1);

/** The `^` says that what follows is written as it stands. */
function choiceOf({ enum: choices = [] }: AttributeSchema, growing: Growing): Json | undefined {
  if (choices.length === 0) return undefined;
  const written = choices.map((one) => JSON.stringify(one).replace(/[\\,|}$]/g, "\\$&"));
  return `^\${${next(growing)}|${written.join()}|}`;
}
