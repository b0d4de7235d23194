import ts from "typescript";
import { filesIn, read } from "./root.ts";

/** Every syntax node of the TypeScript files in a folder. */
export function* nodesIn(folder: string): Generator<ts.Node> {
  for (const path of filesIn(folder).filter((name) => name.endsWith(".ts"))) {
    yield* nodesOf(path, read(path));
  }
}

/** Every syntax node of a TypeScript file. */
export const nodesOf = (path: string, text: string): Generator<ts.Node> =>
  below(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));

function* below(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* below(child);
}

/** The file and line of a node, for a message. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName}:${line + 1}`;
}
