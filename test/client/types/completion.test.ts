import assert from "node:assert/strict";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../../house/root.ts";
import { projectOptions } from "../../support/compiler.ts";

const path = join(root, "test/types/completion.ts");

/** The names that an editor suggests at the `|` of a call on articles. */
function suggestionsIn(call: string): string[] {
  const head = `import type { Cms } from "../../src/client/index.ts";
interface Article { documentId: string; title: string; author: { documentId: string; name: string } | null }
declare const cms: Cms;
`;
  const text = `${head}cms.collection<Article>("articles").${call}`;
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = name === path ? text.replace("{ |", "{ ") : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({ ...projectOptions(), types: ["node"] }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
  };
  const service = ts.createLanguageService(host);
  const { entries = [] } =
    service.getCompletionsAtPosition(path, text.lastIndexOf("{ |") + 2, {}) ?? {};
  service.dispose();
  return entries.map(({ name }) => name);
}

describe("Completion in calls of the client", function () {
  this.timeout(120_000);

  it("completion in a filter suggests operators, and no method of a Date", () => {
    const names = suggestionsIn("findMany({ params: { filters: { title: { | } } } })");

    assert.ok(names.includes("$contains"));
    assert.deepEqual(
      names.filter((name) => !name.startsWith("$")),
      [],
    );
  });

  it("completion in a populate suggests what can be populated", () => {
    assert.deepEqual(suggestionsIn("findMany({ params: { populate: { | } } })"), ["author"]);
  });
});
