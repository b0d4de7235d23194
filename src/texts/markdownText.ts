import { visible } from "../model/foundation/legible.ts";

/**
 * A text on one line in Markdown that shows its characters. VS Code would also turn URLs and email
 * addresses into links, which no backslash prevents.
 */
export const markdownText = (text: string): string =>
  visible(text)
    .replaceAll("&", "&amp;")
    .replace(/[\\`*_{}[\]()#+\-.!<>|~$]/g, "\\$&")
    .replaceAll("://", "&#58;//")
    .replaceAll("@", "&#64;")
    .replaceAll("www", "ww&#119;");
