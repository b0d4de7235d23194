import type { JsonPath } from "./json.ts";

/*
 * A path to a value in a document as a text: `sections[1].text`. Names of attributes may have any
 * characters, so a `\` precedes those that separate names: `unit\.price` is one name. Only these
 * functions write and read such texts.
 */

export const pathText = (path: JsonPath): string =>
  path.reduce<string>((above, segment) => pathBelow(above, segment), "");

/** The path of a part of the value at a path; `above` is empty for the document. */
export const pathBelow = (above: string, segment: string | number): string =>
  typeof segment === "number"
    ? `${above}[${segment}]`
    : `${above}${above && "."}${segment.replaceAll(/[.[\]\\]/g, "\\$&")}`;

/** The names and indexes of a path. */
export const segmentsOf = (path: string): string[] =>
  (path.match(/(?:\\.|\\$|[^.[\]\\])+/gs) ?? []).map((name) => name.replaceAll(/\\(.)/gs, "$1"));

/** The attribute of the document that is or contains a value, from its path such as `seo.image`. */
export const attributeNameOf = (path: string): string => segmentsOf(path)[0] ?? "";
