import * as vscode from "vscode";
import { showInformation, showWarning, tellDone } from "../host/surfaces/messages.ts";
import { FailureError } from "../host/commandFailure.ts";
import type { Failures } from "../host/failures.ts";
import { listOf } from "../texts/lists.ts";
import { reportRemarks } from "../texts/changeReportWords.ts";
import { connectionName } from "../texts/environmentWords.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { SaveResult } from "../model/changes/saving/documents.ts";
import type { ChangeDependencies } from "../model/changes/changeDependencies.ts";
import { lostIn } from "../model/changes/writing/verification.ts";

export interface DeviationsDependencies extends ChangeDependencies {
  readonly connections: Connections;
  readonly failures: Failures;
}

/**
 * Reports where the service stores other content than the save sent. Offers to restore lost
 * content.
 */
export async function reportDeviations(
  address: Address,
  saved: SaveResult,
  parts: DeviationsDependencies,
): Promise<void> {
  const lost = lostIn(saved.deviations);
  if (lost.length === 0) {
    const remarks = reportRemarks(saved);
    if (remarks.length > 0) void showInformation([vscode.l10n.t("Saved."), ...remarks].join(" "));
    return;
  }
  const name = connectionName(parts.connections, address.connection);
  const putBack = vscode.l10n.t("Restore Content");
  const history = vscode.l10n.t("Show History");
  const words =
    lost.length === 1
      ? vscode.l10n.t(
          "Saved, but {field} is missing on {connection}. Select Restore Content to save it again.",
          { connection: name, field: listOf(lost) },
        )
      : vscode.l10n.t(
          "Saved, but {fields} are missing on {connection}. Select Restore Content to save them again.",
          { connection: name, fields: listOf(lost) },
        );
  const answer = await showWarning(words, putBack, history);
  if (answer === history) {
    await vscode.commands.executeCommand("cms.document.showHistory", { address });
  }
  const { deviating } = saved;
  if (answer === putBack && deviating) await putBackNow(address, deviating, parts);
}

async function putBackNow(
  address: Address,
  deviating: NonNullable<SaveResult["deviating"]>,
  parts: DeviationsDependencies,
): Promise<void> {
  const { rewriteLostContent } = await import("../model/changes/saving/undo.ts");
  const [failure, report] = await rewriteLostContent(address, deviating, parts);
  if (failure) {
    const again = () => putBackNow(address, deviating, parts);
    await parts.failures.show(new FailureError(failure), {
      id: failure.code,
      args: [address],
      again,
    });
    return;
  }
  tellDone(
    report.sent.length > 0
      ? vscode.l10n.t("Restored {fields}", { fields: listOf(report.sent) })
      : vscode.l10n.t("The service already has all content. Nothing was changed"),
  );
}
