import assert from "node:assert/strict";
import { readers, decodeText } from "../../../src/model/records/recordFile.ts";
import type { Format } from "../../../src/model/records/recordFormat.ts";
import type { RawRecord } from "../../../src/model/records/rawRecord.ts";
import { done } from "../../../src/model/foundation/outcome.ts";

/** Reads all records of a file in chunks of this size. */
export async function readAll(format: Format, file: string | Uint8Array, size = 65_536) {
  const all: RawRecord[] = [];
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  for await (const raw of readers[format](decodeText(inPieces(bytes, size)))) all.push(raw);
  return all;
}

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) {
    yield done(await Promise.resolve(bytes.subarray(at, at + size)));
  }
}

/** The format, the file and the expected records. */
export type Case = readonly [format: Format, file: string | Uint8Array, read: readonly unknown[]];

export async function holds(cases: Readonly<Record<string, Case>>, size?: number): Promise<void> {
  const read: Record<string, unknown> = {};
  for (const [name, [format, file]] of Object.entries(cases))
    read[name] = await readAll(format, file, size);

  const expected = Object.entries(cases).map(([name, [, , all]]) => [name, all]);
  assert.deepEqual(read, Object.fromEntries(expected));
}
