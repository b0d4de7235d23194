import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { filesIn } from "../house/root.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { packInto, template } from "./installed.ts";
import type { PackageManifest } from "./installed.ts";
import { installed } from "./sharedInstallation.ts";

/** A chunk that several entry points share. Its name contains a hash. */
const chunk = /^dist\/chunks\/[\w.]+-[A-Z0-9]{8}\.js$/;

describe("Tarball of the package", () => {
  it("the tarball contains the entry points, the declarations of the client, and the documents", () => {
    const { files, size } = installed().packed;
    const paths = files.map(({ path }) => path).filter((path) => !chunk.test(path));
    // The requests of links are no entry point of the package. Only the model uses them.
    const declarations = filesIn("src/client")
      .filter((path) => !path.startsWith("src/client/links/"))
      .map((path) => path.replace(/^src\/(.*)\.ts$/, "dist/$1.d.ts"));

    const unpacked = files.reduce((sum, file) => sum + file.size, 0);
    console.log(`      ${files.length} files, ${size} bytes packed, ${unpacked} bytes unpacked`);
    const documents = ["CHANGELOG.md", "LICENSE", "README.md", "ThirdPartyNotices.txt"];
    const entryPoints = ["", "admin/", "fetch/"].flatMap((folder) =>
      ["index.js", "index.cjs", "index.d.cts"].map((name) => `dist/client/${folder}${name}`),
    );
    assert.deepEqual(
      paths.toSorted(),
      [
        ...documents,
        "config.schema.json",
        "package.json",
        "dist/cli/main.js",
        ...entryPoints,
        ...declarations,
      ].sort(),
    );
  });

  it("the tarball has a manifest that npm publishes, with the repository of the extension", () => {
    const manifest = (path: string) =>
      JSON.parse(readFileSync(path, "utf8")) as Partial<PackageManifest>;
    const { path } = installed();

    const published = manifest(join(path, "node_modules", template.name, "package.json"));

    assert.equal(published.private, undefined);
    assert.deepEqual(published.repository, manifest("package.json").repository);
    assert.deepEqual(published.bin, template.bin);
  });

  it("the tarball contains no path of the folder that it was built in", () => {
    const { path, packed } = installed();
    const folder = join(path, "node_modules", template.name);

    const texts = packed.files.map((file) => readFileSync(join(folder, file.path), "utf8"));

    assert.deepEqual(
      texts.filter((text) => text.includes(process.cwd()) || text.includes("sourceMappingURL")),
      [],
    );
  });

  it("the tarball is the same if it is built again in another folder", async function () {
    this.timeout(120_000);
    const folder = temporaryFolder();
    try {
      const again = await packInto(folder.path);

      assert.equal(again.integrity, installed().packed.integrity);
    } finally {
      folder.remove();
    }
  });

  it("the tarball has no errors, warnings or suggestions by publint", async () => {
    const { buffer } = new Uint8Array(readFileSync(installed().packed.tarball));

    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });

    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg, { color: false })),
      [],
    );
  });

  it("the tarball has types that match its modules for each module resolution, of CommonJS too", async function () {
    this.timeout(60_000);
    const tarball = createPackageFromTarballData(readFileSync(installed().packed.tarball));

    const result = await checkPackage(tarball);

    assert.ok(result.types);
    const problems = result.problems.map((problem) =>
      "entrypoint" in problem
        ? [problem.entrypoint, problem.resolutionKind, problem.kind]
        : [problem.kind],
    );
    assert.deepEqual(problems, []);
  });
});
