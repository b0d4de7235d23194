import * as l10n from "@vscode/l10n";
import type { CopyPlan } from "../model/environments/copyPlan.ts";
import { documentsOf } from "./copyWords.ts";
import { numeral } from "./words.ts";

/** Says how many documents of a copy are not published, and why; empty if there are none. */
export function modifiedWords({ modified }: CopyPlan, source: string): string[] {
  const count = documentsOf(modified).length;
  if (count === 0) return [];
  return [
    count === 1
      ? l10n.t(
          "1 document stays a draft, because its draft in {connection} has changed since it was published.",
          { connection: source },
        )
      : l10n.t(
          "{count} documents stay drafts, because their drafts in {connection} have changed since they were published.",
          { count: numeral(count), connection: source },
        ),
  ];
}
