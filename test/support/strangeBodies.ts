import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Behaviour } from "./hostile.ts";
import { document, inJson, ok, says, saysJson, sends } from "./rawAnswers.ts";

export const strangeBodies: Readonly<Record<string, Behaviour>> = {
  "no body": says(200),
  "a 204": sends("HTTP/1.1 204 No Content\r\n\r\n"),
  "a 204 that has a body": sends(`HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}`),
  "a 205": says(205),
  null: says(200, "null", inJson),
  "a number": says(200, "1e400", inJson),
  "a text": says(200, '"tea"', inJson),
  "a list": says(200, "[[],null,1]", inJson),
  "data that is null": saysJson(200, { data: null }),
  "data without a document": saysJson(200, { data: [null, 1, "x", [], {}], meta: null }),
  "documents with invalid ids": saysJson(200, {
    data: [{ documentId: 5 }, { documentId: null }, { documentId: { toString: 1 } }],
    meta: { pagination: { page: 1, pageSize: 1, pageCount: 3, total: 3 } },
  }),
  "documents whose ids are wild": saysJson(200, {
    data: [{ documentId: ".." }, { documentId: "\ud800" }, { documentId: "" }],
    meta: { pagination: { page: 1, pageSize: 3, pageCount: 1e9, total: 1e9 } },
  }),
  "meta that is a text": saysJson(200, { data: [document], meta: "meta" }),
  "page numbers out of the air": saysJson(200, {
    data: [document],
    meta: { pagination: { page: -1, pageSize: "0", pageCount: 1e308, total: {} } },
  }),
  "one page for ever": saysJson(200, {
    data: [document],
    meta: { pagination: { page: 1, pageSize: 1, pageCount: 1e9, total: 1e9 } },
  }),
  "keys named like members of Object": says(
    200,
    '{"data":{"__proto__":{"x":1},"constructor":1,"then":1,"toString":0},"meta":{"__proto__":1}}',
    inJson,
  ),
  "truncated JSON": says(200, ok.slice(0, -5), inJson),
  "two values of JSON": says(200, ok + ok, inJson),
  "half a character": says(200, Buffer.from([0x22, 0xc3, 0x22]), inJson),
  "a byte order mark": says(200, `\ufeff${ok}`, inJson),
  "text in Latin-1": says(
    200,
    Buffer.from('{"data":{"documentId":"tea1","title":"Thé"}}', "latin1"),
    inJson,
  ),
  "UTF-16": says(200, Buffer.from(ok, "utf16le"), inJson),
  "deeply nested JSON": says(200, `{"data":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, inJson),
  "HTML with 200": says(200, "<html><body>Sign in</body></html>", { "content-type": "text/html" }),
  "an error with 200": saysJson(200, { data: null, error: { status: 500, message: "No" } }),
};

const bomb = " ".repeat(8 * 2 ** 20);
export const compressed: Readonly<Record<string, Behaviour>> = {
  "good gzip": says(200, gzipSync(ok), { "content-encoding": "gzip" }),
  "good brotli": says(200, brotliCompressSync(ok), { "content-encoding": "br" }),
  "bad gzip": says(200, Buffer.alloc(100, 7), { "content-encoding": "gzip" }),
  "bad brotli": says(200, Buffer.alloc(100, 7), { "content-encoding": "br" }),
  "gzip that is not compressed": says(200, ok, { "content-encoding": "gzip" }),
  "gzip with a wrong checksum": says(200, flipped(gzipSync(ok)), { "content-encoding": "gzip" }),
  "truncated gzip": says(200, gzipSync(ok).subarray(0, 25), { "content-encoding": "gzip" }),
  "truncated brotli": says(200, brotliCompressSync(ok).subarray(0, 9), {
    "content-encoding": "br",
  }),
  "gzip with something behind it": says(200, Buffer.concat([gzipSync(ok), Buffer.alloc(9, 7)]), {
    "content-encoding": "gzip",
  }),
  "empty gzip": says(200, "", { "content-encoding": "gzip" }),
  "gzip in gzip": says(200, gzipSync(gzipSync(ok)), { "content-encoding": "gzip, gzip" }),
  "an unknown encoding": says(200, ok, { "content-encoding": "rot13, __proto__" }),
  "an encoding named like a member of Object": says(200, ok, { "content-encoding": "constructor" }),
  "a gzip bomb": says(200, gzipSync(bomb), { "content-encoding": "gzip" }),
  "a brotli bomb": says(200, brotliCompressSync(bomb), { "content-encoding": "br" }),
  "a gzip bomb with an error": says(400, gzipSync(bomb), { "content-encoding": "gzip" }),
  "bad gzip with an error": says(500, Buffer.alloc(100, 7), { "content-encoding": "gzip" }),
};

/** A copy in which the last byte but seven differs. In gzip, it is a part of the checksum. */
function flipped(bytes: Buffer): Buffer {
  const at = bytes.length - 7;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}
