import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Where the magazine's schemas and its seed lie. */
export const project = fileURLToPath(new URL("../cms/", import.meta.url));

/** Starts the service on a folder of data; what it prints gathers in `lines`. */
export function run(args: string[], folder: string, env: Record<string, string>, cwd = project) {
  const inherited = { ...process.env };
  // Loaders and flags that our own process was given are not for the service.
  delete inherited["NODE_OPTIONS"];
  const child = spawn(process.execPath, [join(cwd, "server.js"), ...args], {
    cwd,
    env: { ...inherited, CMS_DATA: folder, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on("line", (line) => {
      if (!isReadyLine(line)) lines.push(line);
    });
  }
  return { child, lines };
}

/** The one line of JSON that the service prints when it listens, with its tokens. */
export const isReadyLine = (line: string): boolean => line.startsWith('{"url":');
