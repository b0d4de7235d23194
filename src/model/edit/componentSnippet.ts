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
  if (type === "enumeration")
    return choices.length > 0 ? choiceSnippet(choices, nextTabStop(state)) : undefined;
  if (required !== true || type === "relation" || type === "media") return undefined;
  if (isList(attribute) || type === "blocks") return [];
  return component === undefined
    ? `^\${${nextTabStop(state)}:null}`
    : componentFields(component, state);
}

const nextTabStop = (state: SnippetState): number => (state.tabStop += 1);

/**
 * A choice of values. The `^` makes the JSON service insert the rest as is, without quotes. In a
 * choice, VS Code would insert the backslash before other characters.
 */
const choiceSnippet = (choices: readonly Json[], tabStop: number): string =>
  `^\${${tabStop}|${choices.map((choice) => toJson(choice).replace(/[\\,|]/g, "\\$&")).join()}|}`;

export const escapeSnippet = (text: string): string => text.replace(/[\\$}]/g, "\\$&");

/** The body of a snippet as its text. */
export const snippetText = (body: Json): string =>
  toJson(body, 2).replace(/"(\^?)((?:[^"\\]|\\.)*)"?/g, (literal, mark: string, escaped: string) =>
    mark === "" ? literal : String(JSON.parse(`"${escaped}"`)),
  );

/** A property for an attribute as the text of a snippet, with the cursor in its value. */
export const propertySnippet = (
  name: string,
  attribute: AttributeSchema,
  catalog: Catalog,
): string => `${escapeSnippet(toJson(name))}: ${snippetText(valueSnippet(attribute, catalog))}`;

/** Invents no value: it is empty, a choice, or the default of the schema. */
function valueSnippet(attribute: AttributeSchema, catalog: Catalog): Json {
  const { type, component = "", enum: values = [], default: usual } = attribute;
  if (isList(attribute) || type === "blocks") return "^[$1]";
  const choices: readonly Json[] = type === "boolean" ? [true, false] : values;
  if (choices.length > 0) {
    const usualFirst = (a: Json, b: Json) => Number(b === usual) - Number(a === usual);
    return choiceSnippet(choices.toSorted(usualFirst), 1);
  }
  const isText = textTypes.test(type);
  if (isText && typeof usual === "string")
    return `^"\${1:${escapeSnippet(toJson(usual).slice(1, -1))}}"`;
  if (isText) return "$1";
  const fields = componentSnippet(component, catalog);
  if (Object.keys(fields).length > 0) return fields;
  if (type === "component" || type === "json") return "^{$1}";
  return `^\${1:${typeof usual === "number" ? usual : null}}`;
}

const textTypes =
  /^(?:string|text|richtext|email|uid|password|biginteger|date|time|datetime|timestamp)$/;

/**
 * The text of a new document as the text of a snippet. Its empty values are the tab stops, the first
 * one at the start.
 */
export function contentSnippet(text: string): string {
  let tabStop = 0;
  return escapeSnippet(text).replace(
    /(?<=": )(?:(")"|(\[)\]|null)(?=,?$)/gm,
    (value, quote?: string, bracket?: string) => {
      tabStop += 1;
      if (quote) return `"$${tabStop}"`;
      return bracket ? `[$${tabStop}]` : `\${${tabStop}:${value}}`;
    },
  );
}
