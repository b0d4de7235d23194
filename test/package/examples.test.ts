import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { programsIn } from "../docs/examples.ts";
import { complaints } from "./compiling.ts";
import { installed } from "./sharedInstallation.ts";

/** The compiler's errors in programs that use the installed package, one in a line. */
function complaintsAbout(programs: ReadonlyMap<string, string>): Promise<string> {
  for (const [name, program] of programs) writeFileSync(join(installed().path, name), program);
  return complaints("the newest TypeScript", "nodenext", [...programs.keys()]);
}

describe("Examples of the documentation", function () {
  // A compiler run takes longer on a busy machine.
  this.timeout(60_000);

  it("examples of each page compile with the installed package", async () => {
    const programs = new Map<string, string>();
    for (const page of ["package/README.md", "docs/client.md", "docs/client-migration.md"]) {
      const programsOfPage = programsIn(page);
      assert.ok(programsOfPage.length > 0, page);
      for (const [at, program] of programsOfPage.entries())
        programs.set(`${page.replaceAll(/\W/g, "-")}-${at}.ts`, program);
    }
    // A registry of types would be that of all programs that are compiled with it.
    const registering = [...programs].filter(([, program]) => program.includes("declare global"));
    const others = [...programs].filter(([, program]) => !program.includes("declare global"));

    assert.equal(await complaintsAbout(new Map(others)), "");
    for (const program of registering) assert.equal(await complaintsAbout(new Map([program])), "");
  });

  it("examples of the documentation are reported if they don't compile", async () => {
    const sorting = programsIn("docs/client.md").find((program) => program.includes(":desc")) ?? "";
    const misspelled = sorting.replace("readingMinutes:desc", "readingMinuts:desc");

    const errors = await complaintsAbout(new Map([["misspelled.ts", misspelled]]));

    assert.match(errors, /readingMinuts/);
  });
});
