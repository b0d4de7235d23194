import { formatOfFile } from "../model/bulk/formats/format.ts";
import type { Format } from "../model/bulk/formats/format.ts";
import type { Failure } from "../model/failure.ts";
import { whyOf } from "../model/foundation/outcome.ts";
import type { Outcome } from "../model/foundation/outcome.ts";
import { isSpecialFile, readTextFile, writeTextFile } from "../model/foundation/textFiles.ts";
import { describe } from "../texts/words.ts";
import { CliError } from "./cliError.ts";
import { openedFile } from "./destination.ts";
import type { TextForm } from "./output.ts";

/** The text of a file. Throws a CliError if it can't be read. */
export async function readText(path: string, maxBytes?: number): Promise<string> {
  try {
    return await readTextFile(path, maxBytes);
  } catch (error) {
    throw new CliError(`${path} can't be read: ${whyOf(error)}`);
  }
}

/** The value in a file. Throws a CliError that says where the file is wrong. */
export async function readValue<T>(
  path: string,
  parse: (text: string) => Outcome<T, Failure>,
  maxBytes?: number,
): Promise<T> {
  const [failure, value] = parse(await readText(path, maxBytes));
  if (failure) throw new CliError(`${path}: ${describe(failure)}`);
  return value;
}

/** The chosen format of a file of records, or the one that the ending of its name tells. */
export function recordFormatOf(path: string, chosen = formatOfFile(path)): Format {
  if (chosen === undefined) throw new CliError("Pass --format with one of: ndjson, json, csv.");
  return chosen;
}

/** Writes a file as a whole, or to a pipe or device. Throws a CliError if it can't be written. */
export async function saveText(path: string, text: string, form: TextForm): Promise<void> {
  const failure = (await isSpecialFile(path))
    ? await writeOpened(path, text, form)
    : await writeTextFile(path, text).catch(whyOf);
  if (failure !== undefined) throw new CliError(`${path} can't be written: ${failure}`);
}

async function writeOpened(
  path: string,
  text: string,
  form: TextForm,
): Promise<string | undefined> {
  const file = await openedFile(path, form);
  const failure = await file.sink.write(text);
  return (await file.close(failure === undefined)) ?? failure;
}
