import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:tls";
import type { Certificate } from "./certificates.ts";

/** What stands in front of a service and speaks TLS for it. */
export interface TlsWay {
  readonly url: string;
  /** Breaks what is open and lets go of the port. */
  stop(): Promise<void>;
}

/** Starts one on 127.0.0.1 that shows this certificate. */
export async function startTlsWay(service: string, certificate: Certificate): Promise<TlsWay> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    // Who hangs up, and why, is for the two ends to say.
    socket.on("error", () => undefined).once("close", () => open.delete(socket));
  };
  const server = createServer(certificate, (client) => {
    const there = connect(Number(new URL(service).port), "127.0.0.1");
    for (const socket of [client, there]) keep(socket);
    client.pipe(there).pipe(client);
    client.once("close", () => there.destroy());
    there.once("close", () => client.destroy());
  });
  // A client that does not like the certificate hangs up: its right.
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of open) socket.destroy();
      }),
  };
}
