import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { IncomingHttpHeaders } from "node:http";
import { TLSSocket } from "node:tls";
import type { Certificate } from "./certificates.ts";

interface TlsOptions extends Certificate {
  /** Whose clients it lets in, as PEM; everybody unless given. */
  readonly onlyClientsOf?: string;
}

interface SecureRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The name in the client's certificate; undefined without one. */
  readonly client: string | undefined;
}

export interface TlsService {
  readonly url: string;
  /** The requests that came through: what was decrypted and understood. */
  readonly requests: readonly SecureRequest[];
  /** From now on requests get no answer. */
  hold(): void;
  /** Breaks what is open and lets go of the port. */
  stop(): Promise<void>;
}

/** What the service answers to every request, as a list of documents. */
export const secureDocument = { documentId: "tea1", title: "Tea" };

/** Starts an https server on 127.0.0.1 that shows this certificate. */
export async function startTlsService({
  onlyClientsOf,
  ...certificate
}: TlsOptions): Promise<TlsService> {
  const requests: SecureRequest[] = [];
  let isHeld = false;
  const server = createServer(
    {
      ...certificate,
      ...(onlyClientsOf !== undefined && {
        ca: onlyClientsOf,
        requestCert: true,
        rejectUnauthorized: true,
      }),
    },
    ({ method = "", url = "", headers, socket }, response) => {
      const client = nameOf(socket);
      requests.push({ method, path: url, headers, client });
      if (isHeld) return;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: [secureDocument], meta: {} }));
    },
  );
  // A client that does not like the certificate hangs up: its right.
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://127.0.0.1:${port}`,
    requests,
    hold: () => {
      isHeld = true;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function nameOf(socket: Socket): string | undefined {
  const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  return /^CN=(.*)$/m.exec(shown?.subject ?? "")?.[1];
}
