import * as vscode from "vscode";
import type { Log } from "../surfaces/logChannel.ts";
import type { ClientOptions } from "../../model/connect/clients.ts";
import type { Connections } from "../../model/connect/connections.ts";
import { networkFor } from "../../model/connect/networkSettings.ts";

export const networkNames = [
  "proxy",
  "noProxy",
  "proxySupport",
  "proxyAuthorization",
  "proxyStrictSSL",
  "systemCertificates",
] as const;

export const networkSettings: ClientOptions["network"] = (service) => {
  const configuration = vscode.workspace.getConfiguration("http");
  const settings = networkNames.map((name) => {
    // The user's value. Workspace settings must not decide where requests go.
    const { globalValue, defaultValue } = configuration.inspect(name) ?? {};
    return [name, globalValue ?? defaultValue] as const;
  });
  return networkFor(service, Object.fromEntries(settings), process.env);
};

export const followNetworkSettings = (connections: Connections): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((event) => {
    if (!networkNames.some((name) => event.affectsConfiguration(`http.${name}`))) return;
    for (const { id } of connections.all) connections.renew(id);
  });

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
