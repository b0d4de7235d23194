import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { RuleCode } from "../../../src/model/check/checkFinding.ts";
import { keyOf } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
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
import { apply, fix, fixesOf, isIn, plain, readFindings } from "./quickFixes.ts";
import type { ShownFinding } from "./quickFixes.ts";

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

  function find(address: Address, rule: RuleCode): ShownFinding {
    const [finding] = readFindings().filter((candidate) => isIn(candidate, address, rule));
    assert.ok(finding, `No ${rule} in ${readFindings().map(plain).join(", ")}`);
    return finding;
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
    assert.deepEqual(before, [`lost-relation in ${keyOf(address)}`]);
    assert.deepEqual(titles, ["Publish Document Again", "Compare with Published"]);
    assert.equal(questions.history.length, 1);
  });

  it("a quick fix publishes the target of a relation once the user has confirmed it", async () => {
    const name = unique("Author");
    const author = await magazine.make("authors", { name });
    const address = magazine.article(await magazine.makeArticle({ author }, ""));
    await check(address);
    const before = readFindings().map(plain);

    await fix(address, "unpublished-target", `Publish '${name}'`);
    const unconfirmed = readFindings().map(plain);
    const questionCount = questions.history.length;
    questions.answer("Publish");
    await fix(address, "unpublished-target", `Publish '${name}'`);

    await untilEqual(() => Promise.resolve(readFindings()), []);
    assert.deepEqual([before.length, questionCount, unconfirmed], [1, 1, before]);
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

  it("a quick fix removes a relation that the text still has, for the user to save", async () => {
    const related = [await magazine.makeArticle({ title: unique("One") })];
    const author = await magazine.make("authors", { name: unique("Author") });
    const address = magazine.article(await magazine.makeArticle({ related, author }, ""));
    await check(address);
    const removals = async (finding: ShownFinding) =>
      (await fixesOf(finding)).filter(({ title }) => title.startsWith("Remove Relation to "));
    // The lower one first, so that the other stays where it was found.
    const findings = readFindings().sort((a, b) => b.range.start.compareTo(a.range.start));

    const leftOver: string[] = [];
    for (const finding of findings) {
      const [removal] = await removals(finding);
      await apply(removal);
      const titles = (await removals(finding)).map(({ title }) => title);
      leftOver.push(...titles.filter((title) => title === removal?.title));
    }
    const { isDirty } = document();
    const content = contentOf(document());
    await document().save();

    await untilEqual(() => Promise.resolve(readFindings()), []);
    assert.deepEqual([findings.length, leftOver, isDirty], [2, [], true]);
    assert.deepEqual([content["related"], content["author"]], [[], null]);
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

  it("quick fixes make a free slug and edit broken links in one text, for the user to save", async () => {
    const [slug, title] = [unique("slug").replace(" ", "-"), unique("Other")];
    const otherAddress = magazine.article(await magazine.makeArticle({ slug, title }));
    const body = "Read ![tea](/uploads/never_there.png),\n`/uploads/never_there.png`.";
    const link = {
      type: "link",
      url: "http://localhost:4000/tea",
      children: [{ type: "text", text: "Tea" }],
    };
    const paragraph = { type: "paragraph", children: [{ type: "text", text: "" }, link] };
    const id = await magazine.makeArticle({ slug, body, content: [paragraph] });
    const address = magazine.article(id);
    await check(address);
    await check(otherAddress);
    const before = readFindings().map(plain);
    const comparison = (await fixesOf(find(address, "duplicate-value"))).find(
      (action) => action.title === `Compare with '${title}'`,
    );

    await fix(address, "duplicate-value", "Regenerate Slug");
    const inMarkdown = "Edit Link /uploads/never_there.png…";
    await entering(() => fix(address, "broken-link", inMarkdown), "https://example.com/tea.png");
    const inBlocks = "Edit Link http://localhost:4000/tea…";
    await entering(() => fix(address, "broken-link", inBlocks), "https://example.com/tea");
    const text = document().getText();
    await vscode.commands.executeCommand("undo");
    const undone = document().getText();
    await vscode.commands.executeCommand("redo");
    await document().save();

    await untilEqual(() => Promise.resolve(readFindings()), []);
    const draft = await magazine.draft(id);
    assert.deepEqual(
      before.toSorted(),
      [
        ...[`broken-link in ${keyOf(address)}`, `broken-link in ${keyOf(address)}`],
        ...[address, otherAddress].map((each) => `duplicate-value in ${keyOf(each)}`),
      ].toSorted(),
    );
    // test/suite/compare/comparing.test.ts runs this command.
    assert.deepEqual(comparison?.command?.command, "cms.document.compareSelected");
    assert.deepEqual(comparison.command.arguments?.[1], [{ address: otherAddress }, { address }]);
    assert.match(text, /https:\/\/example\.com\/tea"/);
    assert.doesNotMatch(undone, /example\.com\/tea"/);
    assert.equal(
      draft?.["body"],
      "Read ![tea](https://example.com/tea.png),\n`/uploads/never_there.png`.",
    );
    assert.match(textIn(draft, "slug"), /^article-/);
  });

  it("a quick fix adds one of the localizations that a document lacks, and then offers the rest", async () => {
    await set("cms.check.rules", { "missing-translation": "warning" });
    const address = magazine.article(await magazine.makeArticle());
    await check(address);
    const offered = (code: string) => `Add Localization in ${code}`;

    const titles = await fix(address, "missing-translation", offered("fr"));
    assert.ok(document().isDirty);
    await document().save();

    const remainingTitles = async () =>
      (await fixesOf(find(address, "missing-translation"))).map(({ title }) => title);
    await untilEqual(remainingTitles, [offered("de")]);
    assert.deepEqual(titles, [offered("fr"), offered("de")]);
  });

  it("a quick fix asks for the alternative text of an image", async () => {
    await vscode.commands.executeCommand(
      "cms.media.upload",
      { collection: { connection: magazine.connection, type: "media_files" } },
      [vscode.Uri.file(files.onDisk())],
    );
    const file = (await allFiles()).at(-1);
    assert.ok(file);
    const address = { connection: magazine.connection, type: "media_files", id: file.documentId };
    await check(magazine.article(await magazine.makeArticle({ cover: file.id })));
    const before = readFindings().map(plain);

    await entering(
      () => fix(address, "missing-alternative-text", "Enter Alternative Text…"),
      'A pot of "green" tea',
    );
    assert.ok(document().isDirty);
    await document().save();

    await untilEqual(() => Promise.resolve(readFindings()), []);
    assert.deepEqual(before, [`missing-alternative-text in ${keyOf(address)}`]);
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
    it("quick fixes correct a published value and choose a target, and compare a translation", async () => {
      const codes = ["invalid-value", "missing-target", "stale-translation"];
      const { locations } = await defectsOf(codes);
      for (const { address } of locations) await check(address);
      const findings = readFindings().map(plain);
      const [stale, ...others] = locations.toReversed();
      assert.ok(stale);
      const { address } = stale;

      await fixEach(others);
      // The finding of a text that was edited comes back when its editor closes, until it is checked again.
      await untilEqual(
        () => Promise.resolve(readFindings().map(plain)),
        [`stale-translation in ${keyOf(address)}`],
      );
      const [comparison] = await fixesOf(find(address, "stale-translation"));

      const lines = locations.map((location) => `${location.rule} in ${keyOf(location.address)}`);
      assert.deepEqual(findings.toSorted(), lines.toSorted());
      // test/suite/compare/comparing.test.ts runs this command.
      assert.deepEqual(
        [comparison?.title, comparison?.command?.command, comparison?.command?.arguments?.[1]],
        [
          "Compare with en",
          "cms.document.compareSelected",
          [{ address: { ...address, locale: "en" } }, { address }],
        ],
      );
      assert.equal(locations.length, 3);
    });
  }

  itLong(
    "quick fixes remove the finding of each rule from a magazine with one defect of each, and add none",
    async () => {
      await set("cms.check.rules", allRules);
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
