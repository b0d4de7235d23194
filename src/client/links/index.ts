import { lookup } from "node:dns";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";
import { openNetwork, ProxyFailure } from "../node/network.ts";
import type { NetworkOptions } from "../options.ts";

export type LinkAnswer =
  /** The status after all redirects. */
  | { readonly kind: "status"; readonly status: number }
  /** The host doesn't exist, closes the connection, or doesn't answer in time. */
  | { readonly kind: "no-answer"; readonly why: "unknown-host" | "timeout" | "closed" }
  /** The network or the proxy of this computer doesn't work, so nothing is known about the site. */
  | { readonly kind: "offline" }
  /** Not requested: the URL or a redirect leads to a private network. */
  | { readonly kind: "private" }
  | { readonly kind: "aborted" };

interface LinkRequest {
  readonly network: NetworkOptions;
  /** The limit for each request, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const mostRedirects = 5;

/**
 * Requests a URL of any site. Sends HEAD, and GET if the site doesn't answer that with success.
 * Follows redirects. Sends no token and no cookie, reads no content, and connects to no private
 * address. If there is a proxy, the proxy resolves the names of hosts.
 */
export async function requestLink(link: string, request: LinkRequest): Promise<LinkAnswer> {
  const head = await follow("HEAD", link, request);
  const isFinal = head.kind === "status" ? head.status < 400 : head.kind !== "no-answer";
  return isFinal ? head : follow("GET", link, request);
}

async function follow(
  method: "HEAD" | "GET",
  link: string,
  request: LinkRequest,
): Promise<LinkAnswer> {
  let url = new URL(link);
  for (let redirects = 0; ; redirects += 1) {
    const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    // This computer or a private network, as far as the name or address shows.
    const isPrivate =
      isIP(host) === 0 ? !host.includes(".") || privateName.test(host) : isPrivateAddress(host);
    if (!/^https?:$/.test(url.protocol) || isPrivate) return { kind: "private" };
    const answer = await send(method, url, request);
    if (answer.kind !== "redirect") return answer;
    // A site may redirect endlessly if it gets no cookie. Readers with cookies may see a page.
    if (redirects === mostRedirects || !URL.canParse(answer.location, url.href)) {
      return { kind: "status", status: 300 };
    }
    url = new URL(answer.location, url.href);
  }
}

async function send(
  method: "HEAD" | "GET",
  url: URL,
  { network, timeoutMs, signal }: LinkRequest,
): Promise<LinkAnswer | { readonly kind: "redirect"; readonly location: string }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { pooled, fresh } = openNetwork(url.origin, network, timeoutMs, lookUpPublic);
  try {
    const { statusCode, headers, body } = await fresh.request({
      ...{ method, origin: url.origin, path: `${url.pathname}${url.search}` },
      headers: { accept: "*/*", "user-agent": "Check-Content" },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    // The content is not read. Closing it early is an error of the stream.
    body.on("error", () => undefined).destroy();
    const [location] = [headers["location"]].flat();
    const isRedirect = [301, 302, 303, 307, 308].includes(statusCode) && location !== undefined;
    return isRedirect ? { kind: "redirect", location } : { kind: "status", status: statusCode };
  } catch (error) {
    if (signal?.aborted) return { kind: "aborted" };
    if (timeout.aborted) return { kind: "no-answer", why: "timeout" };
    if (error instanceof PrivateAddress) return { kind: "private" };
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (error instanceof ProxyFailure || offlineCodes.has(code)) return { kind: "offline" };
    return { kind: "no-answer", why: noAnswerReasons.get(code) ?? "closed" };
  } finally {
    await Promise.all([pooled.destroy(), fresh.destroy()]);
  }
}

class PrivateAddress extends Error {
  override readonly name = "PrivateAddress";
}

const noAnswerReasons = new Map<string, "unknown-host" | "timeout">([
  ["ENOTFOUND", "unknown-host"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
  ["ETIMEDOUT", "timeout"],
]);

/** The system resolves no names, or has no route. */
const offlineCodes: ReadonlySet<string> = new Set(["EAI_AGAIN", "ENETUNREACH", "ENETDOWN"]);

/** Rejects names that have a private address. Connections use the address that was checked. */
const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      done(error, []);
      return;
    }
    const [first] = addresses;
    if (addresses.some(({ address }) => isPrivateAddress(address))) {
      done(new PrivateAddress(hostname), []);
    } else if (first && !options.all) done(null, first.address, first.family);
    else done(null, addresses);
  });
};

/** The networks of IPv4 that are not part of the public internet, of IANA's registry. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv4");
  // The same address as translated by NAT64.
  privateNetworks.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
}
// Protocols such as Teredo, documentation, and 6to4, which can contain any address of IPv4.
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv6");
}

/** The networks of IPv6 that have public addresses: assigned ones, IPv4, and NAT64. */
const publicNetworks = new BlockList();
publicNetworks.addSubnet("2000::", 3, "ipv6");
publicNetworks.addSubnet("::ffff:0:0", 96, "ipv6");
publicNetworks.addSubnet("64:ff9b::", 96, "ipv6");

/** IPv4 addresses that are mapped to IPv6 are private as their IPv4 address is. */
function isPrivateAddress(address: string): boolean {
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  if (family === "ipv6" && !publicNetworks.check(address, family)) return true;
  return privateNetworks.check(address, family);
}

const privateName = /\.(localhost|local|internal|intranet|home\.arpa)$/i;
