import type { AttributeSchema } from "../../client/index.ts";
import { isInverse, isList, isUnread, type Catalog } from "../schemas/catalog.ts";
import { toJson, type Json, type JsonObject } from "../foundation/json.ts";

const maxDepth = 4;

interface SnippetState {
  readonly catalog: Catalog;
  /** The enclosing components. A component that requires itself would never end. */
  readonly above: readonly string[];
  tabStop: number;
}

/**
 * A new component as the body of a VS Code snippet. Texts, enumerations and required values are tab
 * stops. Values that the service sets are omitted.
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
    const isOmitted =
      !isSnippetText(name) ||
      isUnread(attribute) ||
      isInverse(attribute) ||
      attribute.conditions !== undefined ||
      (attribute.default !== undefined && attribute.default !== null);
    const value = isOmitted ? undefined : snippetValue(attribute, inner);
    if (value !== undefined) fields.set(name, value);
  }
  state.tabStop = inner.tabStop;
  return Object.fromEntries(fields);
}

/** A new entry of a dynamic zone as the body of a snippet; undefined for a uid that can't be in one. */
export const entrySnippet = (uid: string, catalog: Catalog): JsonObject | undefined =>
  isSnippetText(uid) ? { __component: uid, ...componentSnippet(uid, catalog) } : undefined;

/** Whether a name has no character of the syntax of snippets, such as `$`. A service may use any. */
const isSnippetText = (name: string): boolean => /^[\w.-]+$/.test(name);

function snippetValue(attribute: AttributeSchema, state: SnippetState): Json | undefined {
  const { type, required, component, enum: choices = [] } = attribute;
  if (/^(?:string|text|richtext|email|uid)$/.test(type)) return `$${nextTabStop(state)}`;
  if (type === "enumeration") {
    const escapedChoices = choices.map((choice) => toJson(choice).replace(/[\\,|}$]/g, "\\$&"));
    // The `^` prefix makes the JSON service insert the rest as is, without quotes.
    return choices.length > 0 ? `^\${${nextTabStop(state)}|${escapedChoices.join()}|}` : undefined;
  }
  if (required !== true || type === "relation" || type === "media") return undefined;
  if (isList(attribute) || type === "blocks") return [];
  return component === undefined
    ? `^\${${nextTabStop(state)}:null}`
    : componentFields(component, state);
}

const nextTabStop = (state: SnippetState): number => (state.tabStop += 1);
