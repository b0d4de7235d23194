import { visible } from "../../model/foundation/visibleText.ts";

/** A text as one line of Markdown. VS Code makes links of URLs and emails despite a backslash. */
export const markdownText = (text: string): string =>
  visible(text)
    .replaceAll("&", "&amp;")
    .replace(/[\\`*_{}[\]()#+\-.!<>|~$]/g, "\\$&")
    .replaceAll("://", "&#58;//")
    .replaceAll("@", "&#64;")
    .replaceAll("www", "ww&#119;");
