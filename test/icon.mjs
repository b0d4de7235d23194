// Draws docs/icon.svg into media/icon.png: node test/icon.mjs. The browser of the window tests draws it. As a PNG with
// a palette, the file has a third of the size that a browser would write.
import { Buffer } from "node:buffer";
import { readFileSync, writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { chromium } from "playwright-core";
import { findChromium } from "./support/chromium.mjs";

const size = 256;
const svg = readFileSync(new URL("../docs/icon.svg", import.meta.url), "base64");
const pixels = await draw(`data:image/svg+xml;base64,${svg}`);
const colours = [...new Set(pixels)];
if (colours.length > 256) throw new Error(`${colours.length} colours are too many for a palette`);
const channels = (from, to) =>
  colours.map((colour) => Buffer.from(colour, "hex").subarray(from, to));
const header = Buffer.alloc(13);
header.writeUInt32BE(size, 0);
header.writeUInt32BE(size, 4);
// Eight bits for each pixel, the index of a color in the palette.
header.set([8, 3], 8);
const rows = Array.from({ length: size }, (_, y) => [
  0,
  ...pixels.slice(y * size, (y + 1) * size).map((colour) => colours.indexOf(colour)),
]);
const png = Buffer.concat([
  Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
  chunk("IHDR", header),
  chunk("PLTE", Buffer.concat(channels(0, 3))),
  chunk("tRNS", Buffer.concat(channels(3, 4))),
  chunk("IDAT", deflateSync(Buffer.from(rows.flat()), { level: 9 })),
  chunk("IEND", Buffer.alloc(0)),
]);
writeFileSync(new URL("../media/icon.png", import.meta.url), png);
console.log(`media/icon.png: ${png.length} bytes, ${colours.length} colours`);

/** Each pixel as rrggbbaa. The values are rounded, so that pixels at the edges share colors. */
async function draw(picture) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  const page = await browser.newPage();
  const numbers = await page.evaluate(
    async ([src, side]) => {
      const image = Object.assign(new globalThis.Image(), { src });
      await image.decode();
      const canvas = new globalThis.OffscreenCanvas(side, side).getContext("2d");
      canvas.drawImage(image, 0, 0, side, side);
      return [...canvas.getImageData(0, 0, side, side).data];
    },
    [picture, size],
  );
  await browser.close();
  const coarse = numbers.map((number) => Math.min(255, Math.round(number / 17) * 17));
  return Array.from({ length: size * size }, (_, at) =>
    Buffer.from(coarse.slice(at * 4, at * 4 + 4)).toString("hex"),
  );
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
