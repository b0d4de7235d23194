import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:tls";
import type { Certificate } from "./certificates.ts";

/** A TLS endpoint in front of a service. */
export interface TlsProxy {
  readonly url: string;
  /** Closes the open connections and frees the port. */
  stop(): Promise<void>;
}

/** Starts a TLS proxy on 127.0.0.1 with this certificate. */
export async function startTlsProxy(service: string, certificate: Certificate): Promise<TlsProxy> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    // The client and the service handle connection errors.
    socket.on("error", () => undefined).once("close", () => open.delete(socket));
  };
  const server = createServer(certificate, (client) => {
    const serviceSocket = connect(Number(new URL(service).port), "127.0.0.1");
    for (const socket of [client, serviceSocket]) keep(socket);
    client.pipe(serviceSocket).pipe(client);
    client.once("close", () => serviceSocket.destroy());
    serviceSocket.once("close", () => client.destroy());
  });
  // A client that rejects the certificate closes the connection.
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
