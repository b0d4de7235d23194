import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { Service } from "../../support/service.ts";

/** A service, and a proxy to it that records each request. */
export interface RecordedService {
  readonly service: Service;
  readonly url: string;
  readonly requests: string[];
  /** Ends the proxy. The service continues. */
  readonly stop: () => void;
}

export async function recordService(service: Service): Promise<RecordedService> {
  const requests: string[] = [];
  const proxy = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push(`${method} ${url}`);
    const passed = send(`${service.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { service, url, requests, stop };
}
