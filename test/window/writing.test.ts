import { openDocument } from "./documents.ts";
import { succeeds, until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Writing a document", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  it("is helped by the values that a field may have, offered at the cursor", async () => {
    const { workbench } = magazine();
    const { page, editor, quickInput } = workbench;
    await openDocument(workbench, "Articles", "Reading a Paper Map");
    await editor.change({ kind: "" });
    const [before = ""] = (await editor.text()).split('"kind": ""');
    const column = '  "kind": "'.length + 1;
    await workbench.command("Go to Line/Column...");
    await quickInput.fill(`:${before.split("\n").length}:${column}`);
    await quickInput.accept();

    const offers = page.locator(".suggest-widget.visible .monaco-list-row");
    // VS Code reads the schema of a document after its text, and offers nothing before.
    await until("essay is not offered.", async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+Space");
      return succeeds(offers.getByText("essay").first().waitFor({ timeout: 3_000 }));
    });
    await workbench.screenshot("writing-values");
    await page.keyboard.press("Escape");
  });
});
