import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { NetworkSettingsError } from "../model/connections/clients.ts";
import type { ClientOptions } from "../model/connections/clients.ts";
import type { Connections } from "../model/connections/connections.ts";
import { proxyFor } from "../model/connections/proxy.ts";
import { whyOf } from "../model/foundation/outcome.ts";

export const networkNames = [
  "proxy",
  "noProxy",
  "proxySupport",
  "proxyAuthorization",
  "proxyStrictSSL",
  "systemCertificates",
] as const;

/** The way to a service by VS Code's own settings, the environment and the connection's certificates. */
export const networkSettings: ClientOptions["network"] = async ({ url, certificateFile }) => {
  const set = Object.fromEntries(networkNames.map((name) => [name, valueOf(name)]));
  const settings = set as Record<(typeof networkNames)[number], unknown>;
  const way = proxyFor(url, settings, process.env);
  if (!way) throw new NetworkSettingsError({ code: "invalid-network-setting", url, part: "proxy" });
  const isSecure = [url, way.proxy].some((one) => one?.startsWith("https:"));
  const authorities = {
    systemAuthorities: isSecure && settings.systemCertificates !== false,
    ...(certificateFile && { ca: await certificateIn(certificateFile, url) }),
  };
  const unchecked = settings.proxyStrictSSL === false && { rejectUnauthorized: false };
  return { ...way, tls: { ...authorities, ...unchecked } };
};

/** Has clients made anew by what the person has changed. */
export const followNetworkSettings = (connections: Connections): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((event) => {
    if (!networkNames.some((name) => event.affectsConfiguration(`http.${name}`))) return;
    for (const { id } of connections.all) connections.renew(id);
  });

/** As the person has it: a workspace has no say in where requests go. */
function valueOf(name: string): unknown {
  const found = vscode.workspace.getConfiguration("http").inspect(name);
  return found?.globalValue ?? found?.defaultValue;
}

async function certificateIn(file: string, url: string): Promise<string> {
  try {
    const pem = await readFile(file, "utf8");
    const blocks = pem.match(/-----BEGIN [\w ]*CERTIFICATE-----[^]*?(?=-----BEGIN |$)/g) ?? [pem];
    // What is none is found out here, where the file is known by its name: Node passes over one that is broken.
    for (const block of blocks) new X509Certificate(block);
    return blocks.join("\n");
  } catch (error) {
    const why = whyOf(error);
    throw new NetworkSettingsError({
      code: "invalid-network-setting",
      url,
      part: "certificate",
      file,
      why,
    });
  }
}
