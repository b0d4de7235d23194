import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createCms } from "../../src/client/index.ts";
import type { Cms, CmsFile, CmsOptions, NewFile, Result } from "../../src/client/index.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../support/temporaryFolder.ts";
import { token } from "./loopbackCms.ts";

/** The file that the service returns for an upload. */
export const uploadedFile = { id: 13, documentId: "new1", name: "tea.txt", mime: "text/plain" };

export const mebibyte = 2 ** 20;

/** How the service handles an upload after it received only the headers. */
export type Meets = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Reads the whole upload, and answers as the real service does. */
export const takes: Meets = (request, response) => {
  request.resume().on("end", () => {
    response
      .writeHead(201, { "content-type": "application/json" })
      .end(JSON.stringify([uploadedFile]));
  });
};

interface Taken {
  readonly request: IncomingMessage;
  /** The bytes of the body so far. */
  readonly bytes: () => Buffer;
}

/** Starts a service whose handling of each upload the test defines. */
async function startTaker() {
  let meets: Meets = takes;
  const requests: Taken[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", () => undefined);
    request.pause();
    requests.push({ request, bytes: () => Buffer.concat(chunks) });
    meets(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    meet: (next: Meets) => {
      meets = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates a service, a folder for its files, and clients for each test of a describe(). */
export function uploading() {
  let service: Awaited<ReturnType<typeof startTaker>>;
  let folder: TemporaryFolder;
  const clients: Cms[] = [];
  beforeEach(async () => {
    service = await startTaker();
    folder = temporaryFolder();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    await service.stop();
    folder.remove();
  });
  return {
    get service() {
      return service;
    },
    get folder() {
      return folder.path;
    },
    fileOf: (content: string | Buffer, name = "tea.txt"): string => {
      const path = join(folder.path, name);
      writeFileSync(path, content);
      return path;
    },
    upload: (input: NewFile, options: Partial<CmsOptions> = {}): Promise<Result<CmsFile>> => {
      const cms = createCms({ baseUrl: service.url, token, ...options });
      clients.push(cms);
      return cms.upload().create(input);
    },
    /** The only request. Throws if there are more or fewer. */
    only: (): Taken => {
      const [only, ...more] = service.requests;
      if (!only || more.length > 0) throw new Error(`${service.requests.length} requests.`);
      return only;
    },
  };
}
