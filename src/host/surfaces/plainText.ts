// The surfaces of VS Code that show text. Only this folder calls them. A text may come from content,
// a service, a file or a link, so every text here is plain: VS Code shows its characters and
// interprets none. What VS Code should interpret is a parameter of its own: an icon, a link, a line.
// A test in test/house fails if other code calls a surface.
import { legible, visible } from "../../model/foundation/visibleText.ts";

/**
 * A text on one line of which VS Code interprets nothing. Notifications, progress, inputs, CodeLens
 * and the status bar would turn link syntax into links to commands, or icon syntax into icons. An
 * invisible character between the brackets prevents both.
 */
export const plainText = (text: string): string =>
  visible(text).replaceAll("](", "]\u200b(").replaceAll("$(", "$\u200b(");

export const plainLines = (lines: readonly string[]): string => lines.map(plainText).join("\n");

export const withIcon = (icon: string, text: string): string => `$(${icon}) ${plainText(text)}`;

/** A text as one segment of a path, which tabs and the messages of VS Code show. */
export const plainSegment = (text: string): string =>
  legible(visible(text)).replaceAll("](", "] (").replaceAll("$(", "$ (").replace(/[/\\]/g, "∕");
