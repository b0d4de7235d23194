import assert from "node:assert/strict";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { complaints } from "./compiling.ts";
import { installed } from "./sharedInstallation.ts";
import { isLongRun } from "../support/longRun.ts";

const files = ["registry.ts", "program.ts", "commonjs.cts", "required.cts"];

/** `npm test` uses the oldest and the newest TypeScript. `npm run test:long` also uses those in between. */
const used = isLongRun
  ? (["TypeScript 5.4", "TypeScript 5.6", "TypeScript 5.9", "the newest TypeScript"] as const)
  : (["TypeScript 5.4", "the newest TypeScript"] as const);

/** Only TypeScript below 7 has the resolution of Node 10. It finds what `require` gets with the types of ES modules. */
const resolutionsOf = (compiler: (typeof used)[number]) =>
  compiler === "the newest TypeScript"
    ? (["node16", "nodenext", "bundler"] as const)
    : (["node10", "node16", "nodenext", "bundler"] as const);

describe("Types of the installed package", function () {
  // A compiler run takes seconds, and longer on a busy machine.
  this.timeout(120_000);

  before(() => {
    for (const name of files) {
      cpSync(join(import.meta.dirname, "consumer", name), join(installed().path, name));
    }
  });

  for (const compiler of used) {
    for (const resolution of resolutionsOf(compiler)) {
      it(`types of the package compile with ${compiler} and the module resolution ${resolution}`, async () => {
        assert.equal(await complaints(compiler, resolution, files), "");
      });
    }
  }

  it("types of the package are checked: a wrong type is an error of the compiler", async () => {
    const wrong = join(installed().path, "wrong.ts");
    writeFileSync(wrong, 'import { createCms } from "cms-content";\ncreateCms({ baseUrl: 5 });\n');
    try {
      const output = await complaints("the newest TypeScript", "nodenext", ["wrong.ts"]);

      assert.match(output, /^wrong\.ts\(2,13\): error TS2322: .+\n$/);
    } finally {
      rmSync(wrong);
    }
  });
});
