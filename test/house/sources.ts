import ts from "typescript";
import { filesIn, read } from "./root.ts";

/** Every node of every file of src, parsed. */
export function* nodesIn(folder: string): Generator<ts.Node> {
  for (const path of filesIn(folder).filter((name) => name.endsWith(".ts"))) {
    const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
    yield* below(file);
  }
}

function* below(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* below(child);
}

/** Where a node stands, for a message. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName}:${line + 1}`;
}
