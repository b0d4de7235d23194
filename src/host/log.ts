import type * as vscode from "vscode";
import type { LogEntry } from "../model/connections.ts";

/** A line for each request: method, path, status, time. Never a token, a header, a query or a body. */
export const requestLog =
  (log: vscode.LogOutputChannel) =>
  ({ method, path, status, elapsedMs }: LogEntry): void => {
    log.debug(`${method} /api/${path} ${status ?? "no answer"} ${elapsedMs} ms`);
  };
