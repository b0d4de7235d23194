import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { RuleCode } from "../../../src/model/check/checkFinding.ts";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { keyOf } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { allRules } from "../../support/defects.ts";
import { isLongRun, itLong } from "../../support/longRun.ts";
import { until, untilEqual } from "../../window/until.ts";
import { usePrompts } from "../prompts.ts";
import { closeEditors, contentOf, edit, open } from "../editors.ts";
import { enterInBoxes } from "../enteredText.ts";
import { launchedDefects } from "../launchedService.ts";
import { allFiles, useFiles } from "../media/mediaFiles.ts";
import { useMessages } from "../messages.ts";
import { useQuestions } from "../questions.ts";
import { useSettings } from "../settings.ts";
import { connect, unique, useMagazine } from "../useMagazine.ts";

interface ShownFinding {
  readonly address: Address;
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  readonly rule: unknown;
}

/** The findings that the Problems panel shows. */
const readFindings = (): ShownFinding[] =>
  vscode.languages.getDiagnostics().flatMap(([uri, all]) => {
    const address = fromUri(uri);
    return all.flatMap(({ code, range }) =>
      address && typeof code === "object" ? [{ address, uri, range, rule: code.value }] : [],
    );
  });

const isIn = (finding: ShownFinding, address: Address, rule: RuleCode) =>
  finding.rule === rule && keyOf(finding.address) === keyOf(address);

const plain = ({ address, rule }: ShownFinding) => `${String(rule)} in ${keyOf(address)}`;

const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

describe("Quick fixes of Check Content", function () {
  this.timeout(240_000);
  const magazine = useMagazine();
  const prompts = usePrompts();
  const questions = useQuestions();
  const messages = useMessages();
  const files = useFiles();
  const set = useSettings();
  const connectionName = "Hearth & Compass";

  const check = (address: Address) =>
    vscode.commands.executeCommand("cms.content.check", { address });
  const publish = (path: string) => magazine.change(`${path}?status=published`, {});
  const document = () => vscode.window.activeTextEditor!.document;

  /** The quick fixes of a finding, as the lightbulb in the Problems panel requests them. */
  async function fixesOf(finding: ShownFinding): Promise<vscode.CodeAction[]> {
    await vscode.commands.executeCommand("vscode.open", finding.uri);
    // A finding of a document that no check has read is located when the document opens.
    const now = readFindings().filter((other) => plain(other) === plain(finding));
    const isThere = now.some(({ range }) => range.isEqual(finding.range));
    const { uri, range } = isThere ? finding : (now[0] ?? finding);
    return vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
  }

  function find(address: Address, rule: RuleCode): ShownFinding {
    const [finding] = readFindings().filter((candidate) => isIn(candidate, address, rule));
    assert.ok(finding, `No ${rule} in ${readFindings().map(plain).join(", ")}`);
    return finding;
  }

  async function apply(action: vscode.CodeAction | undefined): Promise<void> {
    assert.ok(action);
    if (action.edit) assert.ok(await vscode.workspace.applyEdit(action.edit));
    const given: readonly unknown[] = action.command?.arguments ?? [];
    if (action.command) await vscode.commands.executeCommand(action.command.command, ...given);
  }

  /** Applies one of the quick fixes of a document, and returns the titles of all. */
  async function fix(address: Address, rule: RuleCode, title: string): Promise<string[]> {
    const actions = await fixesOf(find(address, rule));
    const titles = actions.map((action) => action.title);
    assert.ok(titles.includes(title), `No ${title} in ${titles.join(", ")}`);
    await apply(actions.find((action) => action.title === title));
    return titles;
  }

  /** The findings that a second check adds and removes. */
  async function changesOf(before: readonly string[], ...addresses: readonly Address[]) {
    await closeEditors();
    for (const address of addresses) await check(address);
    const after = readFindings().map(plain);
    return {
      added: after.filter((line) => !before.includes(line)),
      removed: before.filter((line) => !after.includes(line)),
    };
  }

  beforeEach(() => set("cms.check.rules", {}));
  afterEach(() => vscode.commands.executeCommand("cms.content.clearChecks"));

  it("a quick fix publishes a document again that lost a relation", async () => {
    const target = await magazine.makeArticle();
    const address = magazine.article(
      await magazine.makeArticle({ sections: [readingList(target)] }, ""),
    );
    await publish(`articles/${target}`);
    await check(address);
    const before = readFindings().map(plain);
    questions.answer("Publish Again");

    const titles = await fix(address, "lost-relation", "Publish Document Again");

    await untilEqual(() => Promise.resolve(readFindings()), []);
    const changes = await changesOf(before, address);
    assert.deepEqual(titles, ["Publish Document Again", "Compare with Published"]);
    assert.deepEqual(changes, { added: [], removed: [`lost-relation in ${keyOf(address)}`] });
    assert.equal(questions.history.length, 1);
  });

  it("a quick fix publishes the target of a relation once the user has confirmed it", async () => {
    const name = unique("Author");
    const author = await magazine.make("authors", { name });
    const address = magazine.article(await magazine.makeArticle({ author }, ""));
    await check(address);
    const before = readFindings().map(plain);

    await fix(address, "unpublished-target", `Publish '${name}'`);
    const unconfirmed = await changesOf(before, address);
    const questionCount = questions.history.length;
    questions.answer("Publish");
    await fix(address, "unpublished-target", `Publish '${name}'`);

    await untilEqual(() => Promise.resolve(readFindings()), []);
    const authorAddress = { connection: magazine.connection, type: "authors", id: author };
    const changes = await changesOf(before, address, authorAddress);
    assert.deepEqual([questionCount, unconfirmed], [1, { added: [], removed: [] }]);
    assert.deepEqual(changes, { added: [], removed: before });
  });

  itLong(
    "a quick fix publishes the target of a relation in a component, and then the document",
    async () => {
      const target = await magazine.makeArticle();
      const address = magazine.article(
        await magazine.makeArticle({ sections: [readingList(target)] }, ""),
      );
      await check(address);
      const before = readFindings().map(plain);

      const fixing = fix(address, "unpublished-target", "Publish with Relations");
      await prompts.accept(`Publish 2 documents on ${connectionName}?`, "Publish 2 Documents");
      await fixing;

      await untilEqual(() => Promise.resolve(readFindings()), []);
      const changes = await changesOf(before, address, magazine.article(target));
      assert.deepEqual(changes, { added: [], removed: before });
    },
  );

  it("a quick fix removes a relation from the text, for the user to save", async () => {
    const related = [await magazine.makeArticle({ title: unique("One") })];
    const author = await magazine.make("authors", { name: unique("Author") });
    const address = magazine.article(await magazine.makeArticle({ related, author }, ""));
    await check(address);
    const before = readFindings().map(plain);

    for (const remainingCount of [1, 0]) {
      const [finding] = readFindings();
      assert.ok(finding);
      const actions = await fixesOf(finding);
      await apply(actions.find(({ title }) => title.startsWith("Remove Relation to ")));
      assert.ok(document().isDirty);
      await document().save();
      await closeEditors();
      await untilEqual(() => Promise.resolve(readFindings().length), remainingCount);
    }

    const draft = await open(address);
    const content = contentOf(draft);
    const changes = await changesOf(before, address);
    assert.deepEqual([content["related"], content["author"]], [[], null]);
    assert.deepEqual(changes.added, []);
  });

  itLong("a quick fix sets a field after a preview, which Undo reverts", async () => {
    const address = magazine.article(await magazine.makeArticle({ title: "   " }));
    await check(address);
    const before = readFindings().map(plain);
    questions.answer("Update 1 Document", "Undo 1 Change");
    messages.press("Undo");
    let changes: unknown;
    questions.meanwhile(async () => {
      // The second question is about Undo.
      if (questions.history.length === 2) changes = await changesOf(before, address);
    });
    const typing = enterInBoxes("Tea");

    await fix(address, "empty-text", "Set title…");
    typing.dispose();

    const title = async () => (await magazine.draft(address.id))?.["title"];
    await untilEqual(title, "   ");
    assert.deepEqual(changes, { added: [], removed: [`empty-text in ${keyOf(address)}`] });
  });

  itLong(
    "a quick fix publishes a document after it set a field of its published version",
    async () => {
      const id = await magazine.makeArticle({ kicker: "Old" }, "");
      questions.answer("Update 1 Document", "Publish");
      const typing = enterInBoxes("New");
      const row = { address: magazine.article(id), row: { title: "" } };

      await vscode.commands.executeCommand("cms.selection.setField", row, [], {
        field: "kicker",
        publishes: true,
      });
      typing.dispose();

      await untilEqual(async () => (await magazine.published(id))?.["kicker"], "New");
    },
  );

  it("a quick fix makes a slug that no other document has", async () => {
    const slug = unique("slug").replace(" ", "-");
    const [id, other] = [
      await magazine.makeArticle({ slug }),
      await magazine.makeArticle({ slug }),
    ];
    const [address, otherAddress] = [magazine.article(id), magazine.article(other)];
    await check(address);
    await check(otherAddress);
    const before = readFindings().map(plain);

    await fix(address, "duplicate-value", "Regenerate Slug");
    assert.ok(document().isDirty);
    await document().save();

    await untilEqual(() => Promise.resolve(readFindings()), []);
    const changes = await changesOf(before, address, otherAddress);
    assert.deepEqual([before.length, changes], [2, { added: [], removed: before }]);
  });

  it("a quick fix shows a document next to the one with the same value", async () => {
    const [slug, title] = [unique("slug").replace(" ", "-"), unique("Other")];
    await magazine.makeArticle({ slug, title });
    const address = magazine.article(await magazine.makeArticle({ slug }));
    await check(address);

    await fix(address, "duplicate-value", `Compare with '${title}'`);

    await until("No comparison came up", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return Promise.resolve(input instanceof vscode.TabInputTextDiff);
    });
  });

  it("a quick fix adds one of the localizations that a document lacks, and then offers the rest", async () => {
    await set("cms.check.rules", { "missing-translation": "warning" });
    const address = magazine.article(await magazine.makeArticle());
    await check(address);
    const before = readFindings().map(plain);
    const offered = (code: string) => `Add Localization in ${code}`;

    const titles = await fix(address, "missing-translation", offered("fr"));
    assert.ok(document().isDirty);
    await document().save();

    const changes = await changesOf(before, address);
    const remainingFixes = await fixesOf(find(address, "missing-translation"));
    assert.deepEqual(changes, { added: [], removed: [] });
    assert.deepEqual(
      [titles, remainingFixes.map(({ title }) => title)],
      [[offered("fr"), offered("de")], [offered("de")]],
    );
  });

  it("a quick fix edits a broken link in Markdown, and not the same text in code", async () => {
    const body = "Read ![tea](/uploads/never_there.png),\n`/uploads/never_there.png`.";
    const address = magazine.article(await magazine.makeArticle({ body }));
    await check(address);
    const before = readFindings().map(plain);
    const typing = enterInBoxes("https://example.com/tea.png");

    await fix(address, "broken-link", "Edit Link /uploads/never_there.png…");
    typing.dispose();
    await document().save();

    await untilEqual(() => Promise.resolve(readFindings()), []);
    const changes = await changesOf(before, address);
    const draft = await magazine.draft(address.id);
    assert.deepEqual(changes, { added: [], removed: before });
    assert.equal(
      draft?.["body"],
      "Read ![tea](https://example.com/tea.png),\n`/uploads/never_there.png`.",
    );
  });

  it("a quick fix edits a broken link in blocks, which Undo in the editor reverts", async () => {
    const link = {
      type: "link",
      url: "http://localhost:4000/tea",
      children: [{ type: "text", text: "Tea" }],
    };
    const paragraph = { type: "paragraph", children: [{ type: "text", text: "" }, link] };
    const address = magazine.article(await magazine.makeArticle({ content: [paragraph] }));
    await check(address);
    const before = readFindings().map(plain);
    const typing = enterInBoxes("https://example.com/tea");

    const titles = await fix(address, "broken-link", "Edit Link http://localhost:4000/tea…");
    typing.dispose();
    const text = document().getText();
    await vscode.commands.executeCommand("undo");
    const undone = document().getText();
    await vscode.commands.executeCommand("redo");
    await document().save();

    await untilEqual(() => Promise.resolve(readFindings()), []);
    const changes = await changesOf(before, address);
    assert.deepEqual(titles, ["Edit Link http://localhost:4000/tea…"]);
    assert.match(text, /https:\/\/example\.com\/tea/);
    assert.doesNotMatch(undone, /example\.com/);
    assert.deepEqual(changes, { added: [], removed: before });
  });

  /** Uploads a picture without an alternative text. */
  async function upload() {
    const path = files.onDisk();
    await vscode.commands.executeCommand(
      "cms.media.upload",
      { collection: { connection: magazine.connection, type: "media_files" } },
      [vscode.Uri.file(path)],
    );
    const file = (await allFiles()).at(-1);
    assert.ok(file);
    const address = { connection: magazine.connection, type: "media_files", id: file.documentId };
    return { file, address };
  }

  it("a quick fix asks for the alternative text of an image", async () => {
    const { file, address } = await upload();
    const article = magazine.article(await magazine.makeArticle({ cover: file.id }));
    await check(article);
    const before = readFindings().map(plain);
    const typing = enterInBoxes('A pot of "green" tea');

    await fix(address, "missing-alternative-text", "Enter Alternative Text…");
    typing.dispose();
    assert.ok(document().isDirty);
    await document().save();

    await untilEqual(() => Promise.resolve(readFindings()), []);
    const changes = await changesOf(before, article);
    assert.deepEqual(changes, { added: [], removed: before });
  });

  it("a quick fix deletes a media file that no document uses", async () => {
    const others = Object.keys(allRules).filter((rule) => rule !== "unused-file");
    await set("cms.check.rules", Object.fromEntries(others.map((rule) => [rule, "off"])));
    const { address } = await upload();
    const connection = { id: magazine.connection };
    await vscode.commands.executeCommand("cms.content.check", { connection });
    const before = readFindings().map(plain);
    questions.answer("Delete File");

    await fix(address, "unused-file", "Delete File");

    const remainingLines = before.filter((line) => line !== `unused-file in ${keyOf(address)}`);
    await untilEqual(
      () => Promise.resolve(readFindings().map(plain).sort()),
      remainingLines.toSorted(),
    );
    assert.equal(remainingLines.length, before.length - 1);
  });

  it("quick fixes are not offered for a relation that the text doesn't have any more", async () => {
    const name = unique("Author");
    const author = await magazine.make("authors", { name });
    const address = magazine.article(await magazine.makeArticle({ author }, ""));
    await check(address);
    const finding = find(address, "unpublished-target");
    const actions = await fixesOf(finding);

    await apply(actions.find(({ title }) => title === `Remove Relation to '${name}'`));
    const remainingFixes = await fixesOf(finding);

    assert.deepEqual(
      remainingFixes.map(({ title }) => title),
      [],
    );
  });

  it("quick fixes aren't needed if another client has fixed the finding when the document opens", async () => {
    const id = await magazine.makeArticle({ body: "![Tea](/uploads/never_there.png)" });
    const address = magazine.article(id);
    await check(address);
    const before = readFindings().length;
    await magazine.change(`articles/${id}?status=draft`, { body: "Tea" });

    await open(address);

    await untilEqual(() => Promise.resolve(readFindings()), []);
    assert.equal(before, 1);
    assert.deepEqual(messages.texts, ["1 warning in 1 document."]);
  });

  // The tests of checkDefects.test.ts have run by now: their file comes first.
  /** Connects the magazine with one defect of each rule. Returns the places of the defects of these rules. */
  async function defectsOf(codes: readonly string[]) {
    const service = await launchedDefects();
    const connection = await connect(service);
    await set("cms.check.rules", allRules);
    const defects = service.defects.filter(({ rule }) => codes.includes(rule));
    const locations = defects.map(({ rule, type, documentId: id, locale }) => {
      const address = { connection, type, id, ...(locale !== undefined && { locale }) };
      return { rule, address };
    });
    return { connection: { id: connection }, locations };
  }

  /** Fixes the finding of each rule. Resolves when the findings of all places have disappeared. */
  async function fixEach(
    locations: readonly { rule: RuleCode; address: Address }[],
  ): Promise<void> {
    const rules = new Set<RuleCode>();
    for (const { rule, address } of locations) {
      const isLeft = () => readFindings().some((finding) => isIn(finding, address, rule));
      // The second document with a duplicate value has no defect any more after the first is fixed.
      if (!rules.has(rule)) await steps[rule]?.(address);
      rules.add(rule);
      await closeEditors();
      await until(`${rule} stays`, () => Promise.resolve(!isLeft()));
    }
  }

  // The test after it fixes these, too.
  if (!isLongRun) {
    it("quick fixes correct a published value, choose a target, restore an order and compare a translation", async () => {
      const { locations } = await defectsOf([
        ...["invalid-value", "missing-target", "different-order", "stale-translation"],
      ]);
      for (const { address } of locations) await check(address);
      const before = readFindings().map(plain);

      await fixEach(locations);

      const fixed = locations.map(({ rule, address }) => `${rule} in ${keyOf(address)}`);
      const { added, removed } = await changesOf(
        before,
        ...locations.map(({ address }) => address),
      );
      assert.deepEqual([added, removed.sort()], [[], fixed.sort()]);
      assert.equal(locations.length, 4);
    });
  }

  itLong(
    "quick fixes remove the finding of each rule from a magazine with one defect of each, and add none",
    async () => {
      const { connection, locations } = await defectsOf(Object.keys(steps));
      await vscode.commands.executeCommand("cms.content.check", { connection });
      const before = readFindings().map(plain);

      await fixEach(locations);

      await vscode.commands.executeCommand("cms.content.check", { connection });
      const after = readFindings().map(plain);
      const fixed = locations.map(({ rule, address }) => `${rule} in ${keyOf(address)}`);
      // The service notes a publish as a change of the English text: docs/checks.md, stale-translation.
      const looksOld = locations
        .filter(({ rule }) => rule === "lost-relation" || rule === "different-order")
        .flatMap(({ address }) => ["fr", "de"].map((locale) => keyOf({ ...address, locale })))
        .map((key) => `stale-translation in ${key}`);
      const added = after.filter((line) => !before.includes(line) && !looksOld.includes(line));
      assert.deepEqual([added, after.filter((line) => fixed.includes(line))], [[], []]);
      assert.equal(locations.length, 13);
    },
  );

  /** Fixes the finding of a rule as a user does. */
  const steps: Readonly<Partial<Record<RuleCode, (address: Address) => Promise<void>>>> = {
    "invalid-value": async (address) => {
      questions.answer("Update 1 Document", "Publish");
      await entering(() => fix(address, "invalid-value", "Set basedIn and Publish…"), "A town");
    },
    "missing-target": async (address) => {
      const fixing = fix(address, "missing-target", "Choose a Document…");
      await prompts.accept("Choose a Value for category");
      await fixing;
      await document().save();
    },
    "duplicate-value": async (address) => {
      questions.answer("Update 1 Document");
      await entering(() => fix(address, "duplicate-value", "Set name…"), unique("Tag"));
    },
    "lost-relation": async (address) => {
      questions.answer("Publish Again");
      await fix(address, "lost-relation", "Publish Document Again");
    },
    "unpublished-target": async (address) => {
      questions.answer("Publish");
      await fix(address, "unpublished-target", "Publish 'Defect Draft Author'");
    },
    "different-order": async (address) => {
      questions.answer("Publish Again");
      await fix(address, "different-order", "Publish Document Again");
    },
    "stale-translation": async (address) => {
      await fix(address, "stale-translation", "Compare with en");
      const text = await open(address);
      await edit(text, { title: "Translated again" });
      await text.save();
    },
    "missing-translation": async (address) => {
      await fix(address, "missing-translation", "Add Localization in de");
      await document().save();
    },
    "broken-link": async (address) => {
      const { finding, title } = await linkFix(address);
      await entering(
        () => fix(finding.address, "broken-link", title),
        "https://example.com/square.svg",
      );
      await document().save();
    },
    "missing-alternative-text": async (address) => {
      await entering(
        () => fix(address, "missing-alternative-text", "Enter Alternative Text…"),
        "A black square",
      );
      await document().save();
    },
    "empty-text": async (address) => {
      questions.answer("Update 1 Document");
      await entering(() => fix(address, "empty-text", "Set name…"), unique("Category"));
    },
    "unused-file": async (address) => {
      questions.answer("Delete File");
      await fix(address, "unused-file", "Delete File");
    },
  };

  async function linkFix(address: Address) {
    const finding = find(address, "broken-link");
    const actions = await fixesOf(finding);
    return { finding, title: actions[0]?.title ?? "" };
  }

  /** Runs a quick fix, and enters these texts into its input boxes. */
  async function entering(
    run: () => Promise<unknown>,
    ...texts: readonly [string | undefined, ...(string | undefined)[]]
  ): Promise<void> {
    const typing = enterInBoxes(...texts);
    try {
      await run();
    } finally {
      typing.dispose();
    }
  }
});
