import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { magazineFolder } from "../services/descriptions.ts";
import { testNode } from "./testNode.mjs";

/** The compiled sources of the service's packages, which take a tenth of the processor time of a start. */
const compiled = join(magazineFolder, ".tmp/compiled");

/** Starts a project's service with a data folder, and collects its output in `lines`. */
export function run(args: string[], folder: string, env: Record<string, string>, project: string) {
  const inherited = { ...process.env };
  // The service must not inherit the loaders and flags of this process.
  delete inherited["NODE_OPTIONS"];
  // The service leaves the files of uploads that failed behind.
  const temporary = join(folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  const child = spawn(testNode(), [join(project, "server.js"), ...args], {
    cwd: project,
    env: {
      ...inherited,
      ...{ CMS_DATA: folder, TMPDIR: temporary, NODE_COMPILE_CACHE: compiled },
      ...env,
    },
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

/** Whether this is the line of JSON that the service prints when it is ready. The line contains the tokens. */
export const isReadyLine = (line: string): boolean => line.startsWith('{"url":');
