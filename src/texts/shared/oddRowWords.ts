import * as l10n from "@vscode/l10n";
import type { OddRow } from "../../model/content/oddRows.ts";
import { nonEmpty, wordsFor } from "./nameList.ts";
import { numeral } from "./failureWords.ts";

/** `type` is the name of the content type. */
export function oddRowWords({ id, why, title }: OddRow, type: string): string {
  const document = title === "" ? id : `'${title}'`;
  return wordsFor(why, {
    "no-document-id": l10n.t("{document} of {type} was left out, because it has no documentId.", {
      document,
      type,
    }),
    "no-locale": l10n.t("{document} of {type} was left out, because it has no locale.", {
      document,
      type,
    }),
    "no-draft": l10n.t(
      "{document} of {type} was left out, because it is published without a draft.",
      { document, type },
    ),
  });
}

const maxNamed = 10;

export function oddRowLines(rows: readonly OddRow[], type: string): string[] {
  const others = rows.length - maxNamed;
  return nonEmpty(
    ...rows.slice(0, maxNamed).map((row) => oddRowWords(row, type)),
    others > 0 &&
      l10n.t("{count} other documents were left out as well.", { count: numeral(others) }),
  );
}
