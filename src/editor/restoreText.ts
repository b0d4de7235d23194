import { parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { Json, JsonObject } from "../model/foundation/json.ts";
import { endOf } from "./jsonLocations.ts";

/** A key with its value, as they are written. */
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
  const written = nodes.map((node, at) => propertyOf(node, text, nodes[at - 1]));
  const put = names.reduce((rest, name) => putOne(rest, name, { base, indent }), written);
  const body = put.map(({ gap, key, value }, at) => {
    const before = gap === "" ? `,${indent}` : gap;
    return (at === 0 ? "" : before) + key + value;
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
  const there = properties[at];
  if (there) return properties.with(at, { ...there, value });
  const key = JSON.stringify(name) + (indent === "" ? ":" : ": ");
  const place = placeOf(name, properties, Object.keys(base));
  return properties.toSpliced(place, 0, { name, key, value, gap: "" });
}

function propertyOf(node: Node, text: string, before?: Node): Property {
  const [key, value] = node.children ?? [];
  const start = value?.offset ?? endOf(node);
  return {
    name: String(key?.value),
    key: text.slice(node.offset, start),
    value: text.slice(start, endOf(node)),
    gap: before ? text.slice(endOf(before), node.offset) : "",
  };
}

/** A value as it is written at the top level of a text whose lines begin with this indent. */
const write = (value: Json, indent: string): string =>
  JSON.stringify(value, null, indent.slice(1)).replaceAll("\n", indent || "\n");

/** The position of a removed key: after the nearest previous key that still exists. */
function placeOf(name: string, properties: readonly Property[], names: readonly string[]): number {
  const before = names.slice(0, names.indexOf(name));
  return properties.findLastIndex((property) => before.includes(property.name)) + 1;
}
