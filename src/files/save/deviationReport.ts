import * as vscode from "vscode";
import { showInformation, showWarning, tellDone } from "../../host/surfaces/messages.ts";
import { FailureError } from "../../host/shared/commandFailure.ts";
import type { FileContext } from "../fileContext.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { reportRemarks } from "../../texts/shared/changeReportWords.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { SaveResult } from "../../model/save/openDocuments.ts";
import { pick } from "../../model/foundation/json.ts";
import { unsentChanges } from "../../model/writing/changeReport.ts";
import {
  askToSendAllFields,
  sendAllFieldsLabel,
} from "../../host/failures/failureNotifications.ts";
import { lostIn } from "../../model/writing/verification.ts";

/**
 * Reports where the service stores other content than the save sent. Offers to restore lost
 * content, and to send all fields if the service changed what was not sent.
 */
export async function reportDeviations(
  address: Address,
  saved: SaveResult,
  context: FileContext,
): Promise<void> {
  const { deviating, partialType } = saved;
  const remarks = reportRemarks(saved);
  if (!deviating || remarks.length === 0) return;
  const lost = lostIn(saved.deviations);
  const isLost = lost.length > 0;
  const putBack = vscode.l10n.t("Restore Content");
  const history = vscode.l10n.t("Show History");
  const sendAll = sendAllFieldsLabel();
  const fields = listOf(lost);
  const connection = connectionName(context.connections, address.connection);
  const lostWords =
    lost.length === 1
      ? vscode.l10n.t(
          "Saved, but {field} is missing on {connection}. Select Restore Content to save it again.",
          { connection, field: fields },
        )
      : vscode.l10n.t(
          "Saved, but {fields} are missing on {connection}. Select Restore Content to save them again.",
          { connection, fields },
        );
  const words = isLost ? lostWords : [vscode.l10n.t("Saved."), ...remarks].join(" ");
  const answers = [...(isLost ? [putBack, history] : []), ...(partialType ? [sendAll] : [])];
  const answer = await (isLost ? showWarning : showInformation)(words, ...answers);
  if (answer === history) {
    await vscode.commands.executeCommand("cms.document.showHistory", { address });
  }
  if (answer === putBack) await putBackNow(address, deviating, context);
  if (answer === sendAll) await sendAllFields(address, saved, context);
}

/** Sends all fields from now on if the user agrees, and restores what the service changed. */
async function sendAllFields(
  address: Address,
  { deviating, partialType: type = "", ...report }: SaveResult,
  context: FileContext,
): Promise<void> {
  const unsent = unsentChanges(report);
  const next = vscode.l10n.t("Then the previous values are restored: {fields}.", {
    fields: listOf(unsent),
  });
  const choice = { connection: address.connection, type, next };
  if (!deviating || !(await askToSendAllFields(context.connections, choice))) return;
  const { expected, actual } = deviating;
  const restored = { expected: { ...actual, ...pick(expected, unsent) }, actual };
  await putBackNow(address, restored, context);
}

async function putBackNow(
  address: Address,
  deviating: NonNullable<SaveResult["deviating"]>,
  context: FileContext,
): Promise<void> {
  const { rewriteLostContent } = await import("../../model/history/saveUndo.ts");
  const [failure, report] = await rewriteLostContent(address, deviating, context);
  if (failure) {
    const again = () => putBackNow(address, deviating, context);
    await context.failures.show(new FailureError(failure), {
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
    reportRemarks(report),
  );
}
