import { Option } from "commander";
import type { CopyPlan } from "../model/environments/copyPlan.ts";
import type { UploadsAgain } from "../model/environments/mediaCopy.ts";
import { CliError } from "./cliError.ts";

export interface UploadOptions {
  /** Names or documentIds of files; true for those that only probably match. */
  readonly uploadAgain?: readonly string[] | true;
}

export const uploadOption = new Option(
  "--upload-again [files...]",
  "upload files with these names or documentIds again; by default, those that only probably match",
);

export const namedUploads = ({ uploadAgain }: UploadOptions): ReadonlySet<string> =>
  new Set(uploadAgain === true ? [] : uploadAgain);

/** Chooses the files to upload again. A copy that is resumed may have uploaded them already. */
export function uploadsAgain(options: UploadOptions, isResumed: boolean): UploadsAgain {
  if (options.uploadAgain === true) return ({ match }) => match === "probably";
  const named = namedUploads(options);
  return ({ name, fromId, match, differences }) => {
    if (isResumed && match === "pair" && !differences?.includes("content")) return false;
    return named.has(name) || named.has(fromId);
  };
}

/** Throws a CliError unless documents of the copy use all files that the option names. */
export function requireUses(options: UploadOptions, files: CopyPlan["files"]): void {
  const used = new Set(files.flatMap(({ name, fromId }) => [name, fromId]));
  const unused = [...namedUploads(options)].filter((name) => !used.has(name));
  if (unused.length === 0) return;
  throw new CliError(`--upload-again: no document to copy uses ${unused.join(", ")}.`);
}
