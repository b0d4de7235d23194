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

/** What a run is tried again with, where some of it is not done: with another token where the one it had was refused. */
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
  const again = { label: vscode.l10n.t("Try Again"), run: () => true };
  return connection && refusal ? [tokenButton(signIns, connection, refusal), again] : [again];
}

/** Whether that is to be done, and can be. */
export const isRetry = async (buttons: readonly Button[], answer?: string): Promise<boolean> =>
  (await buttons.find(({ label }) => label === answer)?.run()) === true;
