import assert from "node:assert/strict";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import {
  changeElsewhere,
  draftOf,
  everyLocale,
  openDocument,
  tabOf,
  versionsOf,
} from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Commands from the palette, with nothing selected", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  it("Open asks for the type, and searches on the service while one types", async () => {
    const { workbench, service } = magazine();
    const { quickInput, editor } = workbench;
    const query = "status=draft&locale=en&_q=sourdough&fields[0]=title&sort[0]=updatedAt:desc";
    const found = await plainList(service, `articles?${query}&sort[1]=documentId:asc`);

    await workbench.command("CMS: Open");
    await quickInput.shows("Open a Document");
    const types = await quickInput.items();
    await quickInput.pick("Articles");
    await quickInput.fill("sourdough");

    await untilEqual(
      () => quickInput.items(),
      found.map((row) => row["title"]),
    );
    await workbench.screenshot("commanding-open-search");
    await quickInput.pick("Your First Loaf of Sourdough");
    await editor.tab(tabOf("Your First Loaf of Sourdough")).waitFor();
    assert.deepEqual(types, [
      ...["Articles", "Authors", "Categories", "Homepage"],
      ...["Pages", "Site Settings", "Tags", "Users"],
    ]);
  });

  it("Count asks of what, and counts the collection of the editor in front without asking", async () => {
    const { workbench } = magazine();
    const { quickInput, notifications } = workbench;

    await workbench.command("CMS: Count");
    await quickInput.shows("Count");
    await quickInput.pick("Users");
    assert.equal(await notifications.text("Users on"), "Users on Magazine: 40");
    await openDocument(workbench, "Pages", "Podcast");
    await workbench.command("CMS: Count");

    assert.equal(await notifications.text("Pages on"), "Pages on Magazine: 14 in en");
    await workbench.screenshot("commanding-count");
  });

  it("Publish of unsaved changes asks one question, saves, and publishes", async () => {
    const { workbench, service } = magazine();
    const { editor, dialog, notifications, page } = workbench;
    const title = "The Fifth Season";
    await openDocument(workbench, "Articles", title);
    await editor.change({ summary: "Water, and then more water." });

    await workbench.command("CMS: Publish");
    const question = await dialog.text();
    await workbench.screenshot("commanding-save-and-publish");
    await dialog.press("Save and Publish");

    await page.locator(".statusbar").getByText(`Published '${title}' (en) on Magazine`).waitFor();
    const [asked, saves, live = ""] = question.split("\n");
    assert.deepEqual(
      [asked, saves],
      [`Publish '${title}' (en) on Magazine?`, "Your changes are saved first."],
    );
    assert.match(live, /^Goes live: .*\bsummary\b/);
    const [, published] = await versionsOf(service, title);
    assert.equal(published?.["summary"], "Water, and then more water.");
    assert.equal(await editor.dirtyTab(tabOf(title)).count(), 0);
    assert.equal(await dialog.isOpen(), false);
    assert.deepEqual(await notifications.all(), []);
  });

  it("Delete names title, collection, connection and every locale, and Cancel deletes nothing", async () => {
    const { workbench, service } = magazine();
    const { dialog, editor } = workbench;
    const [before] = await plainList(service, "pages?locale=en&filters[title]=Contact");
    await openDocument(workbench, "Pages", "Contact");

    await workbench.command("CMS: Delete");

    const question = (await dialog.text()).split("\n");
    await workbench.screenshot("commanding-delete-question");
    await dialog.cancel();
    const [links] = question.splice(2, 1);
    assert.deepEqual(question, [
      "Delete 'Contact' from Pages on Magazine?",
      "Every locale goes, drafts and published: de, en, fr.",
      "Restore Deleted Document can bring the content back, under a new documentId.",
    ]);
    assert.match(links ?? "", /^Links to it that go too: .*Pages 'Write for Us'/);
    assert.deepEqual(await everyLocale(service, before), ["de", "en", "fr"]);
    await editor.tab(tabOf("Contact")).waitFor();
  });

  it("Delete says in its question that somebody else has changed the document since", async () => {
    const { workbench, service } = magazine();
    const { dialog, notifications } = workbench;
    const title = "Slow Down at the Landing";
    await openDocument(workbench, "Articles", title);
    await changeElsewhere(service, await draftOf(service, title), { kicker: "Meanwhile" });
    const before = await draftOf(service, title);

    await workbench.command("CMS: Delete");

    const question = await dialog.text();
    await workbench.screenshot("commanding-delete-changed-since");
    assert.ok(question.split("\n").includes("Changed since you saw it: kicker."), question);
    await dialog.cancel();
    assert.deepEqual(await draftOf(service, title), before);
    assert.deepEqual(await notifications.all(), []);
  });

  it("asks which document when no editor is in front, and forgets the question on Escape", async () => {
    const { workbench, service } = magazine();
    const { quickInput, dialog, notifications } = workbench;
    const { body: before } = await plainRequest(service, "GET", "articles?status=draft");

    await workbench.command("CMS: Delete");
    await quickInput.shows("Delete a Document");
    await workbench.screenshot("commanding-delete-which");
    await quickInput.cancel();

    assert.equal(await dialog.isOpen(), false);
    assert.deepEqual(await notifications.all(), []);
    const { body: after } = await plainRequest(service, "GET", "articles?status=draft");
    assert.deepEqual(after, before);
  });
});
