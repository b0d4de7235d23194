import * as vscode from "vscode";
import { apiUrlOf } from "../model/connections/connection.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { SavePreview } from "../model/changes/saving/review.ts";
import type { WireRequest } from "../model/changes/writing/writer.ts";

/** What a save would send, to be read: comments say what is not in the body, and there is no token in it. */
export function requestText(
  { request, taken, conflicts, cleared, ignored }: SavePreview,
  connection: Pick<Connection, "url" | "apiPrefix">,
): string {
  const on = (paths: readonly string[], words: (named: string) => string) =>
    paths.length > 0 ? [words(paths.join(", "))] : [];
  const comments = [
    request
      ? vscode.l10n.t("This is what saving sends. Nothing has been sent yet.")
      : vscode.l10n.t("Saving sends nothing: the service holds what your text says."),
    ...on(conflicts, (named) =>
      vscode.l10n.t(
        "Also changed on the service: {0}. You are asked before anything is sent.",
        named,
      ),
    ),
    ...on(taken, (named) =>
      vscode.l10n.t("Changed on the service meanwhile, and kept as it is there: {0}.", named),
    ),
    ...on(cleared, (named) =>
      vscode.l10n.t("Taken out of your text, and cleared on the service: {0}.", named),
    ),
    ...on(ignored, (named) =>
      vscode.l10n.t("Not sent, because it belongs to what it links to: {0}.", named),
    ),
    ...(request ? ["", `${request.method} ${baseOf(request, connection)}${request.path}`] : []),
  ].map((line) => `// ${line}`.trimEnd());
  const body = request ? [JSON.stringify(request.body, null, 2)] : [];
  return `${[...comments, ...body].join("\n")}\n`;
}

const baseOf = (
  { isAdmin }: WireRequest,
  connection: Pick<Connection, "url" | "apiPrefix">,
): string => (isAdmin ? connection.url : apiUrlOf(connection));
