import { randomUUID } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import {
  appendFile,
  chmod,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * The text of a file, a pipe or stdin, without a byte order mark. Rejects if it is larger than
 * `maxBytes`, because a device such as /dev/zero has no end.
 */
export async function readTextFile(path: string, maxBytes = 1_000_000): Promise<string> {
  const file = await open(path);
  try {
    return await readTextStream(file.createReadStream({ autoClose: false }), { maxBytes });
  } finally {
    await file.close();
  }
}

/** As `readTextFile`. With `fatal`, rejects other bytes than UTF-8 instead of replacing them. */
export async function readTextStream(
  stream: AsyncIterable<unknown>,
  { maxBytes, fatal = false }: { readonly maxBytes: number; readonly fatal?: boolean },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
    if (size > maxBytes) throw new Error(`the file is larger than ${maxBytes / 1_000_000} MB`);
  }
  return new TextDecoder("utf-8", { fatal }).decode(Buffer.concat(chunks));
}

/**
 * Writes a file. A reader sees the earlier content or the new one, and never a part: the text goes
 * to a file in the same folder, which then takes the name. Links and the mode stay. Devices and
 * pipes are written in place, because no file may replace them. So are files that may be written
 * but not replaced.
 *
 * @param mode The permissions of a new file.
 */
export async function writeTextFile(path: string, content: string, mode = 0o666): Promise<void> {
  if (await isSpecialFile(path)) return appendFile(path, content);
  const target = await linkTarget(path);
  const earlierMode = await modeToReplace(target);
  // The name of the target may be as long as a name can be.
  const part = join(dirname(target), `${randomUUID()}.new`);
  try {
    await writeFile(part, content, { flag: "wx", mode: earlierMode ?? mode, flush: true });
    await replaceFile(part, target);
  } catch (error) {
    // The partial file would take space from later files, especially on a full disk.
    await rm(part, { force: true });
    if (!isRefused(error)) throw error;
    await writeFile(target, content, { mode });
  }
}

/**
 * Gives a complete file the name and the mode of another one in the same folder, if that exists.
 * Copies its content if the other file may be written but not replaced.
 */
export async function replaceFile(part: string, target: string): Promise<void> {
  const mode = await modeToReplace(target);
  if (mode !== undefined) await chmod(part, mode);
  try {
    await renamePatiently(part, target);
  } catch (error) {
    if (!isRefused(error)) throw error;
    await writeFile(target, createReadStream(part));
    // The target is complete, even if the folder lets no file be deleted.
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** On Windows, a program that reads a file, such as a virus scanner, prevents its replacement. */
export async function renamePatiently(part: string, target: string): Promise<void> {
  for (const delayMs of [20, 80, 200]) {
    try {
      await rename(part, target);
      return;
    } catch (error) {
      if (!isRefused(error)) throw error;
      await wait(delayMs);
    }
  }
  await rename(part, target);
}

/** From then on, a power failure leaves the names of the files in a folder. Not on Windows. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The permissions of a file; undefined if it doesn't exist. Rejects if it may not be written. */
export async function modeToReplace(path: string): Promise<number | undefined> {
  try {
    const file = await open(path, constants.O_WRONLY);
    await file.close();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    // On Windows, another program may hold the file for a moment.
    if (codeOf(error) !== "EBUSY") throw error;
  }
  return (await stat(path)).mode & 0o7777;
}

/** Whether a path leads to a pipe, a device or a folder. */
export async function isSpecialFile(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined);
  return entry !== undefined && !entry.isFile();
}

/** The path of the file that links lead to, even if that file or its folder doesn't exist yet. */
export async function linkTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (dirname(path) === path) return path;
    const folder = await linkTarget(dirname(path));
    const link = await readlink(path).catch(() => undefined);
    if (link !== undefined) return linkTarget(resolve(folder, link));
    // A path without links stays as the user wrote it.
    return folder === resolve(dirname(path)) ? path : join(folder, basename(path));
  }
}

export const isNotFound = (error: unknown): boolean => codeOf(error) === "ENOENT";

/** Whether a folder or the system lets no file be created or replaced. */
const isRefused = (error: unknown): boolean =>
  ["EACCES", "EPERM", "EBUSY", "EROFS"].includes(codeOf(error));

/** The code of an error of the operating system, such as `EEXIST`; empty for others. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";
