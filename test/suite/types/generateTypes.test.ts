import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { until } from "../../window/until.ts";
import { accepting } from "../accepting.ts";
import { type } from "../editors.ts";
import { useQuestions } from "../questions.ts";
import { unique, useMagazine } from "../useMagazine.ts";

const usual = "src/cms-content-types.d.ts";

/** The workspace folder. It is empty between two tests. */
const workspace = (): string => vscode.workspace.workspaceFolders![0]!.uri.fsPath;
const at = (path: string): string => join(workspace(), path);
const files = (): string[] =>
  readdirSync(workspace(), { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(at(name)).isFile(),
  );

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

describe("Generate Types", () => {
  const magazine = useMagazine();
  const questions = useQuestions();

  afterEach(() => {
    for (const name of readdirSync(workspace())) rmSync(at(name), { recursive: true });
  });

  const generate = (given: object = {}): Thenable<unknown> => {
    const on = {
      connection: { id: magazine.connection, name: "Magazine", url: "https://cms.example.com" },
    };
    return vscode.commands.executeCommand("cms.connection.generateTypes", { ...on, ...given });
  };
  const global = { form: { kind: "global" } };
  const activePath = () => vscode.window.activeTextEditor?.document.uri.fsPath;

  it("Generate Types asks for file and format, writes the types and opens them", async () => {
    // VS Code closes a quick pick when another window takes the focus. Then the command ends silently.
    await until("Nothing was written", async () => {
      await accepting(generate());
      return existsSync(at(usual));
    });

    const text = readFileSync(at(usual), "utf8");
    assert.deepEqual([files(), activePath()], [[usual], at(usual)]);
    assert.match(
      text,
      /^\/\/ Made by CMS: Generate Types, from Magazine, https:\/\/cms\.example\.com\./,
    );
    assert.match(
      text,
      /^declare global \{\n {2}interface CmsContentTypes \{\n {4}articles: Article;\n/m,
    );
    assert.match(text, /^ {2}readonly kind: "feature" \| "guide" \| .* \| null;$/m);
    const { full, readOnly, custom } = magazine.service.tokens;
    assert.deepEqual(
      [full, readOnly, custom].filter((token) => text.includes(token)),
      [],
    );
  });

  it("Generate Types writes the module format, and offers it again for that file", async () => {
    const path = "deep/er/content.ts";
    const form = { kind: "module", specifier: "../../client/index.ts" };
    await generate({ form, path });
    const text = readFileSync(at(path), "utf8");

    await accepting(generate({ path }));

    assert.match(text, /^declare module "\.\.\/\.\.\/client\/index\.ts" \{$/m);
    assert.deepEqual([files(), readFileSync(at(path), "utf8")], [[path], text]);
  });

  it("Generate Types replaces a file that it did not create only after confirmation", async () => {
    write(usual, "export type Mine = 1;\n");

    await generate({ ...global, path: usual });
    const unconfirmed = readFileSync(at(usual), "utf8");
    questions.answer("Replace");
    await generate({ ...global, path: usual });

    assert.equal(unconfirmed, "export type Mine = 1;\n");
    assert.deepEqual(questions.history[0], {
      words: `Replace ${usual}?`,
      detail: "Generate Types did not create this file. All of its content will be lost.",
      buttons: ["Replace"],
    });
    assert.match(readFileSync(at(usual), "utf8"), /^\/\/ Made by CMS: Generate Types/);
  });

  it("Generate Types leaves a file untouched that is up to date or has unsaved changes", async () => {
    await generate({ ...global, path: usual });
    const before = statSync(at(usual)).mtimeMs;
    await generate({ ...global, path: usual });
    const { document } = vscode.window.activeTextEditor!;
    const after = statSync(at(usual)).mtimeMs;
    const text = unique("// Mine");
    await type(document, text);
    write(usual, "");

    await generate({ ...global, path: usual });

    assert.deepEqual([document.uri.fsPath, after], [at(usual), before]);
    assert.deepEqual([document.getText(), readFileSync(at(usual), "utf8")], [text, ""]);
  });

  const outside = [
    "../outside.d.ts",
    "src/../../outside.d.ts",
    "..\\outside.d.ts",
    join(tmpdir(), "outside.d.ts"),
    "file:///outside.d.ts",
    "C:\\outside.d.ts",
    "./../outside.d.ts",
    "",
  ];
  it("Generate Types writes nothing outside the workspace", async () => {
    for (const path of outside) await generate({ ...global, path });

    const above = [join(workspace(), "../outside.d.ts"), join(tmpdir(), "outside.d.ts")];
    assert.deepEqual([files(), above.filter((file) => existsSync(file))], [[], []]);
  });

  it("Generate Types writes nothing through a symbolic link", async () => {
    const elsewhere = join(workspace(), "../elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, at("src"));

    await generate({ ...global, path: usual });

    const written = readdirSync(elsewhere);
    rmSync(elsewhere, { recursive: true });
    assert.deepEqual(written, []);
  });

  it("Generate Types writes only TypeScript files", async () => {
    await generate({ ...global, path: "package.json" });

    assert.deepEqual(files(), []);
  });
});
