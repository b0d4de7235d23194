import * as vscode from "vscode";
import {
  headingOfKind,
  isDifferent,
  kinds,
  placeWords,
  titleWords,
  whatBecame,
} from "../../host/words/batchWords.ts";
import { describeDifferences } from "../../host/words/differenceWords.ts";
import { describe, numeral } from "../../host/words/words.ts";
import type { LeftOut, Named } from "../../model/batch/batches.ts";
import type { Result } from "../../model/batch/running.ts";
import type { Catalog } from "../../model/schemas/catalog.ts";
import type { Batching } from "./batching.ts";

/** What came of a batch. */
export interface Report {
  /** Such as `Publish`. */
  readonly action: string;
  /** The connection's id. */
  readonly connection: string;
  readonly results: readonly Result<Named>[];
  readonly leftOut: readonly LeftOut[];
}

/** Opens a text that lists what became of each item. */
export async function showReport(
  { catalogs, connections, versions }: Pick<Batching, "catalogs" | "connections" | "versions">,
  report: Report,
): Promise<void> {
  const name = vscode.l10n.t("{0}: Results", report.action);
  const [, service] = await catalogs.service(report.connection);
  const place = connections.get(report.connection)?.name ?? "";
  const text = reportText(report, place, service?.catalog);
  await vscode.window.showTextDocument(versions.show(`${name}.md`, text));
}

/** Every item and what became of it, as Markdown: what a person must look at first stands first. */
function reportText(
  { action, results, leftOut }: Report,
  connection: string,
  catalog: Catalog | undefined,
): string {
  const sectionOf = (heading: string, lines: readonly Line[]): string[] =>
    lines.length > 0
      ? [
          "",
          `## ${heading} (${numeral(lines.length)})`,
          "",
          ...lines.map((one) => lineOf(one, catalog)),
        ]
      : [];
  const lines = results.map(({ item, ...rest }) => ({ ...item, ...rest }));
  const [different, others] = [lines.filter(isDifferent), lines.filter((one) => !isDifferent(one))];
  const sections = kinds.flatMap((kind) =>
    sectionOf(
      headingOfKind(kind),
      others.filter(({ outcome }) => outcome === kind),
    ),
  );
  return [
    `# ${whatBecame(action, results)}`,
    "",
    connection,
    ...sectionOf(vscode.l10n.t("Published, with differences from the draft"), different),
    ...sections,
    ...sectionOf(vscode.l10n.t("Left out before"), leftOut),
    "",
  ].join("\n");
}

type Line = Named & Pick<Result<unknown>, "failure" | "compared">;

function lineOf({ address, title, failure, compared }: Line, catalog: Catalog | undefined): string {
  const where = `${placeWords(address, catalog)} · ${address.id}`;
  const reasons = failure ? [describe(failure)] : compared ? describeDifferences(compared) : [];
  const why = reasons.length > 0 ? `: ${escaped(reasons.join(" "))}` : "";
  return `- ${escaped(titleWords({ title }))} (${where})${why}`;
}

/** A title is a text, and no Markdown: it could fetch a picture. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>~|]/g, "\\$&");
