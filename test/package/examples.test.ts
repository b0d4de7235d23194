import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { programsIn } from "../docs/examples.ts";
import { complaints } from "./compiling.ts";
import { installed } from "./sharedInstallation.ts";

/** The compiler's errors in a program that uses the installed package. */
function complaintsAbout(program: string): Promise<string> {
  writeFileSync(join(installed().path, "example.ts"), program);
  return complaints("the newest TypeScript", "nodenext", ["example.ts"]);
}

describe("Examples of the documentation", function () {
  // A compiler run takes longer on a busy machine.
  this.timeout(60_000);

  for (const page of ["package/README.md", "docs/client.md", "docs/client-migration.md"]) {
    it(`examples of ${page} compile with the installed package`, async () => {
      const programs = programsIn(page);

      const errors: string[] = [];
      for (const program of programs) errors.push(await complaintsAbout(program));

      assert.deepEqual(
        errors,
        programs.map(() => ""),
      );
      assert.ok(programs.length > 0);
    });
  }

  it("examples of the documentation are reported if they don't compile", async () => {
    const sorting = programsIn("docs/client.md").find((program) => program.includes(":desc")) ?? "";

    const errors = await complaintsAbout(
      sorting.replace("readingMinutes:desc", "readingMinuts:desc"),
    );

    assert.match(errors, /readingMinuts/);
  });
});
