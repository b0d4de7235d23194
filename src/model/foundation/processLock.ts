import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isObject } from "./json.ts";
import { codeOf } from "./textFiles.ts";
import type { TextStore } from "./textStore.ts";

/**
 * Locks a name for this process, among all processes of the computer that share the store. Returns
 * what unlocks it, or undefined if a process that is alive has it. If two ask at once, none or one
 * gets it. The lock of a killed process is taken over. Where nothing can be stored, nothing is
 * locked.
 */
export async function takeLock(
  store: TextStore,
  name: string,
): Promise<(() => Promise<void>) | undefined> {
  const lockName = `${name}-${randomUUID()}.lock`;
  const owner = { pid: process.pid, start: await startOf(process.pid) };
  await store.save(lockName, JSON.stringify(owner));
  const unlock = () => store.drop(lockName);
  for (const other of locksOf(name, await store.names())) {
    if (other === lockName) continue;
    if (await isHeld(store, other)) {
      await unlock();
      return undefined;
    }
    await store.drop(other);
  }
  return unlock;
}

/** The names of the locks of a name, also of those of killed processes. */
export const locksOf = (name: string, all: readonly string[]): readonly string[] =>
  all.filter((other) => other.startsWith(`${name}-`) && other.endsWith(".lock"));

/** Whether the process that wrote a lock is alive, and has not unlocked it. */
export async function isHeld(store: Pick<TextStore, "load">, lockName: string): Promise<boolean> {
  try {
    const owner: unknown = JSON.parse((await store.load(lockName)) ?? "");
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
