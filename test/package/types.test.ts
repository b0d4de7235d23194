import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { complaints } from "./compiling.ts";
import { installed } from "./sharedInstallation.ts";
import { isLongRun } from "../support/longRun.ts";

const files = ["registry.ts", "program.ts", "commonjs.cts", "required.cts"];

/** Only TypeScript below 7 has the resolution of Node 10. It finds what `require` gets with the types of ES modules. */
const below7 = ["node10", "node16", "nodenext", "bundler"] as const;

/** `npm test` uses the oldest and the newest TypeScript, with the resolutions that differ most. The long run uses all. */
const used = isLongRun
  ? ([
      ["TypeScript 5.4", below7],
      ["TypeScript 5.6", below7],
      ["TypeScript 5.9", below7],
      ["the newest TypeScript", ["node16", "nodenext", "bundler"]],
    ] as const)
  : ([
      ["TypeScript 5.4", ["node10", "nodenext"]],
      ["the newest TypeScript", ["nodenext", "bundler"]],
    ] as const);

describe("Types of the installed package", function () {
  // A compiler run takes seconds, and longer on a busy machine.
  this.timeout(120_000);

  before(() => {
    for (const name of files) {
      cpSync(join(import.meta.dirname, "consumer", name), join(installed().path, name));
    }
  });

  for (const [compiler, resolutions] of used) {
    for (const resolution of resolutions) {
      it(`types of the package compile with ${compiler} and the module resolution ${resolution}, and wrong ones don't`, async () => {
        // A line with @ts-expect-error that has no error is an error.
        assert.equal(await complaints(compiler, resolution, files), "");
      });
    }
  }
});
