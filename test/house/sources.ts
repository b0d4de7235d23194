import ts from "typescript";
import { filesIn, read } from "./root.ts";

/** The nodes of the files that were read, by path. Most tests walk all of src. */
const nodesByPath = new Map<string, readonly ts.Node[]>();

/** Every syntax node of the TypeScript files in a folder. */
export const nodesIn = (folder: string): readonly ts.Node[] =>
  filesIn(folder)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((path) => {
      const nodes = nodesByPath.get(path) ?? nodesOf(path, read(path));
      nodesByPath.set(path, nodes);
      return nodes;
    });

/** Every syntax node of a TypeScript file except its tokens and comments, each before those below it. */
export function nodesOf(path: string, text: string): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return nodes;
}

/** The file and line of a node, for a message. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName}:${line + 1}`;
}
