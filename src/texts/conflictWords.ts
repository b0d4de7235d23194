import * as l10n from "@vscode/l10n";
import { ago } from "./ago.ts";
import { listOf } from "./lists.ts";
import { untitled } from "./words.ts";

/** A conflict and its document. */
export interface ConflictMessage {
  readonly title: string;
  readonly locale?: string | undefined;
  /** The connection's name. */
  readonly connection: string;
  /** The time of the change on the service, in ISO 8601. */
  readonly changedAt: string;
  /** The paths that changed on the service; empty if they are unknown. */
  readonly theirs: readonly string[];
  /** The paths that changed on both sides. */
  readonly both: readonly string[];
}

/** The message of the dialog that explains why a save failed. */
export function describeConflict(conflict: ConflictMessage): string {
  const { connection, changedAt, theirs } = conflict;
  const [name, when] = [quotedTitle(conflict), ago(changedAt, "long")];
  const there =
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
  return [there, ...commonEnd(conflict)].join(" ");
}

/** The same message above the document's text, without the document's name. */
export function describeConflictHere(conflict: ConflictMessage): string {
  const { connection, changedAt, theirs } = conflict;
  const when = ago(changedAt, "long");
  const there =
    theirs.length > 0
      ? l10n.t("Changed {time} on {connection}: {fields}.", {
          time: when,
          connection,
          fields: listOf(theirs),
        })
      : l10n.t("Changed {time} on {connection}.", { time: when, connection });
  return [there, ...commonEnd(conflict)].join(" ");
}

const commonEnd = ({ theirs, both }: ConflictMessage): string[] => [
  theirs.length > 0
    ? l10n.t("You also changed {fields}.", { fields: listOf(both) })
    : l10n.t("Your text differs from the service in {fields}.", { fields: listOf(both) }),
  l10n.t("Nothing was saved."),
];

/** A document's title in quotation marks, with its locale if it has one. */
export function quotedTitle({ title, locale }: Pick<ConflictMessage, "title" | "locale">): string {
  const quoted = `'${title || untitled()}'`;
  return locale === undefined ? quoted : `${quoted} (${locale})`;
}
