import { createServer } from "node:net";

/**
 * Returns a free port outside the range that systems assign automatically. After a server stops, no other program on
 * this machine takes its port by accident.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => {
      server.close(() => resolve(true));
    });
  });
