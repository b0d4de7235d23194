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
import { checkedConnection, type CheckTarget } from "../../model/check/checkScope.ts";
import type { CheckReport } from "../../model/check/checkRun.ts";
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
  "cms.content.check": async (on?: Argument) => {
    const { checks, connections, catalogs, checkSettings } = dependencies;
    const target = await targetOf(dependencies, targets, on);
    const id = checkedConnection(target);
    const connection = connections.get(id);
    if (connection && checks.isRunning(id)) {
      const { name } = connection;
      throw new Guidance(
        vscode.l10n.t("A check of {connection} is already running.", { connection: name }),
      );
    }
    const title = connection
      ? vscode.l10n.t("Checking {connection}", { connection: nameWithEnvironment(connection) })
      : "";
    const outcome = await withProgress(title, (signal, say) =>
      checks.check(target, {
        signal,
        onProgress: ({ type, read, total: knownTotal }) => {
          const knownType = catalogs.remembered(id)?.types.get(type);
          const collection = knownType ? headingOf(knownType) : type;
          const count = numeral(read);
          const total = knownTotal === undefined ? undefined : numeral(knownTotal);
          say(
            total === undefined
              ? vscode.l10n.t("{collection}: {count}", { collection, count })
              : vscode.l10n.t("{collection}: {count} of {total}", { collection, count, total }),
          );
        },
      }),
    );
    const report = must(outcome);
    // The command does not wait until the user has read this.
    void showResult(report);
    const { complaints } = checkSettings;
    if (complaints.length > 0) void showWarning(complaints.join(" "));
  },

  "cms.content.clearChecks": (row?: CommandRow) => dependencies.checks.clear(row?.connection?.id),

  // The link of a finding can't contain the URI of the page: in a remote window it would be a local one.
  "cms.content.explainRule": async (rule: RuleCode) => {
    const page = rulesPage.with({ fragment: rule });
    await vscode.commands.executeCommand("markdown.showPreview", page);
  },
});

/** What the row or the editor shows; without one, the connection that the user chooses. */
async function targetOf(
  { catalogs, lists }: CheckContext,
  targets: Targets,
  on: Argument | undefined,
): Promise<CheckTarget> {
  const { address, collection, connection } =
    on instanceof vscode.Uri ? { address: fromUri(on) } : { ...on };
  const documents = address ? saved(address) : collection;
  if (!documents) {
    const { id } = await targets.connection(connection && { connection });
    return { kind: "connection", connection: id };
  }
  // No rule reads users and media files on their own.
  if (!isDocument(documents)) {
    throw new Guidance(
      vscode.l10n.t(
        "Check Content applies to documents. To check media files, check a connection.",
      ),
    );
  }
  if (address) return { kind: "document", address };
  const { catalog, type } = must(await catalogs.type(documents.connection, documents.type));
  const locale = lists.locale(documents, type, catalog.defaultLocale);
  // The documents that the tree shows below the collection, of all pages.
  const listQuery = { ...lists.listQuery(documents), ...(locale && { locale }) };
  return { kind: "collection", collection: documents, listQuery };
}

async function showResult(report: CheckReport): Promise<void> {
  const unchecked = report.unchecked.map(describeUnchecked);
  const words = [checkResultWords(report), ...unchecked.slice(0, 1)].join(" ");
  const problems = vscode.l10n.t("Show Problems");
  const parts = vscode.l10n.t("Show Unchecked Content");
  const { error, warning } = report.findings;
  const answer = await showInformation(
    words,
    ...(error + warning > 0 ? [problems] : []),
    ...(unchecked.length > 1 ? [parts] : []),
  );
  if (answer === problems) await vscode.commands.executeCommand("workbench.actions.view.problems");
  const items = unchecked.map((label) => ({ label }));
  if (answer === parts) await showQuickPick(items, { title: parts });
}
