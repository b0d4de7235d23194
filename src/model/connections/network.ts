import { X509Certificate } from "node:crypto";
import { whyOf } from "../foundation/outcome.ts";
import { readTextFile } from "../foundation/textFiles.ts";
import { NetworkSettingsError } from "./clients.ts";
import type { ClientOptions } from "./clients.ts";
import { proxyFor } from "./proxy.ts";
import type { Environment, ProxySettings } from "./proxy.ts";

/** The user's network settings, with the names of VS Code's settings. */
export interface NetworkSettings extends ProxySettings {
  /** False trusts any certificate. */
  readonly proxyStrictSSL: unknown;
  /** False doesn't trust the certificate authorities of the operating system. */
  readonly systemCertificates: unknown;
}

/**
 * The proxy and TLS options for a service, from the settings, the environment variables and the
 * connection's certificates. Rejects with a NetworkSettingsError if the proxy's URL or the
 * certificate file is invalid.
 */
export async function networkFor(
  { url, certificateFile }: Parameters<ClientOptions["network"]>[0],
  settings: Partial<NetworkSettings>,
  environment: Environment,
): ReturnType<ClientOptions["network"]> {
  const network = proxyFor(url, settings, environment);
  if (!network)
    throw new NetworkSettingsError({ code: "invalid-network-setting", url, part: "proxy" });
  const isSecure = [url, network.proxy].some((one) => one?.startsWith("https:"));
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
