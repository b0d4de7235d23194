import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Content taken into code, in a folder", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const file = () => join(magazine().folder, "src/cms-content-types.d.ts");

  /** Answers what the command asks, up to the form. */
  const generate = async (form: "Global" | "Module"): Promise<void> => {
    const { workbench } = magazine();
    await workbench.command("CMS: Generate Types…");
    await workbench.quickInput.shows("Generate Types: File");
    await workbench.quickInput.accept();
    await workbench.quickInput.shows("Generate Types: Form");
    await workbench.quickInput.pick(form);
  };

  it("Generate Types takes a path inside the folder only, asks for the module, and shows what it wrote", async () => {
    const { workbench } = magazine();
    const { quickInput, editor, page } = workbench;

    await workbench.command("CMS: Generate Types…");
    await quickInput.shows("Generate Types: File");
    const offered = await quickInput.input().inputValue();
    await quickInput.fill("../outside.d.ts");
    await quickInput.accept();
    const complaint = "Give a path inside the workspace, from its folder on.";
    await quickInput.message().filter({ hasText: complaint }).waitFor();
    await quickInput.fill(offered);
    await quickInput.accept();
    await quickInput.shows("Generate Types: Form");
    await quickInput.pick("Module");
    await quickInput.answer("Generate Types: Module", "../client/index.ts");

    await editor.tab("cms-content-types.d.ts").waitFor();
    await page
      .locator(".statusbar")
      .getByText(/Wrote src\/cms-content-types\.d\.ts/)
      .waitFor();
    await workbench.screenshot("generating-types");
    assert.equal(offered, "src/cms-content-types.d.ts");
    assert.match(readFileSync(file(), "utf8"), /^declare module "\.\.\/client\/index\.ts" \{$/m);
    assert.equal(existsSync(join(magazine().folder, "../outside.d.ts")), false);
  });

  it("Generate Types asks before it replaces what is there, and leaves it where nobody agrees", async () => {
    const { workbench } = magazine();
    const { dialog, editor } = workbench;
    writeFileSync(file(), "export type Mine = 1;\n");

    await generate("Global");
    const question = await dialog.text();
    await workbench.screenshot("generating-types-question");
    await dialog.cancel();
    const left = readFileSync(file(), "utf8");
    await generate("Global");
    await dialog.press("Replace");

    await editor.tab("cms-content-types.d.ts").waitFor();
    assert.deepEqual(question.split("\n"), [
      "Replace src/cms-content-types.d.ts?",
      "It was not made by Generate Types. All that is in it is lost.",
    ]);
    assert.equal(left, "export type Mine = 1;\n");
    const beginning = () => Promise.resolve(readFileSync(file(), "utf8").slice(0, 29));
    await untilEqual(beginning, "// Made by CMS: Generate Type");
  });
});
