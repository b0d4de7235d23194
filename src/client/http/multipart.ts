import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import type { StreamedBody } from "./call.ts";

/** A file on disk, as one part of a form. */
export interface FilePart {
  readonly path: string;
  /** In bytes; as many are sent. */
  readonly size: number;
  readonly name: string;
  /** A media type, such as `image/png`. */
  readonly type: string;
}

/** A form with texts and one file; told of the bytes of the file that have left. */
export function multipart(
  texts: Readonly<Record<string, string>>,
  field: string,
  { file, onSent }: { readonly file: FilePart; readonly onSent: (bytes: number) => void },
): StreamedBody {
  const boundary = `cms-${randomUUID()}`;
  const begin = (name: string, more = ""): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  const parts = Object.entries(texts).map(([name, text]) => `${begin(name)}\r\n${text}\r\n`);
  const named = begin(field, `; filename="${escaped(file.name)}"`);
  const head = Buffer.from(`${parts.join("")}${named}content-type: ${file.type}\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + file.size + tail.length,
    chunks: async function* () {
      yield head;
      yield* bytesOf(file, onSent);
      yield tail;
    },
  };
}

/** As the HTML standard has it: what would end the name early is percent-encoded. */
const escaped = (name: string): string =>
  name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));

async function* bytesOf({ path, size }: FilePart, onSent: (bytes: number) => void) {
  let sent = 0;
  onSent(sent);
  // Not a byte more than was announced, or the next request would begin with them.
  const end = Math.max(0, size - 1);
  const pieces: AsyncIterable<Buffer> = size === 0 ? nothing() : createReadStream(path, { end });
  for await (const piece of pieces) {
    yield piece;
    sent += piece.length;
    onSent(sent);
  }
  if (sent !== size) throw new Error("The file has changed while it was sent.");
}

async function* nothing(): AsyncGenerator<Buffer> {
  // An empty file has no last byte.
}
