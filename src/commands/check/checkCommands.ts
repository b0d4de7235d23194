import * as vscode from "vscode";
import { showQuickPick } from "../../host/surfaces/inputs.ts";
import { showInformation, showWarning } from "../../host/surfaces/messages.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { checkResultWords } from "../../texts/check/checkResultWords.ts";
import { describeUnchecked } from "../../texts/check/checkFindingWords.ts";
import { nameWithEnvironment } from "../../texts/connect/environmentWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import type { CheckSettingsFile } from "../../host/check/checkSettingsFile.ts";
import type { Checks } from "../../model/check/checks.ts";
import type { RuleCode } from "../../model/check/checkFinding.ts";
import { checkedConnection } from "../../model/check/checkScope.ts";
import type { CheckTarget } from "../../model/check/checkScope.ts";
import type { CheckProgress, CheckReport } from "../../model/check/checkRun.ts";
import type { CollectionAddress } from "../../model/foundation/address.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import { isDocument, saved } from "../shared/targets.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

interface CheckContext extends ServiceContext {
  readonly checks: Checks;
  readonly checkSettings: CheckSettingsFile;
}

/** `rulesPage` explains each rule of a check, in a section named like the rule. */
export const checkingCommands = (
  dependencies: CheckContext,
  targets: Targets,
  rulesPage: vscode.Uri,
): CommandTable => ({
  "cms.content.check": async (on?: Argument) =>
    checkContent(dependencies, await targetOf(dependencies, targets, on)),

  "cms.content.clearChecks": (row?: CommandRow) => {
    dependencies.checks.clear(row?.connection?.id);
  },

  // The link of a finding can't contain the URI of the page: in a remote window it would be a local one.
  "cms.content.explainRule": async (rule: RuleCode) => {
    const page = rulesPage.with({ fragment: rule });
    await vscode.commands.executeCommand("markdown.showPreview", page);
  },
});

/** What the row or the editor shows; without one, the connection that the user chooses. */
async function targetOf(
  dependencies: CheckContext,
  targets: Targets,
  on: Argument | undefined,
): Promise<CheckTarget> {
  const { address, collection, connection } =
    on instanceof vscode.Uri ? { address: fromUri(on) } : { ...on };
  if (address) {
    requireDocuments(saved(address));
    return { kind: "document", address };
  }
  if (collection) return collectionOf(dependencies, collection);
  const { id } = await targets.connection(connection && { connection });
  return { kind: "connection", connection: id };
}

/** Rejects users and media files, which no rule reads on their own. */
function requireDocuments(collection: CollectionAddress): void {
  if (isDocument(collection)) return;
  throw new Guidance(
    vscode.l10n.t("Check Content applies to documents. To check media files, check a connection."),
  );
}

/** The documents that the tree shows below a collection, of all pages. */
async function collectionOf(
  { catalogs, lists }: CheckContext,
  collection: CollectionAddress,
): Promise<CheckTarget> {
  requireDocuments(collection);
  const { catalog, type } = must(await catalogs.type(collection.connection, collection.type));
  const locale = lists.locale(collection, type, catalog.defaultLocale);
  const listQuery = { ...lists.listQuery(collection), ...(locale && { locale }) };
  return { kind: "collection", collection, listQuery };
}

async function checkContent(dependencies: CheckContext, target: CheckTarget): Promise<void> {
  const { checks, connections, checkSettings } = dependencies;
  const id = checkedConnection(target);
  const connection = connections.get(id);
  if (connection && checks.isRunning(id)) {
    throw new Guidance(
      vscode.l10n.t("A check of {connection} is already running.", {
        connection: connection.name,
      }),
    );
  }
  const title = connection
    ? vscode.l10n.t("Checking {connection}", { connection: nameWithEnvironment(connection) })
    : "";
  const outcome = await withProgress(title, (signal, say) =>
    checks.check(target, {
      signal,
      onProgress: (progress) => {
        say(progressWords(dependencies, id, progress));
      },
    }),
  );
  const report = must(outcome);
  // The command does not wait until the user has read this.
  void showResult(report);
  const { complaints } = checkSettings;
  if (complaints.length > 0) {
    void showWarning(complaints.join(" "));
  }
}

function progressWords(
  { catalogs }: CheckContext,
  connection: string,
  { type, read, total }: CheckProgress,
): string {
  const knownType = catalogs.remembered(connection)?.types.get(type);
  const heading = knownType ? headingOf(knownType) : type;
  const count = numeral(read);
  return total === undefined
    ? vscode.l10n.t("{collection}: {count}", { collection: heading, count })
    : vscode.l10n.t("{collection}: {count} of {total}", {
        collection: heading,
        count,
        total: numeral(total),
      });
}

async function showResult(report: CheckReport): Promise<void> {
  const unchecked = report.unchecked.map(describeUnchecked);
  const [first, ...others] = unchecked;
  const words = [checkResultWords(report), ...(first === undefined ? [] : [first])].join(" ");
  const problems = vscode.l10n.t("Show Problems");
  const parts = vscode.l10n.t("Show Unchecked Content");
  const { error, warning } = report.findings;
  const answer = await showInformation(
    words,
    ...(error + warning > 0 ? [problems] : []),
    ...(others.length > 0 ? [parts] : []),
  );
  if (answer === problems) await vscode.commands.executeCommand("workbench.actions.view.problems");
  if (answer === parts)
    await showQuickPick(
      unchecked.map((label) => ({ label })),
      { title: parts },
    );
}
