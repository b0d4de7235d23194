import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Pair,
  parseDocument,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import type { Document, ScalarTag } from "yaml";
import type { TextFailure } from "../content/documentText.ts";
import { jsonKey } from "../content/equality.ts";
import { isArray, isObject, omit, toJson, valueIn } from "../foundation/json.ts";
import type { Json, JsonObject, JsonPath } from "../foundation/json.ts";
import { fromJson, positionOf, type TextPosition } from "../foundation/jsonText.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { MarkdownFailure, MarkdownProblem } from "../runs/bulkFailure.ts";
import { escapeJson } from "../foundation/visibleText.ts";

/*
 * A Markdown file has the text of one field, the body. The front matter has the other fields:
 *
 *     ---
 *     title: Tea in Winter
 *     tags:
 *       - tags/winter
 *     ---
 *
 *     When it is cold, tea …
 *
 * A body that would not be the same after it was read again is in the front matter, too, as any other
 * field. So is an empty text, because a file without a body has no value for it.
 *
 * The front matter is YAML, with fewer surprises: only what JSON has without quotes is no text. So
 * `no`, `0123` and `2026-01-31` are texts. What is written has quotes where another reader of YAML
 * could take a text for something else.
 */

type ReadFailure = MarkdownFailure | TextFailure;

export function contentOfMarkdown(file: string, body: string): Outcome<JsonObject, ReadFailure> {
  const text = file.replaceAll("\r\n", "\n");
  if (/^(?:<{7}|>{7}) /m.test(text)) return invalid("conflict");
  const parts = partsOf(text);
  if (!parts) return invalid("no-front-matter");
  const [failure, document] = documentIn(parts.yaml);
  if (failure) return failed(failure);
  const { contents } = document;
  if (contents && !isMap(contents)) return failed({ code: "not-an-object" });
  const content = contents ? (valueOf(contents) as JsonObject) : {};
  if (parts.body === undefined) return done(content);
  return Object.hasOwn(content, body)
    ? invalid("two-bodies")
    : done({ ...content, [body]: parts.body });
}

/** Keeps the comments and the order of an earlier text. */
export function toMarkdownFile(content: JsonObject, body: string, earlier?: string): string {
  const bodyText = valueIn(content, body);
  const withBody =
    typeof bodyText === "string" && isPlainText(bodyText)
      ? [{ attributes: omit(content, [body]), text: bodyText.replaceAll("\r\n", "\n") }]
      : [];
  const yaml = earlier === undefined ? undefined : partsOf(earlier.replaceAll("\r\n", "\n"))?.yaml;
  const forms = [...withBody, { attributes: content, text: undefined }];
  let file = "";
  for (const { attributes, text } of forms) {
    const expected = jsonKey(text === undefined ? attributes : { ...attributes, [body]: text });
    for (const base of yaml === undefined ? [""] : [yaml, ""]) {
      const [, document] = documentIn(base);
      if (!document) continue;
      const below = text === undefined ? "" : `\n${text}\n`;
      file = `---\n${withAttributes(document, attributes)}---\n${below}`;
      const [, again] = contentOfMarkdown(file, body);
      if (again && jsonKey(again) === expected) return file;
    }
  }
  return file;
}

const invalid = (why: MarkdownProblem) => failed({ code: "invalid-markdown-file", why });

/** Whether no editor, and not UTF-8, changes a text with LF or CRLF. */
const isPlainText = (text: string): boolean =>
  !/[^\P{Cc}\t\n]|[\p{Cs}\u2028\u2029]/u.test(text.replaceAll("\r\n", "\n"));

/** The YAML of a file, and the text below it without the empty lines around it. */
function partsOf(text: string) {
  const [first = "", ...lines] = text.split("\n");
  const end = lines.findIndex(isDelimiter);
  if (!isDelimiter(first) || end < 0) return undefined;
  const below = lines
    .slice(end + 1)
    .join("\n")
    .replace(/^\n+/, "")
    .replace(/\n$/, "");
  const yaml = lines.slice(0, end).map((line) => `${line}\n`);
  return { yaml: yaml.join(""), body: below.trim() === "" ? undefined : below };
}

/** Where a value is written, or else the nearest value around it. `body`: the field of the text. */
export function positionInMarkdown(file: string, path: JsonPath, body: string): TextPosition {
  const text = file.replaceAll("\r\n", "\n");
  const { yaml = "" } = partsOf(text) ?? {};
  const [, document] = documentIn(yaml);
  for (let length = path.length; document && length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (!isNode(node) || !node.range) continue;
    const { line, column } = positionOf(yaml, node.range[0]);
    return { line: line + 1, column };
  }
  // The text is below the front matter, the lines around it and an empty line.
  return { line: path[0] === body ? yaml.split("\n").length + 3 : 1, column: 1 };
}

const isDelimiter = (line: string): boolean => line.trimEnd() === "---";

/** JSON has escapes for characters that editors change or obey. */
const escapedText: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value) => typeof value === "string" && escapeJson(value) !== value,
  resolve: (text) => text,
  stringify: ({ value }) => toJson(value),
};

function documentIn(yaml: string): Outcome<Document, ReadFailure> {
  const document: Document = parseDocument(yaml, {
    // Every scalar is a text, and stays as the user wrote it. `plainValue` knows the others.
    schema: "failsafe",
    customTags: (tags) => [escapedText, ...tags],
    stringKeys: true,
    // Takes quadratic time. `problemIn` does the same.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  // The front matter starts at the second line.
  const positionIn = (offset = 0) => positionOf(`\n${yaml}`, offset + 1);
  const [error] = document.errors;
  if (error)
    return failed({ code: "invalid-yaml", why: error.message, ...positionIn(error.pos[0]) });
  const problem = problemIn(document);
  if (!problem) return done(document);
  const { code, offset } = problem;
  return code === "anchor" ? invalid(code) : failed({ code, ...positionIn(offset) });
}

/** What is valid YAML, but has no JSON, or more than one. */
function problemIn(document: Document) {
  let problem:
    | { readonly code: "anchor" | "doubled-key" | "too-deep"; readonly offset?: number | undefined }
    | undefined;
  visit(document, (_, node, path) => {
    if (!isNode(node)) return undefined;
    const offset = node.range?.[0];
    if (path.length > maxDepth) problem = { code: "too-deep", offset };
    else if (isAlias(node) || node.anchor !== undefined || node.tag !== undefined)
      problem = { code: "anchor" };
    else if (isMap(node)) {
      const keys = new Set<string>();
      const doubled = node.items.find(({ key }) => keys.size === keys.add(keyOf(key)).size);
      if (doubled)
        problem = { code: "doubled-key", offset: isNode(doubled.key) ? doubled.key.range?.[0] : 0 };
    }
    return problem && visit.BREAK;
  });
  return problem;
}

/** As many levels as JSON may have. The path of a node has its pairs, too. */
const maxDepth = 2_000;

/** A key is a text in any notation. */
const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value) : "");

function valueOf(node: unknown): Json {
  if (isMap(node))
    return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), valueOf(value)]));
  if (isSeq(node)) return node.items.map(valueOf);
  if (!isScalar(node)) return null;
  const text = String(node.value);
  return node.type === "PLAIN" ? plainValue(text) : text;
}

/** What a text without quotes is. A number that JSON would round stays a text, with all its digits. */
function plainValue(text: string): Json {
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text)) return text;
  const [failure, value] = fromJson(text);
  return failure ? text : value;
}

/** The YAML of a document that gets other attributes. Pairs that stay the same are not written anew. */
function withAttributes(document: Document, attributes: JsonObject): string {
  const map: YAMLMap = isMap(document.contents) ? document.contents : new YAMLMap();
  const earlier = new Map(map.items.map((pair) => [keyOf(pair.key), pair]));
  const items = map.items.filter(({ key }) => Object.hasOwn(attributes, keyOf(key)));
  let last: Pair | undefined;
  for (const [name, value] of Object.entries(attributes)) {
    const pair = earlier.get(name);
    if (!pair) {
      const added = new Pair(lineNode(name), nodeOf(value));
      items.splice(last ? items.indexOf(last) + 1 : 0, 0, added);
      last = added;
    } else {
      if (jsonKey(valueOf(pair.value)) !== jsonKey(value))
        pair.value = withComments(nodeOf(value), pair.value);
      last = pair;
    }
  }
  map.items = items;
  document.contents = map;
  return items.length === 0 ? "" : document.toString(notation);
}

const notation = { lineWidth: 0, doubleQuotedAsJSON: true, flowCollectionPadding: false };

function withComments<T extends Scalar | YAMLMap | YAMLSeq>(node: T, earlier: unknown): T {
  if (!isNode(earlier)) return node;
  const { comment, commentBefore, spaceBefore } = earlier;
  // The comment of a list or an object is about its last entry.
  const comments = { commentBefore, spaceBefore, ...(isScalar(earlier) && { comment }) };
  return Object.assign(node, comments);
}

function nodeOf(value: Json): Scalar | YAMLMap | YAMLSeq {
  if (typeof value === "string") return textNode(value);
  if (isArray(value)) return Object.assign(new YAMLSeq(), { items: value.map(nodeOf) });
  if (!isObject(value)) return scalar(JSON.stringify(value), "PLAIN");
  const items = Object.entries(value).map(([key, item]) => new Pair(lineNode(key), nodeOf(item)));
  return Object.assign(new YAMLMap(), { items });
}

function textNode(text: string): Scalar {
  const isBlock = text.includes("\n") && /^\S/.test(text) && /\S\n?$/.test(text);
  return isBlock ? scalar(text, "BLOCK_LITERAL") : lineNode(text);
}

const lineNode = (text: string): Scalar =>
  scalar(
    text,
    /^[\p{L}\p{N}_$(/][^\n]*$/u.test(text) && !looksTyped(text) ? "PLAIN" : "QUOTE_DOUBLE",
  );

/** Whether a reader of YAML 1.1 or 1.2 may take a text for a truth value, a number or a time. */
const looksTyped = (text: string): boolean =>
  /^(?:y|n|yes|no|on|off|true|false|null|\d[\da-f_.:+\-xotz ]*)$/i.test(text);

const scalar = (value: string, type: Scalar.Type): Scalar =>
  Object.assign(new Scalar(value), { type });
