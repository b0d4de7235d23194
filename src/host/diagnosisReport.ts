import { release } from "node:os";
import * as vscode from "vscode";
import type { Connection } from "../model/connection.ts";
import type { Diagnosed } from "../model/diagnosing.ts";
import { missingIn } from "./permissionWords.ts";
import { describe } from "./words.ts";

/** A report for a bug tracker: in English whoever asks, since those who read it there are others. */
export function reportOf(
  { packageJSON, id }: vscode.Extension<unknown>,
  connection: Connection,
  found: Diagnosed,
): string {
  const rows = {
    Extension: `${id} ${(packageJSON as { readonly version: string }).version}`,
    "VS Code": `${vscode.version}, ${vscode.env.appHost}, ${vscode.env.remoteName ?? "local"}`,
    System: `Node ${process.version}, ${process.platform} ${process.arch} ${release()}`,
    Settings: settings(),
    Service: connection.url,
    Role: connection.role ?? "none",
    "Signs in with": found.credentials.join(", ") || "nothing",
    Addresses: found.addresses,
    TLS: found.tls ?? "none",
    Answer: `${found.answer}, after ${found.elapsedMs} ms`,
    Closed: closed(found, connection),
  };
  const lines = Object.entries(rows).map(([name, value]) => `- ${name}: ${value}`);
  return ["# Diagnosis of a connection", "", ...lines, ""].join("\n");
}

/** Of a proxy only whether there is one: its URL may have a password in it. */
function settings(): string {
  const http = vscode.workspace.getConfiguration("http");
  const isSet = (name: string) => (http.get<unknown>(name)?.toString() ? "set" : "not set");
  const plain = ["proxySupport", "proxyStrictSSL", "systemCertificates"];
  const environment = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"].filter(
    (name) => process.env[name] ?? process.env[name.toLowerCase()],
  );
  return [
    `http.proxy ${isSet("proxy")}`,
    `http.noProxy ${isSet("noProxy")}`,
    ...plain.map((name) => `http.${name} ${String(http.get(name))}`),
    `environment ${environment.join(" ") || "without a proxy"}`,
  ].join(", ");
}

function closed(
  { permissions: [failure, permissions] }: Diagnosed,
  connection: Connection,
): string {
  if (failure) return describe(failure);
  const unknown = permissions.filter(({ allowed }) => allowed === undefined).length;
  const missing = missingIn(permissions, connection).join("; ") || "nothing";
  return `${missing} (${permissions.length} looked at, ${unknown} not known)`;
}
