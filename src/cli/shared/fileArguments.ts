import { createReadStream, existsSync } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { isatty } from "node:tty";
import { fromText } from "../../model/content/documentText.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { ExportFile, type ExportSink } from "../../model/export/exportFile.ts";
import { formatOfFile, type Format } from "../../model/records/recordFormat.ts";
import type { Failure } from "../../model/failure.ts";
import { whyOf, type Outcome } from "../../model/foundation/outcome.ts";
import {
  isSpecialFile,
  readTextFile,
  readTextStream,
  writeTextFile,
} from "../../model/foundation/textFiles.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import { CliError } from "./cliError.ts";
import { terminalText, type Output, type TextForm } from "./output.ts";

/** Throws a CliError if the file can't be read. */
export async function readText(path: string, maxBytes?: number): Promise<string> {
  try {
    return await readTextFile(path, maxBytes);
  } catch (error) {
    throw new CliError(`${path} can't be read: ${whyOf(error)}`);
  }
}

/** Throws a CliError that says where the file is wrong. */
export async function readValue<T>(
  path: string,
  parse: (text: string) => Outcome<T, Failure>,
  maxBytes?: number,
): Promise<T> {
  const [failure, value] = parse(await readText(path, maxBytes));
  if (failure) throw new CliError(`${path}: ${describe(failure)}`);
  return value;
}

const maxObjectBytes = 100_000_000;

/**
 * The JSON object in a file, or in stdin for `-`. Throws a CliError that says where it is wrong, if
 * it isn't UTF-8, and when the user cancels.
 */
export async function readObject(
  path: string,
  { stdin, signal }: { readonly stdin: Readable; readonly signal: AbortSignal },
): Promise<JsonObject> {
  const [name, source] = path === "-" ? ["stdin", stdin] : [path, createReadStream(path)];
  const bounds = { maxBytes: maxObjectBytes, fatal: true };
  const json = await readTextStream(addAbortSignal(signal, source), bounds).catch(
    (error: unknown) => {
      throw new CliError(`${name} can't be read: ${whyOf(error)}`);
    },
  );
  const [failure, value] = fromText(json);
  if (failure) throw new CliError(`${name}: ${describe(failure)}`);
  return value;
}

/** The path of the nearest `cms.config.json` in a folder or above it; undefined if there is none. */
export function configurationFile(folder = resolve(".")): string | undefined {
  const file = join(folder, "cms.config.json");
  if (existsSync(file)) return relative("", file);
  const parent = dirname(folder);
  return parent === folder ? undefined : configurationFile(parent);
}

/** The chosen format of a file of records, or the one that the ending of its name tells. */
export function recordFormatOf(path: string, chosen = formatOfFile(path)): Format {
  if (chosen === undefined) throw new CliError("Pass --format with one of: ndjson, json, csv.");
  return chosen;
}

/** Writes a file as a whole, or to a pipe or device. Throws a CliError if it can't be written. */
export async function saveText(path: string, text: string, form: TextForm): Promise<void> {
  let failure: string | undefined;
  if (await isSpecialFile(path)) {
    const file = await openedFile(path, form);
    const why = await file.write(text);
    failure = (await file.close(why === undefined)) ?? why;
  } else {
    failure = await writeTextFile(path, text).then(() => undefined, whyOf);
  }
  if (failure !== undefined) throw new CliError(`${path} can't be written: ${failure}`);
}

/** Where a command writes: a file that replaces an earlier one, an open pipe or device, or stdout. */
export interface Destination extends ExportSink {
  name(isWhole: boolean): string;
  readonly isStdout?: boolean;
  readonly isTerminal: boolean;
}

/** The destination for `--out`; stdout without it. Throws a CliError if it can't be written. */
export async function destinationOf(
  out: string | undefined,
  output: Output,
  form: TextForm,
): Promise<Destination> {
  if (out === undefined) {
    return {
      write: (text) => output.write(text, form).then(() => undefined),
      close: () => Promise.resolve(undefined),
      name: () => "stdout",
      isStdout: true,
      isTerminal: output.isTerminal,
    };
  }
  const stats = await stat(out).catch(() => undefined);
  if (stats?.isDirectory()) throw new CliError(`${out} is a folder. Pass the path of a file.`);
  if (stats && !stats.isFile()) return openedFile(out, form);
  const file = new ExportFile(out);
  return {
    write: (text) => file.write(text),
    close: (isWhole) => file.close(isWhole),
    name: (isWhole) => (isWhole ? out : file.part),
    isTerminal: false,
  };
}

/** Pipes and devices, such as /dev/null, are written in place: no other file may replace them. */
async function openedFile(path: string, form: TextForm): Promise<Destination> {
  let file: FileHandle;
  try {
    file = await open(path, "a");
  } catch (error) {
    throw new CliError(`${path} can't be written: ${whyOf(error)}`);
  }
  const isTerminal = isatty(file.fd);
  const textOf = (text: string) => (isTerminal ? terminalText(text, form) : text);
  return {
    write: (text) => file.appendFile(textOf(text)).then(() => undefined, whyOf),
    close: () => file.close().then(() => undefined, whyOf),
    name: () => path,
    isTerminal,
  };
}
