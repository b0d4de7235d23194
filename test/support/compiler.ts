import { join } from "node:path";
import ts from "typescript";
import { root } from "../house/root.ts";

/** The compiler options of the project. */
export function projectOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) =>
    ts.sys.readFile(path),
  ) as { config: { compilerOptions: object } };
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options;
}

/** Changes the text of a file before the compiler reads it. */
type Change = (path: string, text: string) => string;

/** The files that programs of this process have parsed, by path and options. */
const parsed = new Map<string, ts.SourceFile>();

/**
 * A host for the compiler that parses a file again only when its text has changed, because that takes longer than
 * checking a few files.
 */
export function compilerHost(
  options: ts.CompilerOptions,
  change: Change = (_, text) => text,
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  host.getSourceFile = (path, how) => {
    const original = host.readFile(path);
    if (original === undefined) return undefined;
    const text = change(path, original);
    const key = JSON.stringify([path, how, options.module, options.moduleDetection]);
    const known = parsed.get(key);
    if (known?.text === text) return known;
    const file = ts.createSourceFile(path, text, how, true);
    parsed.set(key, file);
    return file;
  };
  return host;
}
