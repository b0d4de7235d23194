import * as vscode from "vscode";
import { tokenButton } from "../../host/remedyButtons.ts";
import type { Button } from "../../host/remedyButtons.ts";
import { remediesOf } from "../../model/remedies.ts";
import type { BatchCommands } from "./batching.ts";
import type { Failure } from "../../model/failure.ts";

interface EndedBatch {
  readonly outcome: string;
  readonly failure?: Failure;
}

/**
 * The buttons to retry a batch that is not complete. After a rejected token, one asks for another
 * token.
 */
export function retryButtons(
  { connections, signIns }: Pick<BatchCommands, "connections" | "signIns">,
  id: string,
  results: readonly EndedBatch[],
): readonly Button[] {
  if (results.every(({ outcome }) => outcome === "done")) return [];
  const connection = connections.get(id);
  const refusal = results
    .map(({ failure }) => failure)
    .find((failure) => failure && remediesOf(failure).includes("token"));
  const again = { label: vscode.l10n.t("Retry"), run: () => true };
  return connection && refusal ? [tokenButton(signIns, connection, refusal), again] : [again];
}

/** Whether the user chose to retry and the retry is possible. */
export const isRetry = async (buttons: readonly Button[], answer?: string): Promise<boolean> =>
  (await buttons.find(({ label }) => label === answer)?.run()) === true;
