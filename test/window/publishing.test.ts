import assert from "node:assert/strict";
import { articlesBeside } from "./articlesBeside.ts";
import { changeElsewhere, openDocument, tabOf } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Publishing", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const { make, change, find } = articlesBeside(magazine);

  it("says what goes live, which locales stay, and what is left out; then row and text agree", async () => {
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
      "Goes live: kicker, featured.",
      "Other locales stay as they are: fr (modified).",
      "The published version gets no relations to documents that are not published: tags 'estuaries'.",
    ]);
    await tree.says(tree.row("Articles", title), "published");
    const published = await find(article, "locale=en");
    await untilEqual(async () => {
      const { $: facts } = (await editor.json()) as { $: Record<string, unknown> };
      return [facts["locales"], facts["updatedAt"]];
    }, [["en", "fr"], published?.["updatedAt"]]);
    await workbench.screenshot("publishing-published");
  });

  it("shows what was refused at its field, in the document, and says it once", async () => {
    const { workbench } = magazine();
    const { page, tree, dialog, editor, notifications } = workbench;
    const title = "A Letter without an Address";
    const article = await make("articles?status=draft", {
      title,
      contactEmail: "nobody at all",
    });
    const before = await find(article, "status=draft");
    await workbench.command("CMS: Refresh");
    await tree.row("Articles", title).waitFor();

    await tree.contextMenu(tree.row("Articles", title), "Publish");
    await dialog.press("Publish");

    await editor.tab(tabOf(title)).waitFor();
    await page.locator(".monaco-editor .squiggly-error:visible").first().waitFor();
    const words = await notifications.text("contactEmail");
    await workbench.screenshot("publishing-refused");
    assert.equal(words, `contactEmail must be a valid email. '${title}' (en) was not published.`);
    assert.deepEqual(await notifications.all(), [words]);
    assert.deepEqual(
      [await find(article, "status=draft"), await find(article, "")],
      [before, undefined],
    );
  });

  it("shows what somebody else has changed since, before it is published", async () => {
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

    // A diff's tab has the names of its sides behind its own.
    await page.getByRole("tab", { name: `'${title}' (en): as you saw it ↔ now on` }).waitFor();
    await page
      .locator(".diff-editor .line-insert, .monaco-diff-editor .char-insert")
      .first()
      .waitFor();
    await workbench.screenshot("publishing-changes");
    assert.ok(question.split("\n").includes("Changed since you saw it: kicker."), question);
    assert.equal(await find(article, ""), undefined);
    await notifications.press(`Publish '${title}' (en) on Magazine?`, "Publish");
    await page.locator(".statusbar").getByText(`Published '${title}' (en) on Magazine`).waitFor();
    assert.equal(await editor.tab(tabOf(title)).count(), 1);
    assert.equal((await find(article, ""))?.["kicker"], "Ferries");
  });

  it("says of a row that the document changed after the list was read, and opens it", async () => {
    const { workbench, service } = magazine();
    const { tree, dialog, editor, notifications } = workbench;
    const title = "Lamps along the Quay";
    const article = await make("articles?status=draft", { title });
    await workbench.command("CMS: Refresh");
    await tree.says(tree.row("Articles", title), "draft");
    await changeElsewhere(service, article, { kicker: "Harbours" });

    await tree.contextMenu(tree.row("Articles", title), "Publish");
    const question = await dialog.text();
    await workbench.screenshot("publishing-row-is-older");
    await dialog.press("Open");

    await editor.tab(tabOf(title)).waitFor();
    assert.match(question, /^It changed .+, after this list was read\.$/m);
    assert.deepEqual([await find(article, ""), await notifications.all()], [undefined, []]);
  });

  it("publishes all locales, one by one, after a question that lists them", async () => {
    const { workbench } = magazine();
    const { page, dialog, editor } = workbench;
    const title = "Two Names for One Wind";
    const article = await make("articles", { title });
    await change(article, "locale=fr&status=draft", { title: "Deux noms pour un vent" });
    await change(article, "locale=de&status=draft", { title: "Ein Wind, zwei Namen" });
    await change(article, "locale=en&status=draft", { kicker: "Winds" });
    await openDocument(workbench, "Articles", title);

    await workbench.command("CMS: Publish All Locales");
    const question = await dialog.text();
    await workbench.screenshot("publishing-all-locales");
    await dialog.press("Publish");

    await page.locator(".statusbar").getByText(`Published '${title}': de, en, fr.`).waitFor();
    assert.deepEqual(question.split("\n"), [
      `Publish every locale of '${title}' on Magazine?`,
      "de: for the first time",
      "en: kicker",
      "fr: for the first time",
    ]);
    const published = await find(article, "locale=en");
    const shown = async () =>
      ((await editor.json()) as { $: Record<string, unknown> }).$["updatedAt"];
    await untilEqual(shown, published?.["updatedAt"]);
  });

  it("saves what is unsaved before it looks at what goes live in all locales", async () => {
    const { workbench } = magazine();
    const { page, dialog, editor } = workbench;
    const title = "Snow on the Semaphore";
    const article = await make("articles", { title });
    await change(article, "locale=fr", { title: "Neige sur le sémaphore" });
    await openDocument(workbench, "Articles", title);
    await editor.change({ featured: true });

    await workbench.command("CMS: Publish All Locales");
    const first = await dialog.text();
    await workbench.screenshot("publishing-save-first");
    await dialog.press("Save");
    await untilEqual(() => dialog.isOpen(), true);
    const second = await dialog.text();
    await dialog.press("Publish");

    await page.locator(".statusbar").getByText(`Published '${title}': en, fr.`).waitFor();
    assert.match(first, new RegExp(`^Save your changes to '${title}' on Magazine first\\?`));
    assert.deepEqual(second.split("\n").slice(1), ["en: featured", "fr: featured"]);
    assert.equal((await find(article, "locale=fr"))?.["featured"], true);
  });

  it("says which locales were published and which were refused, and why", async () => {
    const { workbench } = magazine();
    const { page, dialog, editor, notifications } = workbench;
    const title = "Half a Translation";
    const article = await make("articles?status=draft", { title });
    await change(article, "locale=fr&status=draft", { title: null, kicker: "À moitié" });
    await openDocument(workbench, "Articles", title);

    await workbench.command("CMS: Publish All Locales");
    await dialog.press("Publish");

    await editor.tab(tabOf("Untitled")).waitFor();
    await page.locator(".monaco-editor .squiggly-error:visible").first().waitFor();
    const words = await notifications.text("was not published");
    await workbench.screenshot("publishing-all-locales-refused");
    assert.equal(words, `fr was not published: title must not be empty. Published '${title}': en.`);
    assert.deepEqual(await notifications.all(), [words]);
    assert.equal((await find(article, "locale=en"))?.["title"], title);
    assert.equal(await find(article, "locale=fr"), undefined);
  });
});
