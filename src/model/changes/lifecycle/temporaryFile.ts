import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

/** Does something with bytes, which are in base64, as a file on the disk; it is gone afterwards. */
export async function asTemporaryFile<T>(
  base64: string,
  name: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "cms-media-"));
  try {
    const path = join(folder, `file${extname(name).replace(/[^.\w]/g, "")}`);
    await writeFile(path, Buffer.from(base64, "base64"), { mode: 0o600 });
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
