import { join } from "node:path";
import ts from "typescript";
import { compilerHost, projectOptions } from "../support/compiler.ts";
import { filesIn, root } from "./root.ts";

export interface TypedSources {
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
}

/** The files with the types of their expressions. */
export function typedFiles(paths: readonly string[]): TypedSources {
  const options = { ...projectOptions(), types: ["node"] };
  const program = ts.createProgram(paths, options, compilerHost(options));
  const files = paths.flatMap((path) => program.getSourceFile(path) ?? []);
  return { checker: program.getTypeChecker(), files };
}

let sources: TypedSources | undefined;

/** All files of src. The tests of a process share them, because checking them takes seconds. */
export const typedSources = (): TypedSources =>
  (sources ??= typedFiles(
    filesIn("src").flatMap((name) => (name.endsWith(".ts") ? [join(root, name)] : [])),
  ));
