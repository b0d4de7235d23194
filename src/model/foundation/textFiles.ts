import { randomUUID } from "node:crypto";
import { chmod, open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * The text of a file, a pipe or stdin, without a byte order mark. Rejects if it is larger than
 * `maxBytes`, because a device such as /dev/zero has no end.
 */
export async function readTextFile(path: string, maxBytes = 1_000_000): Promise<string> {
  const file = await open(path);
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      chunks.push(chunk as Uint8Array);
      size += (chunk as Uint8Array).length;
      if (size > maxBytes) throw new Error(`the file is larger than ${maxBytes / 1_000_000} MB`);
    }
    return new TextDecoder().decode(Buffer.concat(chunks));
  } finally {
    await file.close();
  }
}

/**
 * Writes a file. A reader sees the earlier content or the new one, and never a part: the text goes
 * to a file in the same folder, which then takes the name. Links and the mode stay. Devices and
 * pipes are written in place, because no file may replace them.
 *
 * @param mode The permissions of a new file.
 */
export async function writeTextFile(path: string, content: string, mode = 0o666): Promise<void> {
  if (await isSpecialFile(path)) return writeInPlace(path, content);
  const target = await linkTarget(path);
  const part = `${target}.${randomUUID()}.new`;
  try {
    const file = await open(part, "wx", mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await replaceFile(part, target);
  } catch (error) {
    // The partial file would take space from later files, especially on a full disk.
    await rm(part, { force: true });
    throw error;
  }
}

async function writeInPlace(path: string, content: string): Promise<void> {
  const file = await open(path, "a");
  try {
    await file.appendFile(content);
  } finally {
    await file.close();
  }
}

/** Gives a complete file the name and the mode of another one in the same folder, if that exists. */
export async function replaceFile(part: string, target: string): Promise<void> {
  const earlier = await stat(target).catch(() => undefined);
  if (earlier) await chmod(part, earlier.mode & 0o7777);
  await rename(part, target);
}

/** Whether a path leads to a pipe, a device or a folder. */
export async function isSpecialFile(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined);
  return entry !== undefined && !entry.isFile();
}

/** The path of the file that a link leads to, even if that file doesn't exist yet. */
export async function linkTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const link = await readlink(path).catch(() => undefined);
    return link === undefined ? path : linkTarget(resolve(dirname(path), link));
  }
}

/** Whether an error says that a file doesn't exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
