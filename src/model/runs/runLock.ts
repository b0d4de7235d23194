import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isObject } from "../foundation/json.ts";
import { markOf } from "../foundation/marks.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { TextStore } from "../foundation/textStore.ts";
import { codeOf } from "../foundation/textFiles.ts";

export type RunFailure =
  | { readonly code: "another-run" }
  /** What the run does can't be stored, so it must not begin or go on. */
  | { readonly code: "results-not-kept"; readonly why: string };

/** Stores the logs of runs, one text each. */
export interface RunStore extends TextStore {
  append(name: string, text: string): Promise<unknown>;
}

/**
 * Locks a service for the runs of this computer. Returns what unlocks it. Fails if another run that
 * is alive has it. If two ask at once, none or one gets it. Where nothing can be stored, nothing is
 * locked: then the journal can't be written either, unless the user does without it.
 */
export async function lockTarget(
  store: RunStore,
  url: string,
): Promise<Outcome<() => Promise<void>, RunFailure>> {
  const target = markOf(url, 16);
  const lockName = `${target}-${randomUUID()}.lock`;
  const owner = { pid: process.pid, start: await startOf(process.pid) };
  await store.save(lockName, JSON.stringify(owner));
  const others = (await store.names()).filter(
    (name) => name !== lockName && name.startsWith(target) && name.endsWith(".lock"),
  );
  for (const name of others) {
    if (await isAlive(await store.load(name))) {
      await store.drop(lockName);
      return failed({ code: "another-run" });
    }
    await store.drop(name);
  }
  return done(() => store.drop(lockName));
}

async function isAlive(text = ""): Promise<boolean> {
  try {
    const owner: unknown = JSON.parse(text);
    if (!isObject(owner) || typeof owner["pid"] !== "number") return false;
    process.kill(owner["pid"], 0);
    return owner["start"] === (await startOf(owner["pid"]));
  } catch (error) {
    // A process of another user can't be asked.
    return codeOf(error) === "EPERM";
  }
}

/** Tells a process from an earlier one with the same id. Null where the system has no such file. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name of the program, in parentheses, may have spaces and more parentheses.
  return stat.slice(stat.lastIndexOf(")")).split(" ")[20] ?? null;
}
