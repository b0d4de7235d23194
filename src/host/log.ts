import type * as vscode from "vscode";
import type { ClientWays } from "../model/clients.ts";

/** A line for each request: method, path, status, time. Never a token, a header, a query or a body. */
export const requestLog =
  (log: vscode.LogOutputChannel): ClientWays["log"] =>
  ({ method, path, status, code, elapsedMs }) => {
    log.debug(`${method} /api/${path} ${status ?? code ?? "no answer"} ${elapsedMs} ms`);
  };
