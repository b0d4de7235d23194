import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { importingCommands } from "../../../src/commands/import/importCommands.ts";
import { nameIn, selectedIn } from "../../../src/commands/import/importAction.ts";
import { Targets } from "../../../src/commands/shared/targets.ts";
import { VersionTexts } from "../../../src/editor/compare/versionTexts.ts";
import { ResultsFile } from "../../../src/model/import/resultsFile.ts";
import { SignIns } from "../../../src/host/connect/signIns.ts";
import { Batches } from "../../../src/model/batch/batches.ts";
import { Pauses } from "../../../src/host/shared/pauses.ts";
import { PairFiles } from "../../../src/model/compare/pairFiles.ts";
import { Imports } from "../../../src/model/import/imports.ts";
import { TestModel } from "../../model/testModel.ts";
import { fileOf as sourceOf, previewOf, targetOf } from "../../model/import/files.ts";
import type { GivenRecord } from "../../model/import/files.ts";
import { describe as reasonOf } from "../../../src/texts/shared/failureWords.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { untilEqual } from "../../window/until.ts";
import { usePrompts } from "../prompts.ts";
import { closeEditors, open } from "../editors.ts";
import { unique, useMagazine } from "../useMagazine.ts";
import type { Magazine } from "../useMagazine.ts";
import { bytesOf } from "../../../src/model/records/recordFile.ts";

const words = {
  describe: reasonOf,
  places: { placeOf: (line: number) => ({ path: "", line, format: "ndjson" }) as const },
};

describe("Import", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const folder = temporaryFolder();

  after(() => folder.remove());

  const fileOf = (name: string, ...lines: readonly unknown[]): vscode.Uri => {
    const path = join(folder.path, name);
    const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
    writeFileSync(path, texts.join("\n"));
    return vscode.Uri.file(path);
  };

  const collected = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
    const collection: T[] = [];
    for await (const element of all) collection.push(element);
    return collection;
  };

  it("Import uses the chosen type, lists errors first, each of which opens its line, and writes nothing when nothing changes", async () => {
    const [title, kicker] = [unique("Slack Water"), "Tides"];
    const documentId = await magazine.makeArticle({ title, kicker });
    const before = await magazine.draft(documentId);
    const category = await magazine.make("categories", { name: unique("Tides") });
    await open({ connection: magazine.connection, type: "categories", id: category });
    const uri = fileOf(
      "slack.ndjson",
      { documentId, $locale: "en", $status: "draft", title, kicker },
      '{"documentId":"nobody",',
      { documentId: "nobody", locale: "en", title: 5 },
      { title: " ", kicker: null },
    );
    const { importing, model } = openModel(magazine);
    const table = importingCommands(importing, new Targets(model));

    const running = (table["cms.collection.import"] as (on: vscode.Uri) => Promise<void>)(uri);
    await prompts.accept("Import: Choose a Content Type", "Articles");
    await prompts.accept("Import: Match Records By", "documentId");
    const summary = "1 unchanged, 1 without values, 2 with errors";
    const list = `Nothing to import from slack.ndjson: ${summary}.`;
    const { items } = await prompts.waitForPick(list);
    const isInvalid = "The text is not valid JSON at line 2, column 24.";
    const [errors, showAll] = [items.slice(2, 4), items[0]];
    await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await untilEqual(() => {
      const { document, selection } = vscode.window.activeTextEditor ?? {};
      return Promise.resolve([document?.uri.path, selection?.active.line]);
    }, [uri.path, 1]);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await assert.rejects(running, vscode.CancellationError);

    assert.equal(showAll?.label, "Show All");
    assert.deepEqual(
      errors.map(({ label, detail }) => [label, detail]),
      [
        ["Line 2", isInvalid],
        ["Line 3 · nobody", "title must be a string."],
      ],
    );
    assert.deepEqual(await magazine.draft(documentId), before);
    assert.deepEqual(
      model.log.filter(({ method }) => method !== "GET"),
      [],
    );
    await closeEditors();
  });

  it("Import keeps every result when a line broke off, and when the file is imported again", async () => {
    const imported = join(folder.path, "tides.csv");
    const results = new ResultsFile(imported, words);
    const before = [await results.isThere(), await collected(results.lines())];
    const failure = { code: "ambiguous-key", name: "slug", value: "ebb" } as const;

    await results.append({ line: 1, outcome: "created", documentId: "a" });
    appendFileSync(results.path, '{"line":2,"outc');
    const later = new ResultsFile(imported, words);
    const reported = await later.append({ line: 2, outcome: "failed", failure });
    const lines = await collected(later.lines());
    await later.putAside();

    const reason = "slug ebb matches several documents.";
    const expected = [
      '{"line":1,"outcome":"created","documentId":"a"}',
      '{"line":2,"outc',
      JSON.stringify({ line: 2, outcome: "failed", reason }),
    ];
    assert.deepEqual([before, reported, lines], [[false, []], undefined, expected]);
    assert.deepEqual([await later.isThere(), await collected(later.lines())], [false, []]);
    const [resultsName = ""] = readdirSync(folder.path).filter((name) =>
      /csv\.results\.\d/.test(name),
    );
    assert.deepEqual(readFileSync(join(folder.path, resultsName), "utf8").split("\n"), [
      ...expected,
      "",
    ]);
  });

  it("Import keeps the other results when one line can't be written", async () => {
    const nowhere = join(folder.path, "ebb");
    const results = new ResultsFile(join(nowhere, "tides.csv"), words);

    const reported = await results.append({ line: 1, outcome: "unchanged" });
    mkdirSync(nowhere);
    writeFileSync(results.path, '{"line":1,"outc');
    await results.append({ line: 2, outcome: "unchanged" });

    assert.match(reported ?? "", /ENOENT/);
    assert.deepEqual(await collected(results.lines()), [
      '{"line":1,"outc',
      '{"line":2,"outcome":"unchanged"}',
    ]);
  });

  it("Import reads the file in chunks, and reports a folder in its place", async () => {
    const path = fileOf("long.ndjson", "a".repeat(200_000)).fsPath;

    const pieces = await collected(bytesOf(path).chunks());
    const [[failure] = []] = await collected(bytesOf(folder.path).chunks());

    const lengths = pieces.map(([, bytes]) => bytes?.length ?? 0);
    assert.ok(Math.max(...lengths) <= 65_536);
    assert.equal(
      lengths.reduce((sum, length) => sum + length),
      200_000,
    );
    assert.equal(failure?.code, "unreadable-file");
  });
});

describe("Import review", () => {
  const magazine = useMagazine();

  it("the import review leaves records excluded when they moved within the file", async () => {
    const { model } = openModel(magazine);
    const target = targetOf(model, { type: "tags", key: "name" });
    const toRecord = (word: string): GivenRecord => ({ content: { name: unique(word) } });
    const [gorse, heather, ling] = [toRecord("Gorse"), toRecord("Heather"), toRecord("Ling")];
    const first = await previewOf({ model, target, source: sourceOf(heather, ling) });
    const before = new Set([nameIn(first, first.planned[1]!)]);
    const source = sourceOf(gorse, heather, ling);
    const plan = await previewOf({ model, target, source });

    const selected = selectedIn({ plan, deselectedBefore: before });

    assert.deepEqual(selected, plan.planned.slice(0, 2));
  });
});

/** The parts that the import commands need, with models of their own and one connection. */
function openModel({ service: { url, tokens } }: Magazine) {
  const model = new TestModel({ url, token: tokens.full });
  const { connections, locks, administrators, catalogs, lists } = model;
  const { documents, publication, journal, reader, runs } = model;
  const viewModels = { connections, locks, administrators, catalogs, lists };
  const signIns = new SignIns(connections);
  const models = { ...viewModels, documents, publication, journal, reader, runs, signIns };
  const importModels = {
    batches: new Batches(model),
    imports: new Imports(model),
    versionTexts: new VersionTexts(),
    pairStore: new PairFiles(join(tmpdir(), "without-pairs"), console),
    pauses: new Pauses(),
  };
  return { model, importing: { ...models, ...importModels } };
}
