import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";
import { template } from "./installed.ts";
import { installed } from "./sharedInstallation.ts";

const run = promisify(execFile);

describe("Installed package", () => {
  let service: Service;
  before("start the service", async function () {
    // The first start on a machine seeds the database.
    this.timeout(180_000);
    service = await startService();
    cpSync(join(import.meta.dirname, "consumer"), installed().path, { recursive: true });
  });
  after(async () => {
    await service.stop();
  });

  for (const [how, file] of [
    ["an ES module that imports it", "module.mjs"],
    ["a CommonJS module that requires it", "require.cjs"],
    ["a CommonJS module that imports it dynamically", "dynamicImport.cjs"],
  ] as const) {
    it(`creates, reads and lists documents for ${how}`, async () => {
      const env = { ...process.env, CMS_URL: service.url, CMS_TOKEN: service.tokens.full };

      const { stdout, stderr } = await run(process.execPath, [file], {
        cwd: installed().path,
        env,
      });

      const expected = { title: "Tea", sameDocument: [true], isNotFoundError: true };
      assert.deepEqual([JSON.parse(stdout), stderr], [expected, ""]);
    });
  }

  it("has a command that starts", async () => {
    const [command = ""] = Object.keys(template.bin);

    const { stdout } = await run(join("node_modules/.bin", command), ["--version"], {
      cwd: installed().path,
    });

    assert.equal(stdout, `${template.version}\n`);
  });
});
