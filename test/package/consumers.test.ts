import assert from "node:assert/strict";
import { exec, execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { read, root } from "../house/root.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { template } from "./installed.ts";
import { installed } from "./sharedInstallation.ts";
import { useService } from "./sharedService.ts";

const run = promisify(execFile);

describe("Installed package", () => {
  const service = useService();
  before(() => {
    cpSync(join(import.meta.dirname, "consumer"), installed().path, { recursive: true });
  });

  const outputOf = async (cwd: string, file: string) => {
    const { url, tokens } = service();
    const env = { ...process.env, CMS_URL: url, CMS_TOKEN: tokens.full };
    const { stdout, stderr } = await run(process.execPath, [file], { cwd, env });
    return [JSON.parse(stdout), stderr] as const;
  };
  const expected = [{ title: "Tea", sameDocument: [true], isNotFoundError: true }, ""];

  for (const [how, file] of [
    ["an ES module that imports it", "module.mjs"],
    ["a CommonJS module that requires it", "require.cjs"],
    ["a CommonJS module that imports it dynamically", "dynamicImport.cjs"],
  ] as const) {
    it(`the installed package creates, reads and lists documents for ${how}`, async () => {
      assert.deepEqual(await outputOf(installed().path, file), expected);
    });
  }

  it("a bundle made with the command of the docs creates, reads and lists documents", async () => {
    const [command = ""] = /^esbuild .+$/m.exec(read("docs/client.md")) ?? [];
    const PATH = [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
    await promisify(exec)(command, { cwd: installed().path, env: { ...process.env, PATH } });
    // Nothing is installed in this folder.
    const folder = temporaryFolder();
    cpSync(join(installed().path, "bundled"), folder.path, { recursive: true });

    const output = await outputOf(folder.path, "module.mjs");
    folder.remove();

    assert.deepEqual(output, expected);
  });

  it("the installed package sends with a fetch that Mock Service Worker has replaced, and a write once", async () => {
    const result = await outputOf(installed().path, "mocked.mjs");

    const sent = ["GET Bearer tea", 'PUT {"data":{}}'];
    assert.deepEqual(result, [["Tea", "NetworkError", sent], ""]);
  });

  it("the installed package has a command that starts", async () => {
    const [command = ""] = Object.keys(template.bin);

    const { stdout } = await run(join("node_modules/.bin", command), ["--version"], {
      cwd: installed().path,
    });

    assert.equal(stdout, `${template.version}\n`);
  });
});
