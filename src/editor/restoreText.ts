import { parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { Json, JsonObject } from "../model/foundation/json.ts";

/** A key with its value, as they are written. */
interface Property {
  readonly name: string;
  /** What stands before the value: the key and its colon. */
  readonly key: string;
  readonly value: string;
  /** What stands between the property before and this one. */
  readonly gap: string;
}

/**
 * A text with these attributes put back as they were: beside the text itself, it shows what a save would
 * change and nothing else, however the text is laid out.
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

const endOf = ({ offset, length }: Node): number => offset + length;

/** A value as it stands at the top of a text whose lines begin with this. */
const write = (value: Json, indent: string): string =>
  JSON.stringify(value, null, indent.slice(1)).replaceAll("\n", indent || "\n");

/** Where a key that was taken out stood: behind the nearest one before it that is still there. */
function placeOf(name: string, properties: readonly Property[], names: readonly string[]): number {
  const before = names.slice(0, names.indexOf(name));
  return properties.findLastIndex((property) => before.includes(property.name)) + 1;
}
