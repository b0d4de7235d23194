import assert from "node:assert/strict";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../../house/root.ts";
import { projectOptions } from "../../support/compiler.ts";

const head = `import type { Cms } from "../../src/client/index.ts";
interface Article { documentId: string; title: string; author: { documentId: string; name: string } | null }
declare const cms: Cms;
`;

/** The names that an editor suggests at the `|` of each of these calls on articles. */
function suggestionsIn<Name extends string>(
  calls: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string[]>> {
  const texts = new Map(
    Object.entries<string>(calls).map(([name, call]) => [
      join(root, `test/types/${name}.ts`),
      `${head}cms.collection<Article>("articles").${call}`,
    ]),
  );
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = texts.get(name)?.replace("{ |", "{ ") ?? ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({ ...projectOptions(), types: ["node"] }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => texts.has(name) || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
  };
  const service = ts.createLanguageService(host);
  const lists = [...texts].map(([path, text]) => {
    const { entries = [] } =
      service.getCompletionsAtPosition(path, text.lastIndexOf("{ |") + 2, {}) ?? {};
    return entries.map(({ name }) => name);
  });
  service.dispose();
  return Object.fromEntries(Object.keys(calls).map((name, at) => [name, lists[at]])) as Record<
    Name,
    string[]
  >;
}

describe("Completion in calls of the client", function () {
  this.timeout(120_000);
  let suggestions: Readonly<Record<"filter" | "populate", string[]>>;

  before("open both calls in an editor", () => {
    suggestions = suggestionsIn({
      filter: "findMany({ params: { filters: { title: { | } } } })",
      populate: "findMany({ params: { populate: { | } } })",
    });
  });

  it("completion in a filter suggests operators, and no method of a Date", () => {
    assert.ok(suggestions.filter.includes("$contains"));
    assert.deepEqual(
      suggestions.filter.filter((name) => !name.startsWith("$")),
      [],
    );
  });

  it("completion in a populate suggests what can be populated", () => {
    assert.deepEqual(suggestions.populate, ["author"]);
  });
});
