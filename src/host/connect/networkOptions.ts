import * as vscode from "vscode";
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
  const settings = Object.fromEntries(networkNames.map((name) => [name, valueOf(name)]));
  return networkFor(service, settings, process.env);
};

export const followNetworkSettings = (connections: Connections): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((event) => {
    if (!networkNames.some((name) => event.affectsConfiguration(`http.${name}`))) return;
    for (const { id } of connections.all) connections.renew(id);
  });

/** The user's value. Workspace settings must not decide where requests go. */
function valueOf(name: string): unknown {
  const settingValues = vscode.workspace.getConfiguration("http").inspect(name);
  return settingValues?.globalValue ?? settingValues?.defaultValue;
}
