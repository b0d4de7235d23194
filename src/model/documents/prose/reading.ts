import { isDeepStrictEqual } from "node:util";
import type { Told } from "../blocks/index.ts";
import type { Misfit } from "../blocks/misfit.ts";
import type { Obstacle } from "../blocks/obstacle.ts";
import { isArray } from "../../foundation/json.ts";
import type { Json } from "../../foundation/json.ts";
import type { ProseKind } from "./field.ts";
import { toMarkdown, toRichText } from "./richtext.ts";

/** How a kind of field is read as Markdown, and written. */
export interface Reading {
  readonly toText: (value: Json) => Told<Obstacle, string>;
  /** What says the same as before is given as it was. */
  readonly toValue: (text: string, before: Json) => Told<Misfit, Json>;
}

/** Loads the Markdown parser at first use: only blocks need it. */
export async function readingOf(kind: ProseKind): Promise<Reading> {
  if (kind === "richtext") return richtext;
  const blocks = await import("../blocks/index.ts");
  return {
    toText: (value) => (isEmpty(value) ? [null, ""] : blocks.toMarkdown(value)),
    toValue: (text, before) => {
      if (isEmpty(before) && text.trim() === "") return [null, before];
      const [misfit, value] = blocks.fromMarkdown(text, before);
      if (misfit) return [misfit, null];
      return [null, isDeepStrictEqual(value, before) ? before : value];
    },
  };
}

const richtext: Reading = {
  toText: (value) =>
    value === null || typeof value === "string"
      ? [null, toMarkdown(value)]
      : [{ code: "not-text" }, null],
  toValue: (text, before) => [null, toRichText(text, before)],
};

/** A field of blocks that nobody has written into yet. */
export const isEmpty = (value: Json): boolean =>
  value === null || (isArray(value) && value.length === 0);
