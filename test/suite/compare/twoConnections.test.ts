import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startFaults } from "../../support/faults.ts";
import { itLong } from "../../support/longRun.ts";
import { refusal } from "../../support/loopback.ts";
import { plainList } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { plainChange } from "../../support/plainWrites.ts";
import { until, untilEqual } from "../../window/until.ts";
import { useMessages } from "../messages.ts";
import { usePrompts } from "../prompts.ts";
import { useQuestions } from "../questions.ts";
import { enterResult, resultItems, resultLines } from "../resultsView.ts";
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
  afterEach(() => vscode.commands.executeCommand("cms.results.closeAll"));

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
    await running;
    assert.deepEqual((await resultLines()).slice(0, 5), [
      "Compare Staging with Live | 1 new in Staging, 1 different",
      "  Show All Differences | in one editor",
      "  Tags | 2",
      `    ${firstTag.name} | New in Staging`,
      `    ${other.name} | name · changed later in Live`,
    ]);
    await enterResult(4);
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
    await enterResult(1);
    await untilEqual(
      () =>
        Promise.resolve(
          vscode.window.tabGroups.all
            .flatMap(({ tabs }) => tabs)
            .some(({ label }) => label.startsWith("Live ↔ Staging: Differences")),
        ),
      true,
    );

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
    const [heading, different] = [`Compare Staging with Live | ${tag.name}`, "1 different"];
    const row = { address: { connection, type: "tags", id: tag.id }, row: { title: tag.name } };
    const compareTag = () =>
      vscode.commands.executeCommand("cms.content.compareWithConnection", row, [row]);

    const running = compareTag();
    await prompts.accept("Compare with Connection", "Live");
    await running;
    const [root, action, , line = ""] = await resultLines();
    assert.equal(root, `${heading} · 1 unclear`);
    assert.match(action ?? "", /^ {2}Match an Unclear Document…/);
    assert.match(line, /Several documents in Live match: (One, Other|Other, One)$/);
    await enterResult(1);
    await prompts.accept(`Match ${tag.name} with a Document in Live`, "Other");
    await untilEqual(async () => (await resultLines())[0], `${heading} · ${different}`);
    await vscode.commands.executeCommand("cms.results.closeAll");
    const again = compareTag();
    await prompts.accept("Compare with Connection", "Live");
    await again;
    assert.equal((await resultLines())[0], `${heading} · ${different}`);
  });

  it("Compare with Connection in the Command Palette offers a collection, or all content types of a connection", async () => {
    await connectBoth();

    const running = vscode.commands.executeCommand("cms.content.compareWithConnection");
    await prompts.accept("Choose a Connection", "Staging");
    const choices = await prompts.waitForPick("Compare with Connection");
    const labels = choices.items.map(({ label }) => label);
    await prompts.accept("Compare with Connection", "Tags");
    await prompts.accept("Compare with Connection", "Live");
    await running;

    assert.deepEqual(labels.slice(0, 2), ["All Content Types", "Articles"]);
    assert.match((await resultLines())[0] ?? "", /^Compare Staging with Live \| Tags\b/);
  });

  it("a copy shows all differences, and its list opens again when their editor is closed", async () => {
    const tag = await newTag();
    const connection = await connectBoth();
    const title = "Copy from Staging to Live: 1 new in Staging";
    const differences = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ label }) => label.startsWith("Live ↔ Staging: Differences"));

    const running = run("cms.content.copyToConnection", connection, "tags", tag.id);
    await prompts.accept("Copy to Connection", "Live");
    await prompts.accept("Copy to Connection", "Copy as Drafts");
    await prompts.accept(title, "Show All Differences");
    await untilEqual(() => Promise.resolve(differences().length), 1);
    assert.equal(prompts.isAnyOpen(), false);
    await vscode.window.tabGroups.close(differences());
    await prompts.waitForPick(title);

    // Closed before the command that shows it has ended.
    const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
      void vscode.window.tabGroups.close(differences());
    });
    await prompts.accept(title, "Show All Differences");
    await prompts.waitForPick(title);
    listener.dispose();
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await running;
  });

  it("a comparison selects no document that both connections changed, and leaves it unchanged", async () => {
    const tag = await newTag();
    const connection = await connectBoth();
    await set("cms.copy.allow", { Staging: ["Live"] });
    questions.answer("Copy 1 Document");
    const first = run("cms.content.copyToConnection", connection, "tags", tag.id);
    await prompts.accept("Copy to Connection", "Copy as Drafts");
    await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document…");
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

  it("a comparison of a whole connection lists the differences by content type until it is closed", async () => {
    const tag = await newTag();
    const category = unique("Category");
    await two.makeDraft("from", "categories", { name: category, slug: category.replace(" ", "-") });
    const faults = await startFaults(two.services().to.url);
    // Comparing all articles would take long.
    faults.inject(/GET \/api\/articles/, refusal(403, "ForbiddenError", "Forbidden"));
    const connection = await connectBoth({ url: faults.url });

    const running = vscode.commands.executeCommand("cms.content.compareWithConnection", {
      connection: { id: connection, name: "Staging", url: two.services().from.url },
    });
    await prompts.accept("Compare with Connection", "Live");
    await running;

    const items = await resultItems();
    const lineOf = (title: string) =>
      items.findIndex(({ line }) => line.startsWith(`    ${title}`));
    const headings = items.map(({ line }) =>
      /^ {2}\w/.test(line) ? line.split(" | ")[0] : undefined,
    );
    const headingAbove = (at: number) =>
      headings.slice(0, at).findLast((line) => line !== undefined);
    assert.deepEqual(
      [tag.name, category].map((title) => headingAbove(lineOf(title))),
      ["  Tags", "  Categories"],
    );
    const { contextValue } = items[lineOf(category)]?.item ?? {};
    assert.match(contextValue ?? "", /^document\.(plain|unknown)(\.locales)?\.compared$/);
    assert.equal(items[0]?.item.contextValue, "results");
    await vscode.commands.executeCommand("cms.results.close", items[0].node);
    await faults.stop();
    assert.deepEqual(await resultLines(), []);
  });

  it("a comparison copies a document only to an unlocked connection, and undoes the copy", async () => {
    const tag = await newTag();
    const connection = await connectBoth({ environment: "production" });
    questions.answer("Cancel", "Unlock", "Copy 1 Document", "Undo 1 Change");
    messages.press("Undo");
    const copy = async () => {
      const running = run("cms.content.copyToConnection", connection, "tags", tag.id);
      await prompts.accept("Copy to Connection", "Live");
      await prompts.accept("Copy to Connection", "Copy as Drafts");
      return { running };
    };

    await (
      await copy()
    ).running;
    const whileLocked = await copied("tags", tag.slug);
    const { running } = await copy();
    await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document…");
    await running;

    assert.deepEqual(
      questions.history.map(({ words }) => words),
      [
        ...Array<string>(2).fill("Unlock the production connection 'Live'?"),
        `Copy '${tag.name}' from Staging to Live (Production)?`,
        "Undo 1 change on Live (Production)?",
      ],
    );
    const copying = questions.history[2];
    assert.deepEqual(whileLocked, []);
    assert.match(copying?.detail ?? "", /^1 to create\n/);
    assert.match(copying?.detail ?? "", /Undo restores updated documents/);
    assert.deepEqual(
      messages.texts.filter((words) => /Copied|Undid/.test(words)),
      [`Copied '${tag.name}'.`, "Undid 1 change."],
    );
    assert.deepEqual(await copied("tags", tag.slug), []);
  });

  it("Bring Here on a document of the only development connection says that there is no other", async () => {
    const tag = await newTag();
    await connectBoth({ environment: "development" });

    void run("cms.document.bringHere", two.live(), "tags", tag.id);

    await until("No message was shown", () => Promise.resolve(failures.length > 0));
    assert.match(
      failures[0]?.words ?? "",
      /^Live is the only development connection, so there is no other/,
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

      const running = run("cms.document.bringHere", connection, "articles", article);
      await prompts.accept(
        "Bring Here from Staging to Live: 1 new in Staging",
        "Bring 1 Document Here…",
      );
      await prompts.accept("Leave Personal Data Empty");
      const notes = await prompts.proceed(
        `Bring '${title}' and what it refers to (1) from Staging to Live (Development)?`,
        "Bring 2 Documents Here",
      );
      await running;

      assert.ok(
        notes.includes(`Also copies documents that they refer to: '${tag.name}' (Tags).`),
        notes,
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

    const running = run("cms.document.bringHere", connection, "articles", article);
    await prompts.accept(
      "Bring Here from Staging to Live: 1 new in Staging",
      "Bring 1 Document Here…",
    );
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
    const notes = await prompts.proceed(
      `Bring '${title}' and what it refers to (1) from Staging to Live (Development)?`,
      "Bring 2 Documents Here",
    );
    await running;

    assert.match(notes, /Leaves empty in Live: email \(Authors\), contactEmail \(Articles\)\./);
    const [arrived] = await copied("articles", articleSlug ?? "", "locale=en");
    const [person] = await copied("authors", slug ?? "");
    assert.deepEqual([arrived?.["contactEmail"], person?.["email"]], [null, null]);
    assert.equal(person?.["name"], name);
  });
});
