import assert from "node:assert/strict";
import { writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { checkRules } from "../../../src/model/check/checkRules.ts";
import type { RuleCode } from "../../../src/model/check/checkFinding.ts";
import { keyOf } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { untilEqual } from "../../window/until.ts";
import { closeEditors, edit, open } from "../editors.ts";
import { useMessages } from "../messages.ts";
import { useSettings } from "../settings.ts";
import { descriptionOf, labelOf, useTrees } from "../trees.ts";
import { connect, unique, useMagazine } from "../useMagazine.ts";

const link = "![Tea](/uploads/never_there.png)";

/** The findings of checks in a document: the URI, the range, the rule and the severity. */
const findingsIn = (address: Address) =>
  vscode.languages.getDiagnostics().flatMap(([uri, all]) => {
    const uriAddress = fromUri(uri);
    if (!uriAddress || keyOf(uriAddress) !== keyOf(address)) return [];
    return all.flatMap(
      ({ code, range, severity, source, message, relatedInformation: related = [] }) => {
        const details = { uri, range, severity, source, message, related };
        return typeof code === "object"
          ? [{ ...details, rule: code.value, target: code.target }]
          : [];
      },
    );
  });

const rulesIn = (address: Address) => findingsIn(address).map(({ rule }) => rule);

describe("Check Content", () => {
  const magazine = useMagazine();
  const openTree = useTrees();
  const messages = useMessages();
  const set = useSettings();

  const only = (code: RuleCode, severity = "warning") =>
    set(
      "cms.check.rules",
      Object.fromEntries(
        checkRules.map((rule) => [rule.code, rule.code === code ? severity : "off"]),
      ),
    );
  const check = (address: Address) =>
    vscode.commands.executeCommand("cms.content.check", { address });
  const marked = (address: Address, document: vscode.TextDocument) =>
    findingsIn(address).map(({ range }) => document.getText(range));

  beforeEach(() => only("broken-link"));
  afterEach(() => vscode.commands.executeCommand("cms.content.clearChecks"));

  it("Check Content shows a finding at its value in a document that isn't open, and opens it there", async () => {
    const title = unique("Link");
    const address = magazine.article(await magazine.makeArticle({ title, body: link }));

    await check(address);

    const [finding, ...others] = findingsIn(address);
    assert.ok(finding);
    const { uri, severity, source, message, rule, target } = finding;
    assert.deepEqual(
      [source, severity, rule, message, others],
      [
        "CMS",
        vscode.DiagnosticSeverity.Warning,
        "broken-link",
        "The media library has no file /uploads/never_there.png.",
        [],
      ],
    );
    assert.match(
      decodeURIComponent(target.toString()),
      /^command:cms\.content\.explainRule\?\["broken-link"\]$/,
    );
    await vscode.commands.executeCommand("vscode.open", uri);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.deepEqual(document.getText(finding.range), JSON.stringify(link));
    assert.deepEqual(marked(address, document), [JSON.stringify(link)]);
    assert.deepEqual(messages.texts, ["1 warning in 1 document."]);
  });

  it("Check Content shows a finding at its value in an open document, also after edits above it", async () => {
    const address = magazine.article(await magazine.makeArticle({ body: link }));
    const document = await open(address);

    await check(address);
    const before = marked(address, document);
    await edit(document, { kicker: null, title: "Changed", $: null });

    await untilEqual(() => Promise.resolve(marked(address, document)), [JSON.stringify(link)]);
    assert.deepEqual(before, [JSON.stringify(link)]);
  });

  it("Check Content links a finding to the value that another document has", async () => {
    await only("duplicate-value");
    const slug = unique("same").toLowerCase().replaceAll(" ", "-");
    const ids = [await magazine.makeArticle({ slug }), await magazine.makeArticle({ slug })];
    const [address, otherAddress] = ids.map((id) => magazine.article(id));
    assert.ok(address && otherAddress);

    await vscode.commands.executeCommand("cms.content.check", {
      collection: { connection: address.connection, type: address.type },
    });

    const [place, ...others] = findingsIn(address).flatMap(({ related }) => related);
    assert.ok(place);
    const document = await open(otherAddress);
    assert.equal(document.uri.toString(), place.location.uri.toString());
    assert.equal(document.getText(place.location.range), JSON.stringify(slug));
    assert.deepEqual(others, []);
  });

  it("Check Content hides a finding while its value is edited, and removes it after the save", async () => {
    const address = magazine.article(await magazine.makeArticle({ body: link }));
    const document = await open(address);
    await check(address);

    await edit(document, { body: "Tea" });
    await untilEqual(() => Promise.resolve(rulesIn(address)), []);
    await edit(document, { body: link });
    await untilEqual(() => Promise.resolve(rulesIn(address)), ["broken-link"]);
    await edit(document, { body: "Tea" });
    assert.ok(await document.save());
    await closeEditors();

    await untilEqual(() => Promise.resolve(rulesIn(address)), []);
  });

  it("Check Content removes a finding that a second check doesn't find", async () => {
    const id = await magazine.makeArticle({ body: link });
    const address = magazine.article(id);
    await check(address);
    const before = rulesIn(address);
    await magazine.change(`articles/${id}?status=draft`, { body: "Tea" });

    await check(address);

    assert.deepEqual([before, rulesIn(address)], [["broken-link"], []]);
    assert.deepEqual(messages.texts.at(-1), "No problems in 1 document.");
  });

  it("Check Content leaves invalid values of an open document to the live validation", async () => {
    await only("invalid-value");
    const address = magazine.article(await magazine.makeArticle({ readingMinutes: 0 }));
    await check(address);
    const closed = rulesIn(address);

    const document = await open(address);
    const live = () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .map(({ code, range }) => [code, document.getText(range)]);
    await untilEqual(() => Promise.resolve(live()), [[undefined, "0"]]);

    assert.deepEqual(closed, ["invalid-value"]);
  });

  it("Check Content reports nothing for a rule that the settings turn off, and the set severity otherwise", async () => {
    const address = magazine.article(await magazine.makeArticle({ body: link }));
    await only("empty-text");
    await check(address);
    const off = rulesIn(address);

    await only("broken-link", "error");
    await check(address);

    const severities = findingsIn(address).map(({ severity }) => severity);
    assert.deepEqual([off, severities], [[], [vscode.DiagnosticSeverity.Error]]);
  });

  it("Check Content prefers cms.config.json in the workspace folder to the setting", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = join(folder.uri.fsPath, "cms.config.json");
    const address = magazine.article(await magazine.makeArticle({ body: link }));
    writeFileSync(file, JSON.stringify({ check: { rules: { "broken-link": "error" } } }));

    try {
      await check(address);
    } finally {
      rmSync(file);
    }

    const severities = findingsIn(address).map(({ severity }) => severity);
    assert.deepEqual(severities, [vscode.DiagnosticSeverity.Error]);
  });

  it("Check Content sends only reads, also to a locked production connection", async () => {
    const detour = await magazine.detour();
    const service = { ...magazine.service, url: detour.url };
    const connection = await connect(service, undefined, "production");
    const id = await magazine.makeArticle({ body: link });
    const address = { ...magazine.article(id), connection };

    await check(address);

    assert.deepEqual(rulesIn(address), ["broken-link"]);
    assert.deepEqual(detour.writes, []);
  });

  it("Check Content names the permission for what was not checked", async () => {
    const connection = await connect(magazine.service, magazine.service.tokens.custom);

    await vscode.commands.executeCommand("cms.content.check", { connection: { id: connection } });

    assert.match(messages.texts.at(-1) ?? "", /permission/);
  });

  it("Check Content shows the numbers in the tree items of the connection and the collection", async () => {
    const tree = openTree();
    const address = {
      ...magazine.article(await magazine.makeArticle({ body: link })),
      connection: tree.model.connection.id,
    };
    await tree.rows();
    const noted = tree.redrawn.length;

    await tree.checks.check({ kind: "document", address });

    const [connection] = await tree.items();
    const articles = (await tree.items("Magazine")).find((item) => labelOf(item) === "Articles");
    assert.ok(connection && articles);
    assert.match(descriptionOf(connection), /^1 warning · /);
    assert.match(descriptionOf(articles), /^(\d+ · )?1 warning · /);
    assert.match(articles.tooltip as string, /\nChecked on .*: 1 warning$/);
    assert.ok(tree.redrawn.length > noted);
  });
});
