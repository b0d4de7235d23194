import * as vscode from "vscode";
import { parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import { ResourceOwner } from "../model/foundation/events.ts";
import { createQuickDiff } from "../host/surfaces/languageFeatures.ts";
import { openDocuments } from "../files/openDocuments.ts";
import { fromUri } from "../files/uri.ts";
import type { Address } from "../model/foundation/address.ts";
import type { JsonObject, Json } from "../model/foundation/json.ts";
import { isLarge } from "./editorTasks.ts";
import type { EditorContext } from "./editorContext.ts";
import { endOf } from "./jsonLocations.ts";

/**
 * Marks the lines that a save would change, compared with the base, in the extension's documents
 * only. VS Code asks it about every file, and lists a source control for it. So it exists only
 * while it is needed.
 */
export class Gutter extends ResourceOwner implements vscode.QuickDiffProvider {
  readonly #context: EditorContext;
  readonly #originals = new Map<string, vscode.Uri>();

  constructor(context: EditorContext) {
    super();
    this.#context = context;
    this.own(
      createQuickDiff("cms", this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#originals.delete(uri.toString())),
      // A save removes the changes, but no keystroke follows that would make VS Code compare again.
      context.documents.onDidSave(this.#catchUp),
    );
  }

  async provideOriginalResource(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const document = documentOf(uri);
    const outcome = document && (await this.#context.pending.of(document));
    if (!outcome) return undefined;
    const [failure, pending] = outcome;
    // A text that is not valid JSON at the moment keeps its marks.
    if (failure) return this.#originals.get(uri.toString());
    const names = Object.keys(pending.changes.data);
    if (names.length > 0) return this.#original(document, names);
    // VS Code draws no marks after an original disappears and returns. The text itself is the
    // original instead.
    return this.#originals.has(uri.toString())
      ? this.#show(document, document.getText())
      : undefined;
  }

  #original(document: vscode.TextDocument, names: readonly string[]): vscode.Uri | undefined {
    const address = fromUri(document.uri);
    const base = address && this.#context.documents.baseText(address);
    if (base === undefined) return undefined;
    const text = isLarge(document)
      ? base
      : restoreText(document.getText(), names, JSON.parse(base) as JsonObject);
    return this.#show(document, text);
  }

  #show(document: vscode.TextDocument, text: string): vscode.Uri {
    const { uri } = document;
    const name = uri.path.split("/").at(-1) ?? "";
    const original = this.#context.versions.show(name, text, `base ${uri.toString()}`);
    this.#originals.set(uri.toString(), original);
    return original;
  }

  /** VS Code compares again when the original changes. */
  readonly #catchUp = ({ address }: { readonly address: Address }): void => {
    for (const document of openDocuments(address)) {
      const isShown = this.#originals.has(document.uri.toString());
      if (isShown) this.#show(document, document.getText());
    }
  };
}

const documentOf = (uri: vscode.Uri): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());

interface Property {
  readonly name: string;
  /** The text before the value: the key and its colon. */
  readonly key: string;
  readonly value: string;
  /** The text between the previous property and this one. */
  readonly gap: string;
}

/**
 * A text with these attributes restored to the base. Compared with the current text, it shows only
 * the changes that a save would send, in any layout.
 */
export function restoreText(text: string, names: readonly string[], base: JsonObject): string {
  const nodes = parseTree(text)?.children ?? [];
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (!first || !last) return text;
  const head = text.slice(0, first.offset);
  // Empty in a text of one line.
  const indent = /\n[^\S\n]*$/.exec(head)?.[0] ?? "";
  const currentProperties = nodes.map((node, at) => propertyOf(node, text, nodes[at - 1]));
  const restoredProperties = names.reduce(
    (properties, name) => putOne(properties, name, { base, indent }),
    currentProperties,
  );
  const body = restoredProperties.map(({ gap, key, value }, at) => {
    const separator = gap === "" ? `,${indent}` : gap;
    return (at === 0 ? "" : separator) + key + value;
  });
  return head + body.join("") + text.slice(endOf(last));
}

function putOne(
  properties: readonly Property[],
  name: string,
  { base, indent }: { readonly base: JsonObject; readonly indent: string },
): Property[] {
  if (!Object.hasOwn(base, name)) return properties.filter((property) => property.name !== name);
  const value = write(base[name] ?? null, indent);
  const at = properties.findIndex((property) => property.name === name);
  const property = properties[at];
  if (property) return properties.with(at, { ...property, value });
  const key = JSON.stringify(name) + (indent === "" ? ":" : ": ");
  const position = placeOf(name, properties, Object.keys(base));
  return properties.toSpliced(position, 0, { name, key, value, gap: "" });
}

function propertyOf(node: Node, text: string, previous?: Node): Property {
  const [key, value] = node.children ?? [];
  const start = value?.offset ?? endOf(node);
  return {
    name: String(key?.value),
    key: text.slice(node.offset, start),
    value: text.slice(start, endOf(node)),
    gap: previous ? text.slice(endOf(previous), node.offset) : "",
  };
}

/** A value as it is written at the top level of a text whose lines begin with this indent. */
const write = (value: Json, indent: string): string =>
  JSON.stringify(value, null, indent.slice(1)).replaceAll("\n", indent || "\n");

/** The position of a removed key: after the nearest previous key that still exists. */
function placeOf(name: string, properties: readonly Property[], names: readonly string[]): number {
  const earlierNames = names.slice(0, names.indexOf(name));
  return properties.findLastIndex((property) => earlierNames.includes(property.name)) + 1;
}
