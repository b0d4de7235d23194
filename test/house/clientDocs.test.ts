import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./root.ts";

const text = readFileSync(join(root, "docs/client.md"), "utf8");
const examples = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? "");

/**
 * The programs in the examples. An example that imports begins a program. Later examples continue it, each in a block.
 */
function programs(): string[] {
  const found: string[] = [];
  for (const example of examples) {
    if (example.startsWith("import ")) found.push(example);
    else found.push(`${found.pop() ?? ""}\n{\n${example}}\n`);
  }
  return found;
}

/** The compiler's errors in a program, compiled as a file in docs/. */
function complaints(code: string): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) =>
    readFileSync(path, "utf8"),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  const path = join(root, "docs/client.example.ts");
  const disk = { ...host };
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, code, ts.ScriptTarget.Latest)
      : disk.getSourceFile(name, ...rest);
  host.fileExists = (name) => name === path || disk.fileExists(name);
  const program = ts.createProgram([path], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("docs/client.md", function () {
  // The compiler reads the libraries for each program.
  this.timeout(120_000);

  it("has examples that compile", () => {
    assert.deepEqual(programs().flatMap(complaints), []);
  });

  it("reports an example that doesn't compile", () => {
    const [first = ""] = programs();

    assert.notDeepEqual(complaints(first.replace("readingMinutes:desc", "readingMinuts:desc")), []);
  });

  it("shows every method of the client", () => {
    const methods = [
      "collection",
      "single",
      "users",
      "schema",
      "upload",
      "auth",
      "admin/adminApi",
    ].flatMap((group) => {
      const source = readFileSync(join(root, `src/client/${group}.ts`), "utf8");
      const body =
        /export interface (?:Collection|SingleType|UsersApi|SchemaApi|UploadApi|AuthApi|AdminApi)\b(?:<.*?>)? \{\n(.*?)^\}/ms.exec(
          source,
        );
      const names = [...(body?.[1] ?? "").matchAll(/^ {2}(\w+)[(<]/gm)].map(([, name]) => name);
      assert.ok(names.length > 0, group);
      return names.map((name) => `${group.replace(/\/.*/, "")}.${name}`);
    });
    const shown = examples.join("");
    const objects: Record<string, string> = { collection: "articles", single: "homepage" };

    const missing = methods.filter((method) => {
      const [group = "", name = ""] = method.split(".");
      const ways = [
        `${objects[group] ?? group}.${name}(`,
        `.${group}().${name}(`,
        `createAdmin(cms).${name}(`,
      ];
      return !ways.some((proxy) => shown.includes(proxy));
    });
    assert.deepEqual([methods.length > 20, missing], [true, []]);
  });
});
