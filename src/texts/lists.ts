import * as l10n from "@vscode/l10n";

const most = 5;

/**
 * A list of names in a sentence, truncated after the first few. `count` is the total number if not
 * all names are known.
 */
export function listOf(names: readonly string[], count = names.length, separator = ", "): string {
  const named = names.slice(0, most).join(separator);
  const others = count - most;
  return others > 0 ? l10n.t("{names} and {count} more", { names: named, count: others }) : named;
}
