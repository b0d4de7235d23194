import type { Outcome } from "../../../foundation/outcome.ts";
import { done, failed } from "../../../foundation/outcome.ts";
import type { BulkFailure } from "../../bulkFailure.ts";

/** The text of bytes in UTF-8, without the mark that some programs put before it. */
export async function* decodeText(
  chunks: AsyncIterable<Outcome<Uint8Array, BulkFailure>>,
): AsyncGenerator<Outcome<string, BulkFailure>, void, void> {
  const decoder = createDecoder();
  for await (const [failure, bytes] of chunks) {
    const outcome = failure ? failed(failure) : decodeChunk(decoder, bytes);
    yield outcome;
    if (outcome[0]) return;
  }
  yield decodeChunk(decoder);
}

const createDecoder = () => new TextDecoder("utf-8", { fatal: true });

/** The end of the text where there are no bytes. */
function decodeChunk(
  decoder: ReturnType<typeof createDecoder>,
  bytes?: Uint8Array,
): Outcome<string, BulkFailure> {
  try {
    return done(decoder.decode(bytes, { stream: bytes !== undefined }));
  } catch {
    return failed({ code: "file-not-utf-8" });
  }
}
