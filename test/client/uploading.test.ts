import assert from "node:assert/strict";
import { startProxy } from "../support/proxy.ts";
import { token } from "./loopbackCms.ts";
import { uploadedFile, mebibyte, takes, uploading } from "./takingUploads.ts";

describe("Upload", () => {
  const at = uploading();

  it("an upload sends one form with the file, its details, its name and its media type", async () => {
    const path = at.fileOf("A pot of tea.");

    const result = await at.upload({ path, alternativeText: "A pot", caption: "Winter" });

    assert.deepEqual(result, [null, uploadedFile, null]);
    const { request, bytes } = at.only();
    const { method, url, headers } = request;
    const [, boundary = ""] = /boundary=(.*)/.exec(String(headers["content-type"])) ?? [];
    assert.deepEqual(
      [method, url, headers.authorization],
      ["POST", "/api/upload", `Bearer ${token}`],
    );
    assert.deepEqual(bytes().toString().split("\r\n"), [
      `--${boundary}`,
      'content-disposition: form-data; name="fileInfo"',
      "",
      '{"alternativeText":"A pot","caption":"Winter"}',
      `--${boundary}`,
      'content-disposition: form-data; name="files"; filename="tea.txt"',
      "content-type: text/plain",
      "",
      "A pot of tea.",
      `--${boundary}--`,
      "",
    ]);
    assert.equal(Number(headers["content-length"]), bytes().length);
  });

  it("an upload takes another name and media type, and encodes line breaks in the name", async () => {
    const path = at.fileOf("Tea", "plain");

    await at.upload({ path, name: 'Thé "vert"\r\nx: y.unknown' });
    await at.upload({ path, name: "Tea.PNG" });
    await at.upload({ path, type: "image/webp" });

    const lines = at.service.requests.map(({ bytes }) =>
      bytes()
        .toString()
        .split("\r\n")
        .filter((line) => /filename|^content-type/.test(line)),
    );
    const named = (name: string) =>
      `content-disposition: form-data; name="files"; filename="${name}"`;
    assert.deepEqual(lines, [
      [named("Thé %22vert%22%0D%0Ax: y.unknown"), "content-type: application/octet-stream"],
      [named("Tea.PNG"), "content-type: image/png"],
      [named("plain"), "content-type: image/webp"],
    ]);
  });

  it("an upload stops reading the file while the service does not receive", async () => {
    const size = 32 * mebibyte;
    const path = at.fileOf(Buffer.alloc(size, "tea "));
    const reported: (readonly [number, number])[] = [];
    let whenStopped = 0;
    at.service.meet((request, response) => {
      setTimeout(() => {
        whenStopped = reported.at(-1)?.[0] ?? 0;
        takes(request, response);
      }, 300);
    });

    const [error] = await at.upload({ path, onProgress: (...facts) => reported.push(facts) });

    assert.deepEqual([error, reported[0], reported.at(-1)], [null, [0, size], [size, size]]);
    assert.ok(whenStopped < size / 2, `${whenStopped} bytes had been read`);
  });

  it("an upload can take longer than timeoutMs while it makes progress", async () => {
    const size = 32 * mebibyte;
    const path = at.fileOf(Buffer.alloc(size));
    at.service.meet((request, response) => {
      // Receives the file in 3 s. The system's buffers between client and service hold only a small part of it.
      const started = performance.now();
      let received = 0;
      request.on("data", (chunk: Buffer) => {
        received += chunk.length;
        const early = (received / size) * 3_000 - (performance.now() - started);
        if (early <= 0) return;
        request.pause();
        setTimeout(() => request.resume(), early);
      });
      takes(request, response);
    });
    const started = performance.now();

    const result = await at.upload({ path, timeoutMs: 2_000 });

    assert.deepEqual(result, [null, uploadedFile, null]);
    assert.ok(performance.now() - started > 2_000);
  });

  it("an upload works through a proxy", async () => {
    const proxy = await startProxy();
    const path = at.fileOf(Buffer.alloc(mebibyte, "tea "));

    const result = await at.upload({ path }, { proxy: proxy.url });
    await proxy.stop();

    assert.deepEqual([result, proxy.requests.length], [[null, uploadedFile, null], 1]);
    assert.ok(at.only().bytes().length > mebibyte);
  });

  it("an upload continues when onProgress throws", async () => {
    const result = await at.upload({
      path: at.fileOf("Tea"),
      onProgress: () => {
        throw new Error("A caller's own code failed.");
      },
    });

    assert.deepEqual(result, [null, uploadedFile, null]);
  });
});
