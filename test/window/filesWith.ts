import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** The files below a folder that contain a text or match an expression, as paths relative to the folder. */
export async function filesWith(folder: string, pattern: string | RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const matches = await Promise.all(
    paths.map(async (path) => (has(await read(path), pattern) ? [path] : [])),
  );
  return matches.flat().map((path) => relative(folder, path));
}

const has = (content: Buffer, pattern: string | RegExp): boolean =>
  typeof pattern === "string"
    ? content.includes(pattern)
    : pattern.test(content.toString("latin1"));

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    // A running server may have deleted a temporary file in the meantime.
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return Buffer.alloc(0);
    throw error;
  }
}
