import assert from "node:assert/strict";
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mebibyte, takes, uploading } from "./takingUploads.ts";
import type { Meets } from "./takingUploads.ts";

describe("Upload, when it fails", () => {
  const at = uploading();

  it("an upload ends with a CmsAbortError and stops sending when it is cancelled", async () => {
    const path = at.fileOf(Buffer.alloc(32 * mebibyte));
    const controller = new AbortController();
    at.service.meet((request) => request.once("data", () => controller.abort()).resume());

    const [error, ...dataAndMeta] = await at.upload({ path, signal: controller.signal });

    assert.deepEqual(
      [error?.name, error?.retryable, ...dataAndMeta],
      ["CmsAbortError", false, null, null],
    );
    await pause(100);
    const { request, bytes } = at.only();
    assert.ok(bytes().length < 32 * mebibyte);
    assert.equal(request.complete, false);
  });

  it("an upload is not retried after the connection breaks", async () => {
    const path = at.fileOf(Buffer.alloc(mebibyte));
    const breaks: Readonly<Record<string, Meets>> = {
      midway: (request) => request.once("data", () => request.socket.destroy()).resume(),
      "after the last byte": (request) =>
        request.on("end", () => request.socket.destroy()).resume(),
    };

    const errors = [];
    for (const meets of Object.values(breaks)) {
      at.service.meet(meets);
      errors.push((await at.upload({ path }))[0]);
    }

    assert.deepEqual(
      errors.map((error) => [error?.name, error?.attempts, error?.retryable]),
      errors.map(() => ["NetworkError", 1, false]),
    );
    assert.equal(at.service.requests.length, 2);
  });

  it("an upload is retried when the service does not listen", async () => {
    const path = at.fileOf("Tea");
    const { url } = at.service;
    await at.service.stop();

    const [error] = await at.upload({ path }, { baseUrl: url, retries: 1 });

    assert.deepEqual([error?.name, error?.attempts, error?.retryable], ["NetworkError", 2, true]);
  });

  it("an upload returns the service's error when it is rejected before its end", async () => {
    const path = at.fileOf(Buffer.alloc(8 * mebibyte));
    const body = {
      data: null,
      error: { status: 413, name: "PayloadTooLargeError", message: "Too big" },
    };
    at.service.meet((_, response) => {
      response.writeHead(413, { "content-type": "application/json" }).end(JSON.stringify(body));
    });

    const [error] = await at.upload({ path });

    assert.deepEqual(
      [error?.name, error?.message, error?.attempts],
      ["PayloadTooLargeError", "Too big", 1],
    );
  });

  it("an upload returns a CmsTimeoutError when it stalls or its deadline passes", async () => {
    const path = at.fileOf(Buffer.alloc(32 * mebibyte));
    at.service.meet((request) => request.once("data", () => request.pause()).resume());

    const stalled = await at.upload({ path, timeoutMs: 250 });
    const late = await at.upload({ path, deadlineMs: 250 });

    assert.deepEqual([stalled[0]?.name, late[0]?.name], ["CmsTimeoutError", "CmsTimeoutError"]);
  });

  it("an upload fails when the file becomes shorter while it is sent", async () => {
    const path = at.fileOf(Buffer.alloc(32 * mebibyte));
    at.service.meet((request, response) => {
      request.once("data", () => truncateSync(path, mebibyte));
      takes(request, response);
    });

    const [error] = await at.upload({ path });

    assert.deepEqual(
      [error?.name, error?.message, at.only().request.complete],
      ["NetworkError", "The file changed while it was sent.", false],
    );
  });

  it("an upload returns a RequestError without a request for an unreadable or empty file or an invalid name", async () => {
    const path = at.fileOf("Tea");
    const inputs = [
      { path: join(at.folder, "nothing.txt") },
      { path: at.folder },
      { path: at.fileOf("", "empty.txt"), name: "tea.txt" },
      { path, type: "text/plain\r\nx: y" },
      { path, name: "tea\ud800.txt" },
    ];

    const errors = [];
    for (const input of inputs) errors.push((await at.upload(input))[0]);

    assert.deepEqual(
      errors.map((error) => [error?.name, error?.attempts]),
      inputs.map(() => ["RequestError", 0]),
    );
    assert.match(errors[0]?.message ?? "", /^The file can't be read: ENOENT/);
    assert.match(errors[1]?.message ?? "", /it is not a file/);
    assert.equal(errors[2]?.message, "empty.txt is empty.");
    assert.equal(at.service.requests.length, 0);
  });
});
