import assert from "node:assert/strict";
import { writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { checkRules } from "../../../src/model/check/checkRules.ts";
import type { RuleCode } from "../../../src/model/check/checkFinding.ts";
import { keyOf } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { refusal } from "../../support/loopback.ts";
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

  it("Check Content shows a finding at its value while others are edited, hides it while its own is, and removes it after the save", async () => {
    const address = magazine.article(await magazine.makeArticle({ body: link }));
    const document = await open(address);
    await check(address);
    const before = marked(address, document);

    await edit(document, { kicker: null, title: "Changed", $: null });
    await untilEqual(() => Promise.resolve(marked(address, document)), [JSON.stringify(link)]);
    await edit(document, { body: "Tea" });
    await untilEqual(() => Promise.resolve(rulesIn(address)), []);
    await edit(document, { body: link });
    await untilEqual(() => Promise.resolve(rulesIn(address)), ["broken-link"]);
    await edit(document, { body: "Tea" });
    assert.ok(await document.save());
    await closeEditors();

    await untilEqual(() => Promise.resolve(rulesIn(address)), []);
    assert.deepEqual(before, [JSON.stringify(link)]);
  });

  it("Check Content links a finding to the value that another document has", async () => {
    const name = unique("Same");
    const ids = [
      await magazine.make("tags", { name, slug: unique("one").replace(" ", "-") }),
      await magazine.make("tags", { name, slug: unique("other").replace(" ", "-") }),
    ];
    const collection = { connection: magazine.connection, type: "tags" };
    const [address, otherAddress] = ids.map((id) => ({ ...collection, id }));
    assert.ok(address && otherAddress);

    await vscode.commands.executeCommand("cms.content.check", { collection });

    const [place, ...others] = findingsIn(address).flatMap(({ related }) => related);
    assert.ok(place);
    const document = await open(otherAddress);
    assert.equal(document.uri.toString(), place.location.uri.toString());
    assert.equal(document.getText(place.location.range), JSON.stringify(name));
    assert.deepEqual(others, []);
  });

  it("Check Content leaves invalid values of an open document to the live validation", async () => {
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

  it("Check Content follows the severity of a rule in the settings, and prefers cms.config.json in the workspace folder", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = join(folder.uri.fsPath, "cms.config.json");
    const address = magazine.article(await magazine.makeArticle({ body: link }));
    const severities = async () => {
      await check(address);
      return findingsIn(address).map(({ severity }) => vscode.DiagnosticSeverity[severity]);
    };
    await only("broken-link", "error");
    const asError = await severities();
    await only("empty-text");
    const off = await severities();

    writeFileSync(file, JSON.stringify({ check: { rules: { "broken-link": "warning" } } }));
    const byFile = await severities().finally(() => rmSync(file));

    assert.deepEqual([asError, off, byFile], [["Error"], [], ["Warning"]]);
    assert.deepEqual(messages.texts, [
      "1 error in 1 document.",
      "No problems in 1 document.",
      "1 warning in 1 document.",
    ]);
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
    const detour = await magazine.detour();
    detour.inject(/^GET \/api\/pages/, refusal(403, "ForbiddenError", "Forbidden"));

    await vscode.commands.executeCommand("cms.content.check", {
      collection: { connection: detour.article("").connection, type: "pages" },
    });

    assert.match(messages.texts.at(-1) ?? "", / requires the permission Page: find\.$/);
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
