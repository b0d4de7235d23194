import type { Log } from "../surfaces/logChannel.ts";
import type { ClientOptions } from "../../model/connect/clients.ts";

/**
 * Logs a line for each request: method, path, status and time. It never logs a token, a header, a
 * query or a body.
 */
export const requestLog =
  (log: Log): ClientOptions["log"] =>
  ({ method, path, status, code, elapsedMs }) => {
    const fullPath = /^(admin|content-manager)\//.test(path) ? path : `api/${path}`;
    log.debug(`${method} /${fullPath} ${status ?? code ?? "no answer"} ${elapsedMs} ms`);
  };
