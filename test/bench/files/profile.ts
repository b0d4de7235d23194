// Runs inside VS Code's extension host.
import { Session } from "node:inspector/promises";
import type { Profiler } from "node:inspector";
import { pathToFileURL } from "node:url";
import * as vscode from "vscode";
import { extensionId } from "../../support/extensionId.ts";

/** The sampling interval, in microseconds. */
const interval = 200;

/** The folder of the built extension, as in the URLs of its modules. */
const ours = (): string => {
  const extension = vscode.extensions.getExtension(extensionId);
  if (!extension) throw new Error("The extension is not installed.");
  return `${pathToFileURL(extension.extensionPath).href}/dist/`;
};

/** Starts to profile this thread. `end` returns how long code of the extension ran, in milliseconds. */
export async function startProfile(): Promise<{ end(): Promise<number> }> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval });
  await session.post("Profiler.start");
  return {
    end: async () => {
      const { profile } = await session.post("Profiler.stop");
      session.disconnect();
      return ownTime(profile);
    },
  };
}

/** The time of all samples in which the stack contains a function of the extension, in milliseconds. */
function ownTime({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): number {
  const ownNodeIds = new Set<number>();
  const folder = ours();
  const visit = (node: Profiler.ProfileNode, isWithin: boolean): void => {
    const isOwn = isWithin || node.callFrame.url.startsWith(folder);
    if (isOwn) ownNodeIds.add(node.id);
    for (const child of node.children ?? []) {
      const inner = byId.get(child);
      if (inner) visit(inner, isOwn);
    }
  };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [root] = nodes;
  if (root) visit(root, false);
  if (ownNodeIds.size === 0) throw new Error("Nothing of the extension was seen to run.");
  // The time of a sample lasts until the next one.
  const total = samples.reduce(
    (sum, id, at) => sum + (ownNodeIds.has(id) ? (timeDeltas[at + 1] ?? interval) : 0),
    0,
  );
  return total / 1_000;
}
