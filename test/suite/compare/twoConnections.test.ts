import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { plainList } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { plainChange } from "../../support/plainWrites.ts";
import { until, untilEqual } from "../../window/until.ts";
import { useMessages } from "../messages.ts";
import { usePrompts } from "../prompts.ts";
import { useQuestions } from "../questions.ts";
import { useSettings } from "../settings.ts";
import { useShownFailures } from "../shownFailures.ts";
import { headingsOf, rowsOf, useTwoConnections } from "../useTwoConnections.ts";
import { unique } from "../useMagazine.ts";

describe("Comparison of connections", function () {
  this.timeout(120_000);
  const two = useTwoConnections();
  const { copied, connectBoth, newTag, run } = two;
  const prompts = usePrompts();
  const questions = useQuestions();
  const messages = useMessages();
  const failures = useShownFailures();
  const set = useSettings();

  it("a comparison of connections lists differences, shows them in diff editors, and writes nothing", async () => {
    const [firstTag, other] = [await newTag(), await newTag()];
    await two.makeDraft("to", "tags", { name: "Changed", slug: other.slug });
    const connection = await connectBoth();

    const running = run(
      "cms.content.compareWithConnection",
      connection,
      "tags",
      firstTag.id,
      other.id,
    );
    await prompts.accept("Compare with Connection", "Live");
    const title = "Compare Staging with Live: 1 new in Staging, 1 different";
    const list = await prompts.waitForPick(title);
    assert.deepEqual(headingsOf(list).slice(0, 2), ["New in Staging", "Different"]);
    assert.deepEqual(rowsOf(list).slice(0, 3), [
      ["Show All Differences", "in one editor"],
      [firstTag.name, ""],
      [other.name, "name · changed later in Live"],
    ]);
    await until("The row was not active", async () => {
      if (list.activeItems[0]?.label === other.name) return true;
      await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
      return false;
    });
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await untilEqual(
      () => Promise.resolve(vscode.window.tabGroups.activeTabGroup.activeTab?.label),
      `${other.name}: Live ↔ Staging`,
    );
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const texts = await Promise.all(
      [input.original, input.modified].map(async (uri) =>
        (await vscode.workspace.openTextDocument(uri)).getText(),
      ),
    );
    assert.deepEqual(
      texts.map((text) => (JSON.parse(text) as { name: string }).name),
      ["Changed", other.name],
    );
    await prompts.accept(title, "Show All Differences");
    await untilEqual(
      () =>
        Promise.resolve(
          vscode.window.tabGroups.all
            .flatMap(({ tabs }) => tabs)
            .some(({ label }) => label.startsWith("Live ↔ Staging: Differences")),
        ),
      true,
    );
    await prompts.waitForPick(title);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await running;

    const [changed] = await copied("tags", other.slug);
    assert.equal(changed?.["name"], "Changed");
    assert.deepEqual(await copied("tags", firstTag.slug), []);
  });

  it("a comparison asks which document of the target an unclear one is, and remembers the answer", async () => {
    const tag = await newTag();
    // The service accepts drafts with the same slug.
    for (const name of ["One", "Other"]) {
      await two.makeDraft("to", "tags", { name, slug: tag.slug });
    }
    const connection = await connectBoth();
    const different = "Compare Staging with Live: 1 different";

    const running = run("cms.content.compareWithConnection", connection, "tags", tag.id);
    await prompts.accept("Compare with Connection", "Live");
    const unclear = "Compare Staging with Live: 1 unclear";
    const list = await prompts.waitForPick(unclear);
    const [, why] = rowsOf(list).find(([label]) => label === tag.name) ?? [];
    assert.match(why ?? "", /^Several documents in Live match: (One, Other|Other, One)$/);
    await prompts.accept(unclear, "Match an Unclear Document…");
    await prompts.accept(`Match ${tag.name} with a Document in Live`, "Other");
    await prompts.waitForPick(different);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await running;
    const again = run("cms.content.compareWithConnection", connection, "tags", tag.id);
    await prompts.accept("Compare with Connection", "Live");
    await prompts.waitForPick(different);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await again;
  });

  it("a comparison copies a document to a connection after it was unlocked, and undoes the copy", async () => {
    const tag = await newTag();
    const connection = await connectBoth({ environment: "production" });
    questions.answer("Unlock", "Copy 1 Document", "Undo 1 Change");
    messages.press("Undo");

    const running = run("cms.content.copyToConnection", connection, "tags", tag.id);
    await prompts.accept("Copy to Connection", "Live");
    await prompts.accept("Copy to Connection", "Copy as Drafts");
    await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document");
    await running;

    assert.deepEqual(
      questions.history.map(({ words }) => words),
      [
        "Unlock the production connection 'Live'?",
        `Copy '${tag.name}' from Staging to Live (Production)?`,
        "Undo 1 change on Live (Production)?",
      ],
    );
    const [, copying] = questions.history;
    assert.match(copying?.detail ?? "", /^1 to create\n/);
    assert.match(copying?.detail ?? "", /Undo restores updated documents/);
    assert.deepEqual(
      messages.texts.filter((words) => /Copied|Undid/.test(words)),
      [`Copied '${tag.name}'.`, "Undid 1 change."],
    );
    assert.deepEqual(await copied("tags", tag.slug), []);
  });

  it("a comparison selects no document that both connections changed, and leaves it unchanged", async () => {
    const tag = await newTag();
    const connection = await connectBoth();
    await set("cms.copy.allow", { Staging: ["Live"] });
    questions.answer("Copy 1 Document");
    const first = run("cms.content.copyToConnection", connection, "tags", tag.id);
    await prompts.accept("Copy to Connection", "Copy as Drafts");
    await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document");
    await first;
    const [created] = await copied("tags", tag.slug);
    assert.ok(created);
    await plainChange(two.services().to, `tags/${created.documentId}`, {
      name: `${tag.name} there`,
    });
    await plainChange(two.services().from, `tags/${tag.id}`, { name: `${tag.name} here` });

    const second = run("cms.content.copyToConnection", connection, "tags", tag.id);
    await prompts.accept("Copy to Connection", "Copy as Drafts");
    const title = "Copy from Staging to Live: 1 with conflicts";
    const list = await prompts.waitForPick(title);
    assert.deepEqual(rowsOf(list).slice(0, 4), [
      ["Choose Items…", "Select the documents to copy"],
      ["Choose Fields…", "fields with conflicts are only copied if you select them here"],
      ["Show All Differences", "in one editor"],
      [`${tag.name} here`, "name · conflict: name"],
    ]);
    assert.equal(headingsOf(list)[0], "Not selected");
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await second;

    const [now] = await copied("tags", tag.slug);
    assert.equal(now?.["name"], `${tag.name} there`);
  });

  it("a comparison of connections offers only the directions of the setting", async () => {
    const tag = await newTag();
    const connection = await connectBoth();
    await set("cms.copy.allow", { Live: ["Staging"] });

    void run("cms.content.copyToConnection", connection, "tags", tag.id);

    await until("No message was shown", () => Promise.resolve(failures.length > 0));
    assert.match(
      failures[0]?.words ?? "",
      /The setting cms\.copy\.allow doesn't allow this copy from Staging\./,
    );
    failures[0]?.answer(undefined);
  });

  itLong(
    "a document and the one that it refers to are brought into the development connection",
    async () => {
      const tag = await newTag();
      const title = unique("Article");
      const slug = title.toLowerCase().replaceAll(" ", "-");
      const [category] = await plainList(two.services().from, "categories?pagination[pageSize]=1");
      const data = { title, slug, tags: [tag.id], category: category?.documentId };
      const article = await two.makeDraft("from", "articles", data);
      const connection = await connectBoth({ environment: "development" });
      questions.answer("Copy 2 Documents");

      const running = run("cms.document.bringHere", connection, "articles", article);
      await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document");
      await running;

      const [question] = questions.history;
      assert.equal(question?.words, "Copy 2 documents from Staging to Live (Development)?");
      assert.ok(
        question.detail.includes(`Also copies documents that they refer to: '${tag.name}' (Tags).`),
        question.detail,
      );
      const [arrived] = await copied("articles", slug, "locale=en&populate=tags");
      await copied("tags", tag.slug);
      assert.deepEqual(
        (arrived!["tags"] as PlainDocument[]).map(({ slug: tagSlug }) => tagSlug),
        [tag.slug],
      );
    },
  );

  it("personal data is left empty in the development connection", async () => {
    const [name, title] = [unique("Author"), unique("Article")];
    const [slug, articleSlug] = [name, title].map((text) =>
      text.toLowerCase().replaceAll(" ", "-"),
    );
    const author = await two.makeDraft("from", "authors", {
      name,
      slug,
      email: "mara@example.org",
    });
    const [category] = await plainList(two.services().from, "categories?pagination[pageSize]=1");
    const article = await two.makeDraft("from", "articles", {
      ...{ title, slug: articleSlug, contactEmail: "mara@example.org" },
      ...{ author, category: category?.documentId },
    });
    const connection = await connectBoth({ environment: "development" });
    questions.answer("Copy 2 Documents");

    const running = run("cms.document.bringHere", connection, "articles", article);
    await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document");
    const list = await prompts.waitForPick("Leave Personal Data Empty");
    const offered = [...headingsOf(list), ...rowsOf(list).map(([label]) => label)];
    const missing = ["Articles", "Authors", "title", "bio"].filter(
      (word) => !offered.includes(word),
    );
    assert.deepEqual(missing, []);
    assert.deepEqual(
      list.selectedItems.map(({ label, description }) => [label, description]),
      [
        ["contactEmail", "email address"],
        ["email", "email address"],
      ],
    );
    await prompts.accept("Leave Personal Data Empty");
    await running;

    const [question] = questions.history;
    assert.match(
      question?.detail ?? "",
      /^Leaves empty in Live: email \(Authors\), contactEmail \(Articles\)\.$/m,
    );
    const [arrived] = await copied("articles", articleSlug ?? "", "locale=en");
    const [person] = await copied("authors", slug ?? "");
    assert.deepEqual([arrived?.["contactEmail"], person?.["email"]], [null, null]);
    assert.equal(person?.["name"], name);
  });
});
