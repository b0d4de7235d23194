import assert from "node:assert/strict";
import ts from "typescript";
import { filesIn, projectFiles, read } from "./root.ts";

const emptyWords =
  "acting asked calm found gone held here kept looking made many most patience place rest room seen shown taken there wanted ways".split(
    " ",
  );
/** Names that say what happened to a value, not what it is. */
const emptyNames = new Set(emptyWords);
/** What a text contains if it declares such a name. Most files contain nothing like it, and need no parser. */
const declaration = new RegExp(`\\b(?:${emptyWords.join("|")})\\b\\s*(?:[:=,)?;!]|of\\b|in\\b)`);

/** The variables and parameters of a source text that have such a name. */
function emptyNamesIn(text: string): string[] {
  if (!declaration.test(text)) return [];
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isParameter(node);
    if (isNamed && ts.isIdentifier(node.name) && emptyNames.has(node.name.text))
      names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest));
  return names;
}

/** The values that occur more than once. */
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, at) => values.indexOf(value) !== at);

describe("Names in src", () => {
  const exported = (text: string): string[] =>
    [...text.matchAll(/^export (?:(?:abstract|async|declare|default) )*\w+\*? (\w+)/gm)].map(
      ([, name = ""]) => name,
    );

  it("names in src are exported by one file each", () => {
    assert.deepEqual(
      repeated(filesIn("src").flatMap((path) => [...new Set(exported(read(path)))])),
      [],
    );
  });

  it("exported names are found in source text", () => {
    assert.deepEqual(exported("export async function read(\nexport class A {\nexport const B ="), [
      "read",
      "A",
      "B",
    ]);
  });

  it("file names are unique in src, except index.ts and README.md", () => {
    const names = filesIn("src").map((path) => path.split("/").at(-1) ?? "");
    const others = names.filter((name) => name !== "index.ts" && name !== "README.md");
    assert.deepEqual(repeated(others), []);
  });
});

describe("Names of variables and parameters", () => {
  it("names of variables and parameters say what they hold, in src and test", () => {
    const paths = projectFiles().filter((path) => /^(src|test)\/.*\.ts$/.test(path));
    const names = paths.flatMap((path) =>
      emptyNamesIn(read(path)).map((name) => `${path} ${name}`),
    );
    assert.deepEqual(names, []);
  });

  it("names of variables and parameters are found where they are declared", () => {
    const text = "const found = (kept: Row) => kept.shown; const rows = (row: Row) => row;";
    assert.deepEqual(emptyNamesIn(text), ["found", "kept"]);
  });
});
