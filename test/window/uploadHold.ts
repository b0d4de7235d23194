import { createServer, request as ask } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface UploadHold {
  readonly url: string;
  /** From now on, the proxy reads uploads, but neither passes them on nor answers them. */
  hold(): void;
  /** The number of held uploads that the client has cancelled. */
  readonly brokenOff: number;
  stop(): Promise<void>;
}

/** A proxy to a service that streams everything, files too, until uploads are held. */
export async function startUploadHold(service: string): Promise<UploadHold> {
  let isHeld = false;
  let brokenOff = 0;
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = "GET", url = "/", headers } = request;
    const onward = ask(service + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.socket?.destroy());
    request.pipe(onward);
  };
  const server = createServer((request, response) => {
    if (isHeld && request.method === "POST") {
      request.resume().on("error", () => undefined);
      response.once("close", () => (brokenOff += 1));
    } else pass(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hold: () => {
      isHeld = true;
    },
    get brokenOff() {
      return brokenOff;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
