import * as vscode from "vscode";
import type { State } from "../model/states.ts";
import { ago } from "./ago.ts";

/** How a document stands, as far as its type has it. */
export interface Standing {
  readonly state?: State | undefined;
  readonly locale?: string | undefined;
  /** Milliseconds; 0 where it is not known. */
  readonly version: number;
}

/** Such as "Modified · en · changed 2 minutes ago". */
export function standingWords({ state, locale, version }: Standing): string {
  const when = version > 0 ? ago(new Date(version).toISOString(), "long") : "";
  if (!state && !locale) return when && vscode.l10n.t("Changed {0}", when);
  const parts = [state && stateHeading(state), locale, when && vscode.l10n.t("changed {0}", when)];
  return parts.filter(Boolean).join(" · ");
}

/** A state as the first word of a line. */
export function stateHeading(state: State): string {
  const words: Record<State, string> = {
    draft: vscode.l10n.t("Draft"),
    published: vscode.l10n.t("Published"),
    modified: vscode.l10n.t("Modified"),
  };
  return words[state];
}
