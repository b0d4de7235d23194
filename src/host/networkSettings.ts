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

/**
 * The proxy and TLS options for a service. They come from VS Code's settings, the environment
 * variables and the connection's certificates.
 */
export const networkSettings: ClientOptions["network"] = async ({ url, certificateFile }) => {
  const set = Object.fromEntries(networkNames.map((name) => [name, valueOf(name)]));
  const settings = set as Record<(typeof networkNames)[number], unknown>;
  const network = proxyFor(url, settings, process.env);
  if (!network)
    throw new NetworkSettingsError({ code: "invalid-network-setting", url, part: "proxy" });
  const isSecure = [url, network.proxy].some((one) => one?.startsWith("https:"));
  const authorities = {
    systemAuthorities: isSecure && settings.systemCertificates !== false,
    ...(certificateFile && { ca: await certificateIn(certificateFile, url) }),
  };
  const unchecked = settings.proxyStrictSSL === false && { rejectUnauthorized: false };
  return { ...network, tls: { ...authorities, ...unchecked } };
};

/** Creates clients again when the user changes a network setting. */
export const followNetworkSettings = (connections: Connections): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((event) => {
    if (!networkNames.some((name) => event.affectsConfiguration(`http.${name}`))) return;
    for (const { id } of connections.all) connections.renew(id);
  });

/** The user's value. Workspace settings must not decide where requests go. */
function valueOf(name: string): unknown {
  const found = vscode.workspace.getConfiguration("http").inspect(name);
  return found?.globalValue ?? found?.defaultValue;
}

async function certificateIn(file: string, url: string): Promise<string> {
  try {
    const pem = await readFile(file, "utf8");
    const blocks = pem.match(/-----BEGIN [\w ]*CERTIFICATE-----[^]*?(?=-----BEGIN |$)/g) ?? [pem];
    // Invalid certificates fail here, where the file name is known. Node ignores a broken one.
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
