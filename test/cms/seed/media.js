"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");
const { crc32, deflateSync } = require("node:zlib");
const pictures = require("./pictures");

const width = 720;
const height = 480;

/** Draws the pictures, uploads them through Strapi's upload service, and returns the media files by name. */
async function addPictures(strapi) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "cms-pictures-"));
  const upload = strapi.plugin("upload").service("upload");
  const files = {};
  try {
    for (const { name, paint, alternativeText, caption } of pictures) {
      const filepath = path.join(folder, `${name}.png`);
      const bytes = toPng(paint);
      await fs.writeFile(filepath, bytes);
      const [file] = await upload.upload({
        data: { fileInfo: { name: `${name}.png`, alternativeText, caption } },
        files: {
          filepath,
          originalFilename: `${name}.png`,
          mimetype: "image/png",
          size: bytes.length,
        },
      });
      files[name] = await settleName(strapi, file, name);
    }
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
  return files;
}

/**
 * Strapi adds a random suffix to the name of a file. This function replaces it, so that every seed has the same URLs.
 */
async function settleName(strapi, file, name) {
  const settled = `${name.replaceAll("-", "_")}_${createHash("sha256").update(name).digest("hex").slice(0, 10)}`;
  const rename = (value) =>
    JSON.parse(JSON.stringify(value ?? null).replaceAll(file.hash, settled));
  const uploads = path.join(strapi.dirs.static.public, "uploads");
  for (const found of await fs.readdir(uploads)) {
    if (!found.includes(file.hash)) continue;
    await fs.rename(
      path.join(uploads, found),
      path.join(uploads, found.replace(file.hash, settled)),
    );
  }
  const data = { hash: settled, url: rename(file.url), formats: rename(file.formats) };
  return strapi.db.query("plugin::upload.file").update({ where: { id: file.id }, data });
}

function toPng(paint) {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let at = 0;
  for (let row = 0; row < height; row++) {
    rows[at++] = 0;
    for (let column = 0; column < width; column++) {
      for (const value of paint(column / width, row / height)) rows[at++] = value;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

module.exports = { addPictures };
