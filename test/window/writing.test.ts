import assert from "node:assert/strict";
import { openDocument } from "./documents.ts";
import { succeeds, until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Writing a document", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  /** The document with these values, and the cursor behind the first sign of the first of them. */
  async function writing(values: Readonly<Record<string, unknown>>) {
    const { workbench } = magazine();
    const { page, editor, quickInput } = workbench;
    await openDocument(workbench, "Articles", "Reading a Paper Map");
    await editor.change(values);
    const [[name, value] = []] = Object.entries(values);
    const before = (await editor.text()).split(`${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    const line = (before[0] ?? "").split("\n").length;
    const column = JSON.stringify(name).length + 6;
    await workbench.command("Go to Line/Column...");
    await quickInput.fill(`:${line}:${column}`);
    await quickInput.accept();
    const offers = page.locator(".suggest-widget.visible .monaco-list-row");
    /** Asks again until it is offered: VS Code reads the schema of a document after its text. */
    const offered = (label: string) =>
      until(`${label} is not offered.`, async () => {
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+Space");
        const offer = offers.getByText(label).first();
        return succeeds(offer.waitFor({ timeout: 3_000 }));
      });
    return { workbench, page, offered };
  }

  it("offers the values that a field may have", async () => {
    const { workbench, page, offered } = await writing({ kind: "" });

    await offered("essay");

    await workbench.screenshot("writing-values");
    await page.keyboard.press("Escape");
  });

  it("offers by title what a relation may point to", async () => {
    const { workbench, page, offered } = await writing({ category: "" });

    await offered("Travel");

    await workbench.screenshot("writing-relation");
    await page.keyboard.press("Escape");
  });

  it("underlines what the service would refuse, and apart from it what it refuses on publish", async () => {
    const values = { kind: "sonnet", contactEmail: "nobody", heading: "No such field" };
    const { workbench, page } = await writing(values);

    await page.locator(".monaco-editor .squiggly-error:visible").first().waitFor();
    await workbench.command("Problems: Focus on Problems View");
    const panel = page.locator(".markers-panel");
    await panel.getByText("heading").first().waitFor();
    await workbench.screenshot("writing-problems");
    const problems = await panel.locator(".marker-message-details-container").allInnerTexts();
    await workbench.command("View: Hide Panel");
    assert.deepEqual(
      problems.map((problem) => problem.split("\n")[0]),
      [
        "kind must be one of feature, guide, dispatch, essay, history.",
        "heading isn't in the schema, so it can't be saved.",
        "To be published, contactEmail must be an email address.",
        "Shared across locales: saving also changes de.",
        "Shared across locales: saving also changes de.",
      ],
    );
  });
});
