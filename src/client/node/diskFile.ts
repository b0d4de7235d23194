import { constants, createReadStream } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { OpenFile } from "../http/call.ts";

/** Opens a file on the disk, to stream it. */
export const openFile: OpenFile = async (path) => {
  await access(path, constants.R_OK);
  const facts = await stat(path);
  if (!facts.isFile()) throw new Error("it is not a file.");
  const { size } = facts;
  return {
    name: basename(path),
    size,
    chunks: async function* () {
      let sent = 0;
      // Never sends more bytes than announced: the next request would begin with them.
      for await (const piece of createReadStream(path, { end: size - 1 })) {
        yield piece as Uint8Array;
        sent += (piece as Uint8Array).length;
      }
      if (sent !== size) throw new Error("The file changed while it was sent.");
    },
  };
};
