import { inflateRawSync } from "node:zlib";

const endOfDirectory = 0x06054b50;
const stored = 0;

/** The files of a zip archive and their contents, by path. Reads the directory at its end, as unpackers do. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (archive.readUInt32LE(end) !== endOfDirectory) end -= 1;
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [pathLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(entry + offset),
    ) as [number, number, number];
    const path = archive.toString("utf8", entry + 46, entry + 46 + pathLength);
    files.set(path, contentAt(archive, entry));
    entry += 46 + pathLength + extraLength + commentLength;
  }
  return files;
}

/** The content of the file that an entry of the directory describes. */
function contentAt(archive: Buffer, entry: number): Buffer {
  const size = archive.readUInt32LE(entry + 20);
  const header = archive.readUInt32LE(entry + 42);
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const packed = archive.subarray(start, start + size);
  return archive.readUInt16LE(entry + 10) === stored ? packed : inflateRawSync(packed);
}
