import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCms } from "../../src/client/index.ts";
import type { Cms } from "../../src/client/index.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { errorSummary } from "./found.ts";

describe("Service with an upload limit of 100,000 bytes", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let service: Service;
  let cms: Cms;
  before(async () => {
    service = await startService({ env: { UPLOAD_LIMIT: "100000" } });
    const { url: baseUrl, apiPrefix, tokens } = service;
    cms = createCms({ baseUrl, apiPrefix, token: tokens.full });
  });
  after(async () => {
    await cms.close();
    await service.stop();
    folder.remove();
  });
  const uploadOf = (bytes: number) => {
    const path = join(folder.path, `${bytes}.txt`);
    writeFileSync(path, Buffer.alloc(bytes, "tea "));
    return cms.upload().create({ path });
  };

  it("accepts a file of that size, stores it in its own folder, and rejects a larger file", async () => {
    const [, made] = await uploadOf(100_000);
    const [error] = await uploadOf(100_100);

    const kept = readdirSync(join(service.folder, "public/uploads"));
    assert.ok(kept.includes(made?.url.replace("/uploads/", "") ?? "nothing"));
    assert.deepEqual(errorSummary(error), [
      "PayloadTooLargeError",
      413,
      "100100.txt exceeds size limit of 100 KB.",
    ]);
    assert.equal(error?.retryable, false);
  });
});
