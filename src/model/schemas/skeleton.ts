import type { AttributeSchema } from "../../client/index.ts";
import type { Catalog } from "./catalog.ts";
import { isInverse, isList, isUnread } from "./catalog.ts";
import type { Json, JsonObject } from "../foundation/json.ts";

/** How deep components that must be there are written out. */
const maxDepth = 4;

interface SnippetState {
  readonly catalog: Catalog;
  /** The components that this one is in: one that must hold itself would have no end. */
  readonly above: readonly string[];
  /** The next place that the cursor goes to. */
  tabStop: number;
}

/**
 * A new component as the body of a VS Code snippet: its texts, its choices and what must be there, each a
 * place for the cursor. What the service fills in by itself is left out.
 */
export function componentSnippet(uid: string, catalog: Catalog): JsonObject {
  return componentFields(uid, { catalog, above: [], tabStop: 0 });
}

function componentFields(uid: string, state: SnippetState): JsonObject {
  const { catalog, above } = state;
  const fields = new Map<string, Json>();
  if (above.includes(uid) || above.length >= maxDepth) return {};
  const inner: SnippetState = { ...state, above: [...above, uid] };
  for (const [name, attribute] of catalog.components.get(uid) ?? []) {
    const value = isOmittedFromSnippet(attribute) ? undefined : snippetValue(attribute, inner);
    if (value !== undefined) fields.set(name, value);
  }
  state.tabStop = inner.tabStop;
  return Object.fromEntries(fields);
}

const isOmittedFromSnippet = (attribute: AttributeSchema): boolean =>
  isUnread(attribute) ||
  isInverse(attribute) ||
  attribute.conditions !== undefined ||
  (attribute.default !== undefined && attribute.default !== null);

function snippetValue(attribute: AttributeSchema, state: SnippetState): Json | undefined {
  const { type, required } = attribute;
  if (/^(?:string|text|richtext|email|uid)$/.test(type)) return `$${nextTabStop(state)}`;
  if (type === "enumeration") return choiceOfValues(attribute, state);
  return required === true ? requiredValue(attribute, state) : undefined;
}

function requiredValue(attribute: AttributeSchema, state: SnippetState): Json | undefined {
  const { type, component } = attribute;
  if (type === "relation" || type === "media") return undefined;
  if (isList(attribute) || type === "blocks") return [];
  return component === undefined
    ? `^\${${nextTabStop(state)}:null}`
    : componentFields(component, state);
}

const nextTabStop = (state: SnippetState): number => (state.tabStop += 1);

/** The `^` says that what follows is written as it stands. */
function choiceOfValues(
  { enum: choices = [] }: AttributeSchema,
  state: SnippetState,
): Json | undefined {
  if (choices.length === 0) return undefined;
  const written = choices.map((one) => JSON.stringify(one).replace(/[\\,|}$]/g, "\\$&"));
  return `^\${${nextTabStop(state)}|${written.join()}|}`;
}
