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
export const png = (): Buffer => grayPng(1, 1, () => 0);

/** A picture in shades of gray, which are numbers from 0 to 255. */
export function grayPng(width: number, height: number, shadeAt: (pixel: number) => number): Buffer {
  const [header, pixels] = [Buffer.alloc(13), Buffer.alloc((width + 1) * height)];
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    pixels.writeUInt8(shadeAt(pixel), pixel + Math.floor(pixel / width) + 1);
  }
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
