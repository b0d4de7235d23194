import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { WorkspaceProjectFiles } from "../../../src/host/schemas/workspaceProjectFiles.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { until, untilEqual } from "../../window/until.ts";
import { open, type } from "../editors.ts";
import { useMagazine } from "../useMagazine.ts";
import { article, ownFiles, useWorkspaceProject } from "./workspaceProject.ts";

describe("Schema files of a workspace", () => {
  const project = useWorkspaceProject();

  /** The paths of the schema files that were read, and the warnings about the others. */
  async function read() {
    const warnings: string[] = [];
    const files = new WorkspaceProjectFiles({ warn: (line) => void warnings.push(line) });
    const schemaFiles = await files.read();
    files.dispose();
    return { paths: schemaFiles.map(({ path }) => path).sort(), warnings };
  }

  it("schema files of a workspace include types and components in any folder of the project", async () => {
    project.fill();
    project.write("package.json", "{}");
    project.write(`node_modules/other/${article}`, "{}");
    project.write(`dist/${article}`, "{}");

    const { paths, warnings } = await read();

    const expected = ownFiles().map(({ path }) => `0/magazine/${path}`);
    assert.deepEqual([paths, warnings], [expected.sort(), []]);
  });

  it("schema files are not read when they link outside or are larger than 1 MB", async () => {
    const outside = temporaryFolder();
    const folderPath = join(outside.path, "content-types/article");
    mkdirSync(folderPath, { recursive: true });
    writeFileSync(join(folderPath, "schema.json"), "{}");
    mkdirSync(join(project.path, "src/api"), { recursive: true });
    symlinkSync(outside.path, join(project.path, "src/api/article"), "junction");
    project.write("src/api/page/content-types/page/schema.json", " ".repeat(1_000_001));
    project.write("src/api/tag/content-types/tag/schema.json", "{}");

    const { paths, warnings } = await read().finally(() => outside.remove());

    assert.deepEqual(paths, ["0/magazine/src/api/tag/content-types/tag/schema.json"]);
    // Some searches don't follow links, so this warning may be missing.
    const said = warnings.filter((line) => !line.endsWith("it is outside of the folder"));
    assert.deepEqual(
      said.map((line) => line.replace(/^.*magazine\//, "")),
      ["src/api/page/content-types/page/schema.json was skipped: it is larger than 1 MB"],
    );
  });
});

describe("Differing workspace schema", () => {
  const magazine = useMagazine();
  const project = useWorkspaceProject("project");
  const schema = project.uri(article);

  const warnings = (uri: vscode.Uri) =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "CMS");

  it("a workspace schema that differs from the service has a warning at the attribute until they match", async () => {
    const id = await magazine.makeArticle();
    await open(magazine.article(id));
    project.fill(article, ({ attributes }) => {
      attributes["subtitle"] = { type: "string" };
      attributes["title"] = { ...attributes["title"], maxLength: 80 };
    });

    await until("Nobody warns", () => Promise.resolve(warnings(schema).length > 0));
    const document = await vscode.workspace.openTextDocument(schema);
    const said = warnings(schema).map(({ message, severity, range }) => {
      const kind = vscode.DiagnosticSeverity[severity];
      return `${kind} at ${document.getText(range)}: ${message}`;
    });
    // Other tests leave connections with the same service name, which repeat the warnings.
    assert.deepEqual([...new Set(said)].sort(), [
      'Warning at "subtitle": Hearth & Compass has no attribute subtitle.',
      'Warning at "title": maxLength is 80 in the workspace and 160 on Hearth & Compass.',
    ]);
    const [ownFile] = ownFiles().filter(({ path }) => path === article);
    // Some operating systems don't report changes deep in a new folder, so the test saves in the editor.
    await type(document, ownFile?.text ?? "");
    await document.save();

    await untilEqual(() => Promise.resolve(warnings(schema)), []);
  });
});
