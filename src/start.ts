import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import type * as vscode from "vscode";

/** What the bundle of extension.ts has. */
interface Extension {
  activate(context: vscode.ExtensionContext): void;
}

const bundle = join(__dirname, "main.cjs");
const [head, tail] = ["(function (exports, require, module, __filename, __dirname) {", "\n})"];

/**
 * Runs the extension from V8's code cache: to compile it anew in each window took longer than all else that is
 * done at the start. The cache is the person's own, made once for each build and each V8.
 */
export function activate(context: vscode.ExtensionContext): void {
  const source = readFileSync(bundle, "utf8");
  // V8 itself compares no more than lengths.
  const build = createHash("sha256").update(source).digest("hex").slice(0, 16);
  const name = `${build}-${process.versions.v8}-${process.arch}`;
  const place = join(context.globalStorageUri.fsPath, "code", name);
  const cachedData = readIfThere(place);
  const script = new Script(head + source + tail, {
    filename: bundle,
    columnOffset: -head.length,
    ...(cachedData && { cachedData }),
  });
  load(script).activate(context);
  if (!cachedData || script.cachedDataRejected) setImmediate(keep, script, place);
}

function load(script: Script): Extension {
  const module = { exports: {} as Extension };
  const run = script.runInThisContext() as (...words: unknown[]) => void;
  run(module.exports, require, module, bundle, __dirname);
  return module.exports;
}

function readIfThere(place: string): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    // The first start of this build, or nothing can be kept: it is compiled.
    return undefined;
  }
}

/** With what the start has compiled in it. Earlier builds go. */
function keep(script: Script, place: string): void {
  try {
    const folder = dirname(place);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // Another window must not read half of it.
    const beside = `${place}.${process.pid}`;
    writeFileSync(beside, script.createCachedData());
    renameSync(beside, place);
  } catch {
    // Another window was there first, or the disk takes nothing: the next start compiles, too.
  }
}
