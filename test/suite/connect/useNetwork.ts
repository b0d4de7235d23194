import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { followNetworkSettings, networkSettings } from "../../../src/host/connect/clientOptions.ts";
import { Connections } from "../../../src/model/connect/connections.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { ConnectionsInMemory, plainWays } from "../../model/ports.ts";
import { createAuthority } from "../../support/certificates.ts";
import type { Authority } from "../../support/certificates.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { startProxy } from "../../support/proxy.ts";
import type { Proxy } from "../../support/proxy.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../../support/temporaryFolder.ts";
import { startTlsService } from "../../support/tlsService.ts";
import type { TlsService } from "../../support/tlsService.ts";
import { useEnvironment } from "./environment.ts";

/** An address of this computer for which VS Code doesn't bypass the proxy. */
export const elsewhere = "0.0.0.0";
export const outside = ({ url }: { readonly url: string }) => url.replace("127.0.0.1", elsewhere);

const variables = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"] as const;

/** The reason why a call failed. Undefined if it succeeded. */
const why = ([failure]: Outcome<unknown, Failure>) =>
  failure?.code === "service" ? failure.error.name : failure?.code;

/** The servers that run during the tests of a describe(). */
interface Servers {
  readonly authority: Authority;
  /** Requires credentials. */
  readonly proxy: Proxy;
  readonly plain: Loopback;
  /** Its certificate comes from the authority. */
  readonly secure: TlsService;
  readonly folder: TemporaryFolder;
}

/** Gives the tests of a describe() services, a proxy, an authority, and connections that follow VS Code's settings. */
export function useNetwork() {
  const setVariable = useEnvironment(...variables, ...variables.map((name) => name.toLowerCase()));
  const connections = new Connections(new ConnectionsInMemory(), {
    ...plainWays,
    network: networkSettings,
  });
  const following = followNetworkSettings(connections);
  let started: Servers | undefined;
  const servers = (): Servers => {
    if (started === undefined) throw new Error("They start with the first test.");
    return started;
  };

  before(async () => {
    const authority = await createAuthority();
    const names = ["localhost", "127.0.0.1", elsewhere];
    started = {
      authority,
      proxy: await startProxy({ credentials: "tea:kettle" }),
      plain: await startLoopback(),
      secure: await startTlsService(await authority.forServer({ names })),
      folder: temporaryFolder(),
    };
    started.plain.answer(json({ data: [] }));
  });
  after(async () => {
    following.dispose();
    connections.dispose();
    const { proxy, plain, secure, folder } = servers();
    await Promise.all([proxy.stop(), plain.stop(), secure.stop()]);
    folder.remove();
  });

  return {
    servers,
    connections,
    setVariable,
    /** The proxy's URL with its credentials. */
    withCredentials: () => servers().proxy.url.replace("//", "//tea:kettle@"),
    fileOf: (text: string): string => {
      const file = join(servers().folder.path, "authority.pem");
      writeFileSync(file, text);
      return file;
    },
    /** The error of an attempt to connect, if any, and the number of requests for it that the proxy got. */
    attempt: async (service: { readonly url: string; readonly certificateFile?: string }) => {
      const { proxy } = servers();
      const before = proxy.requests.length;
      const outcome = await connections.try(service);
      const { host } = new URL(service.url);
      const serviceRequests = proxy.requests
        .slice(before)
        .filter(({ target }) => target.includes(host));
      return [why(outcome), serviceRequests.length];
    },
  };
}
