import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import type * as vscode from "vscode";

/** What the part has that is loaded first. */
interface Extension {
  activate(context: vscode.ExtensionContext): void;
}

/** What tells this build from others; empty where it is built to be worked on. */
declare const BUILD: string;

const [head, tail] = ["(function (exports, require, module, __filename, __dirname) {", "\n})"];
const requireOther = require;
const loaded = new Map<string, { exports: unknown }>();

/**
 * Runs the extension from V8's code cache: to compile it anew in each window took longer than all else that is
 * done at the start. The cache is the person's own, made once for each build and each V8.
 */
export function activate(context: vscode.ExtensionContext): void {
  const name = `${BUILD}-${process.versions.v8}-${process.arch}`;
  const place = join(context.globalStorageUri.fsPath, "code", name);
  (load("./main.cjs", place) as Extension).activate(context);
}

/** A part of the extension. Through the `require` that it is given it loads the parts that it stands on, each once. */
function load(part: string, place: string): unknown {
  const known = loaded.get(part);
  if (known) return known.exports;
  const module = { exports: {} };
  const file = join(__dirname, part);
  const kept = join(place, part);
  const cachedData = BUILD ? readIfThere(kept) : undefined;
  const script = new Script(head + readFileSync(file, "utf8") + tail, {
    filename: file,
    columnOffset: -head.length,
    ...(cachedData && { cachedData }),
  });
  const run = script.runInThisContext() as (...words: unknown[]) => void;
  const requireFrom = (id: string): unknown =>
    id.startsWith("./") ? load(id, place) : requireOther(id);
  run(module.exports, requireFrom, module, file, __dirname);
  // Not before: one that could not be read is tried again by whoever needs it next.
  loaded.set(part, module);
  if (BUILD && (!cachedData || script.cachedDataRejected)) setImmediate(keep, script, kept);
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

/** With what has been compiled in it by now. Earlier builds go. */
function keep(script: Script, place: string): void {
  try {
    const folder = dirname(place);
    mkdirSync(folder, { recursive: true });
    // Another window must not read half of it.
    const beside = `${place}.${process.pid}`;
    writeFileSync(beside, script.createCachedData());
    renameSync(beside, place);
    for (const build of readdirSync(dirname(folder))) {
      const other = join(dirname(folder), build);
      if (other !== folder) rmSync(other, { recursive: true, force: true });
    }
  } catch {
    // Another window was there first, or the disk takes nothing: the next start compiles, too.
  }
}
