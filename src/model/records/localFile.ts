import { createReadStream } from "node:fs";
import type { ByteSource } from "./rawRecord.ts";
import { done, failed, whyOf } from "../foundation/outcome.ts";
import { isSpecialFile } from "../foundation/textFiles.ts";

/** The bytes of a local file, in chunks. VS Code's own file system can only read whole files. */
export const bytesOf = (path: string): ByteSource => ({
  async *chunks(signal) {
    try {
      // A pipe is empty when it is read again, and a device may have no end.
      if (await isSpecialFile(path)) throw new Error("it is not a regular file");
      for await (const chunk of createReadStream(path)) {
        if (signal?.aborted) return;
        yield done(chunk as Uint8Array);
      }
    } catch (error) {
      yield failed({ code: "unreadable-file", why: whyOf(error) });
    }
  },
});
