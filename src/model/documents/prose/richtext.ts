import type { Json } from "../../foundation/json.ts";

/** A rich text as it is edited; a field without a value is an empty one. */
export const richTextToMarkdown = (value: Json): string => (typeof value === "string" ? value : "");

/**
 * What a field holds once this text is in it. Ends of lines are the field's own, whatever an editor has
 * made of them, and what says the same stays as it was.
 */
export function toRichText(text: string, before: Json): Json {
  const old = richTextToMarkdown(before);
  if (withLineFeeds(old) === withLineFeeds(text)) return before;
  const isWindows = old.includes("\r\n") && !/[^\r]\n/.test(old);
  return isWindows ? withLineFeeds(text).replaceAll("\n", "\r\n") : withLineFeeds(text);
}

const withLineFeeds = (text: string): string => text.replaceAll("\r\n", "\n");
