import { X509Certificate } from "node:crypto";
import type { CmsOptions } from "../../client/index.ts";
import { whyOf } from "../foundation/outcome.ts";
import { readTextFile } from "../foundation/textFiles.ts";
import { isLoopback } from "./connection.ts";
import { NetworkSettingsError, type ClientOptions } from "./clients.ts";

/** The user's network settings, with the names of VS Code's settings. */
export interface NetworkSettings {
  /** False trusts any certificate. */
  readonly proxyStrictSSL: unknown;
  /** False doesn't trust the certificate authorities of the operating system. */
  readonly systemCertificates: unknown;
  /** `off` connects directly. The other values matter only for requests with their own agent. */
  readonly proxySupport: unknown;
  /** The URL of the proxy; by default, the one in the environment variables. */
  readonly proxy: unknown;
  /** Hosts that bypass the proxy; by default, the ones in the environment variables. */
  readonly noProxy: unknown;
  /** The header that the proxy requires. Only `Basic` headers can be sent. */
  readonly proxyAuthorization: unknown;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy and TLS options for a service, by the settings, the environment variables and the
 * connection's certificates. Rejects with a NetworkSettingsError if these can't be used.
 */
export async function networkFor(
  { url, certificateFile }: Parameters<ClientOptions["network"]>[0],
  settings: Partial<NetworkSettings>,
  environment: Environment,
): ReturnType<ClientOptions["network"]> {
  const network = proxyFor(url, settings, environment);
  if (!network)
    throw new NetworkSettingsError({ code: "invalid-network-setting", url, part: "proxy" });
  const isSecure = [url, network.proxy].some((endpoint) => endpoint?.startsWith("https:"));
  const authorities = {
    systemAuthorities: isSecure && settings.systemCertificates !== false,
    ...(certificateFile && { ca: await certificateIn(certificateFile, url) }),
  };
  const unchecked = settings.proxyStrictSSL === false && { rejectUnauthorized: false };
  return { ...network, tls: { ...authorities, ...unchecked } };
}

async function certificateIn(file: string, url: string): Promise<string> {
  try {
    const pem = await readTextFile(file);
    const blocks = pem.match(/-----BEGIN [\w ]*CERTIFICATE-----[^]*?(?=-----BEGIN |$)/g) ?? [pem];
    // Invalid certificates fail here, where the file name is known. Node ignores a broken one.
    for (const block of blocks) new X509Certificate(block);
    return blocks.join("\n");
  } catch (error) {
    const certificate = { url, part: "certificate", file, why: whyOf(error) } as const;
    throw new NetworkSettingsError({ code: "invalid-network-setting", ...certificate });
  }
}

/** The proxy for a service, by VS Code's own rules; undefined if its URL is not http or https. */
export function proxyFor(
  service: string,
  settings: Partial<NetworkSettings>,
  environment: Environment,
): Pick<CmsOptions, "proxy" | "noProxy"> | undefined {
  const { protocol, hostname } = new URL(service);
  if (settings.proxySupport === "off" || isLoopback(hostname)) return {};
  const names = ["http_proxy", "https_proxy"];
  const ordered = protocol === "https:" ? names.reverse() : names;
  const [proxyOfEnvironment = ""] = ordered.flatMap((name) => valueIn(environment, name) || []);
  const proxy = textIn(settings.proxy) || proxyOfEnvironment;
  const entries = [settings.noProxy].flat().filter((host) => textIn(host));
  const hosts = entries.length > 0 ? entries.join() : valueIn(environment, "no_proxy");
  const noProxy = hosts.replaceAll(/\s/g, "");
  if (proxy === "" || noProxy.split(",").includes("*")) return {};
  const url = authorized(proxy, settings.proxyAuthorization);
  return url === undefined ? undefined : { proxy: url, noProxy };
}

const textIn = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const valueIn = (environment: Environment, name: string): string =>
  textIn(environment[name]) || textIn(environment[name.toUpperCase()]);

function authorized(proxy: string, authorization: unknown): string | undefined {
  try {
    const url = new URL(proxy.includes("://") ? proxy : `http://${proxy}`);
    decodeURIComponent(url.username + url.password);
    if (!/^https?:$/.test(url.protocol)) return undefined;
    const [, basic] = /^Basic (\S+)$/i.exec(textIn(authorization)) ?? [];
    if (basic === undefined || url.username) return url.href;
    const [name = "", ...password] = Buffer.from(basic, "base64").toString().split(":");
    url.username = encodeURIComponent(name);
    url.password = encodeURIComponent(password.join(":"));
    return url.href;
  } catch {
    // Not a URL, or its credentials are not percent-encoded.
    return undefined;
  }
}
