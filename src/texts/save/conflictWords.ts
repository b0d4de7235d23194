import * as l10n from "@vscode/l10n";
import type { Conflict } from "../../model/journal/changeFailure.ts";
import { ago } from "../shared/textLanguage.ts";
import { listOf } from "../shared/nameList.ts";
import { untitled } from "../shared/failureWords.ts";

/** `connection` is the name of the connection. */
export function describeConflict(
  conflict: Conflict,
  locale: string | undefined,
  connection: string,
): string {
  const { now, theirs } = conflict;
  const [name, when] = [quotedTitle(now.title, locale), changeTime(conflict)];
  const changeSentence =
    theirs.length > 0
      ? l10n.t("{document} was changed {time} on {connection}: {fields}.", {
          document: name,
          time: when,
          connection,
          fields: listOf(theirs),
        })
      : l10n.t("{document} was changed {time} on {connection}.", {
          document: name,
          time: when,
          connection,
        });
  return [changeSentence, ...commonEnd(conflict)].join(" ");
}

/** For a place above the document's text: without the document's name. */
export function describeConflictHere(conflict: Conflict, connection: string): string {
  const { theirs } = conflict;
  const when = changeTime(conflict);
  const changeSentence =
    theirs.length > 0
      ? l10n.t("Changed {time} on {connection}: {fields}.", {
          time: when,
          connection,
          fields: listOf(theirs),
        })
      : l10n.t("Changed {time} on {connection}.", { time: when, connection });
  return [changeSentence, ...commonEnd(conflict)].join(" ");
}

const changeTime = ({ now }: Conflict): string => ago(new Date(now.version).toISOString(), "long");

const commonEnd = ({ theirs, both }: Conflict): string[] => [
  theirs.length > 0
    ? l10n.t("You also changed {fields}.", { fields: listOf(both) })
    : l10n.t("Your text differs from the service in {fields}.", { fields: listOf(both) }),
  l10n.t("Nothing was saved."),
];

export function quotedTitle(title: string, locale: string | undefined): string {
  const quoted = `'${title || untitled()}'`;
  return locale === undefined ? quoted : `${quoted} (${locale})`;
}
