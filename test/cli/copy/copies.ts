import { plainList } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { jsonLines, useFolder } from "../cli.ts";
import type { CliOptions, CliResult } from "../cli.ts";
import { useTwoServices } from "../useTwoServices.ts";
import type { Side } from "../../../src/model/compare/documentPairs.ts";

export const between = ["--from", "Staging", "--to", "Production"];
export const write = ["--yes", "--allow-production", "--json"];

interface OutputRow {
  readonly title: string;
  readonly outcome?: string;
  readonly difference?: string;
  readonly reason?: string;
  readonly why?: string;
  readonly candidates?: readonly string[];
}

export const linesOf = (result: CliResult) => jsonLines(result) as OutputRow[];
export const outcomesOf = (result: CliResult) =>
  linesOf(result).map(({ title, outcome }) => `${outcome} ${title}`);
export const differencesOf = (result: CliResult) =>
  linesOf(result).map(({ title, difference }) => `${difference} ${title}`);

/** Two services, and the commands that compare and copy their authors. */
export function useCopies() {
  const folder = useFolder();
  const { services, cli } = useTwoServices();
  const run = (words: readonly string[], options: CliOptions = {}) =>
    cli(words, { cwd: folder.path, ...options });
  const copy = (...words: readonly string[]) => run(["copy", ...between, ...words]);
  const authors = (...names: readonly string[]) => [
    ...["--type", "authors", "--filter", JSON.stringify({ name: { $in: names } })],
  ];
  const authorsOn = (side: Side, name: string): Promise<PlainDocument[]> =>
    plainList(services()[side], `authors?status=draft&filters[name]=${name}`);
  return { services, folder, run, copy, authors, authorsOn };
}
