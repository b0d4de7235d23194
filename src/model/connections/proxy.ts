import type { CmsOptions } from "../../client/index.ts";

/** What the person has set of proxies, as VS Code calls it. */
export interface ProxySettings {
  /** `off` goes straight to every service; the other values differ for those who bring an agent alone. */
  readonly proxySupport: unknown;
  /** Its URL; that of the environment unless given. */
  readonly proxy: unknown;
  /** Hosts that are reached without it; those of the environment unless there are some. */
  readonly noProxy: unknown;
  /** The header that the proxy wants; only `Basic` ones can be sent. */
  readonly proxyAuthorization: unknown;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The way to a service by the rules of VS Code's own; undefined where the proxy has no http or https URL, or one that can't be decoded. */
export function proxyFor(
  service: string,
  settings: ProxySettings,
  environment: Environment,
): Pick<CmsOptions, "proxy" | "noProxy"> | undefined {
  const { protocol, hostname } = new URL(service);
  if (settings.proxySupport === "off" || isLoopback(hostname)) return {};
  const proxy = textIn(settings.proxy) || proxyIn(environment, protocol);
  const entries = [settings.noProxy].flat().filter((host) => textIn(host));
  const hosts = entries.length > 0 ? entries.join() : valueIn(environment, "no_proxy");
  const noProxy = hosts.replaceAll(/\s/g, "");
  if (proxy === "" || noProxy.split(",").includes("*")) return {};
  const url = authorized(proxy, settings.proxyAuthorization);
  return url === undefined ? undefined : { proxy: url, noProxy };
}

/** Whether a host is this computer, which VS Code never asks a proxy for. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f.*)$/.test(hostname);

const textIn = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const valueIn = (environment: Environment, name: string): string =>
  textIn(environment[name]) || textIn(environment[name.toUpperCase()]);

function proxyIn(environment: Environment, protocol: string): string {
  const names = ["http_proxy", "https_proxy"];
  const ordered = protocol === "https:" ? names.reverse() : names;
  return ordered.map((name) => valueIn(environment, name)).find(Boolean) ?? "";
}

function authorized(proxy: string, authorization: unknown): string | undefined {
  const url = parsed(proxy.includes("://") ? proxy : `http://${proxy}`);
  const [, basic] = /^Basic (\S+)$/i.exec(textIn(authorization)) ?? [];
  if (!url || basic === undefined || url.username) return url?.href;
  const [name = "", ...password] = Buffer.from(basic, "base64").toString().split(":");
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password.join(":"));
  return url.href;
}

function parsed(text: string): URL | undefined {
  try {
    const url = new URL(text);
    decodeURIComponent(url.username + url.password);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    // No URL, or credentials that are not percent-encoded.
    return undefined;
  }
}
