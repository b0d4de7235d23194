import assert from "node:assert/strict";
import { articlesBeside } from "./articlesBeside.ts";
import { changeElsewhere, openDocument, tabOf } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Publish", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const { make, change, find } = articlesBeside(magazine);

  it("Publish names the changes, other locales and omitted relations, then updates tree and editor", async () => {
    const { workbench } = magazine();
    const { tree, dialog, editor } = workbench;
    const title = "Fog over the Estuary";
    const article = await make("articles", { title, kicker: "Weather" });
    await change(article, "locale=fr", { title: "Brume sur l'estuaire" });
    await change(article, "locale=fr&status=draft", { title: "Brumes sur l'estuaire" });
    const tag = await make("tags?status=draft", { name: "estuaries" });
    await change(article, "status=draft", { kicker: "Tides", featured: true, tags: [tag] });
    await tree.expand(tree.row("Articles"));
    await tree.says(tree.row("Articles", title), "modified");
    await openDocument(workbench, "Articles", title);

    await workbench.command("CMS: Publish");
    const question = await dialog.text();
    await workbench.screenshot("publishing-question");
    await dialog.press("Publish");

    assert.deepEqual(question.split("\n"), [
      `Publish '${title}' (en) on Magazine?`,
      "Changes to publish: kicker, featured.",
      "Other locales don't change: fr (modified).",
      "Publishing omits relations to unpublished documents: tags 'estuaries'.",
    ]);
    await tree.says(tree.row("Articles", title), "published");
    const { $: facts } = (await editor.json()) as { $: Record<string, unknown> };
    assert.deepEqual(facts["locales"], ["en", "fr"]);
    await workbench.screenshot("publishing-published");
  });

  it("Publish shows another client's changes as a diff, and publishes from the notification beside it", async () => {
    const { workbench, service } = magazine();
    const { page, dialog, editor, notifications } = workbench;
    const title = "The Ferry That Waited";
    const article = await make("articles?status=draft", { title, kicker: "Rivers" });
    await openDocument(workbench, "Articles", title);
    await changeElsewhere(service, article, { kicker: "Ferries" });

    await workbench.command("CMS: Publish");
    const question = await dialog.text();
    await workbench.screenshot("publishing-changed-since");
    await dialog.press("Show Changes");

    // The label of a diff's tab ends with the names of both sides.
    await page.getByRole("tab", { name: `'${title}' (en): when opened ↔ now on` }).waitFor();
    await page
      .locator(".diff-editor .line-insert, .monaco-diff-editor .char-insert")
      .first()
      .waitFor();
    await workbench.screenshot("publishing-changes");
    assert.ok(
      question.split("\n").includes("Changed in en after you opened it: kicker."),
      question,
    );
    assert.equal(await find(article, ""), undefined);
    await notifications.press(`Publish '${title}' (en) on Magazine?`, "Publish");
    await untilEqual(async () => (await find(article, ""))?.["kicker"], "Ferries");
    assert.equal(await editor.tab(tabOf(title)).count(), 1);
  });
});
