import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, crc32 } from "node:zlib";
import type { CmsFile } from "../../../src/client/index.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TestModel } from "../testModel.ts";
import { must } from "../outcomes.ts";

/** Uploads a small picture to the media library, without an alternative text. */
export async function uploadPicture(model: TestModel, name: string): Promise<CmsFile> {
  const folder = temporaryFolder();
  const path = join(folder.path, "picture.png");
  try {
    writeFileSync(path, png());
    const { cms } = must(await model.catalogs.service(model.connection.id));
    const [error, file] = await cms.upload().create({ path, name });
    if (error) throw error;
    return file;
  } finally {
    folder.remove();
  }
}

/** A black picture of one pixel. */
export const png = (): Buffer =>
  Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunk("IDAT", deflateSync(Buffer.from([0, 0]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
