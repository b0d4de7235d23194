import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { IncomingHttpHeaders } from "node:http";
import { TLSSocket } from "node:tls";
import type { Certificate } from "./certificates.ts";

interface TlsOptions extends Certificate {
  /** The authority of accepted client certificates, as PEM. Without it, the server accepts every client. */
  readonly onlyClientsOf?: string;
}

interface SecureRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The name in the client's certificate, or undefined without a certificate. */
  readonly client: string | undefined;
}

export interface TlsService {
  readonly url: string;
  /** The requests that the server decrypted and parsed. */
  readonly requests: readonly SecureRequest[];
  /** From now on, the server answers no request. */
  hold(): void;
  /** Closes the open connections and frees the port. */
  stop(): Promise<void>;
}

/** The document in each list of the server, which has no content types. */
export const secureDocument = { documentId: "tea1", title: "Tea" };

/** Starts an HTTPS server on 127.0.0.1 with this certificate. */
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
      const data = url.includes("/content-type-builder/") ? [] : [secureDocument];
      response.end(JSON.stringify({ data, meta: {} }));
    },
  );
  // A client that rejects the certificate closes the connection.
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
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function nameOf(socket: Socket): string | undefined {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  return /^CN=(.*)$/m.exec(certificate?.subject ?? "")?.[1];
}
