import * as vscode from "vscode";
import type { Versions } from "../editor/versions.ts";
import { headingOfKind, kinds, placeWords, titleWords, whatBecame } from "../host/batchWords.ts";
import { describe, numeral } from "../host/words.ts";
import type { LeftOut, Named } from "../model/batch/batches.ts";
import type { Result } from "../model/batch/running.ts";

/** What came of a batch. */
export interface Report {
  /** Such as `Publish`. */
  readonly action: string;
  /** The connection's name. */
  readonly connection: string;
  readonly results: readonly Result<Named>[];
  readonly leftOut: readonly LeftOut[];
}

/** Opens a text that lists what became of each item. */
export async function showReport(versions: Versions, report: Report): Promise<void> {
  const name = vscode.l10n.t("{0}: Results", report.action);
  await vscode.window.showTextDocument(versions.show(`${name}.md`, reportText(report)));
}

/** Every item and what became of it, as Markdown: what a person must look at first stands first. */
function reportText({ action, connection, results, leftOut }: Report): string {
  const sections = kinds.flatMap((kind) =>
    sectionOf(
      headingOfKind(kind),
      results
        .filter(({ outcome }) => outcome === kind)
        .map(({ item, ...rest }) => ({ ...item, ...rest })),
    ),
  );
  return [
    `# ${whatBecame(action, results)}`,
    "",
    connection,
    ...sections,
    ...sectionOf(vscode.l10n.t("Left out before"), leftOut),
    "",
  ].join("\n");
}

type Line = Named & Pick<Result<unknown>, "failure">;

function sectionOf(heading: string, lines: readonly Line[]): string[] {
  if (lines.length === 0) return [];
  return ["", `## ${heading} (${numeral(lines.length)})`, "", ...lines.map(lineOf)];
}

function lineOf({ address, title, failure }: Line): string {
  const where = `${placeWords(address)} · ${address.id}`;
  const why = failure ? `: ${describe(failure)}` : "";
  return `- ${escaped(titleWords({ title }))} (${where})${why}`;
}

/** A title is a text, and no Markdown: it could fetch a picture. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>~|]/g, "\\$&");
