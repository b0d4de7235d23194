// Reads the line of counts at the end of a suite's output, and evaluates it.
import { stripVTControlCharacters } from "node:util";

/** The counts in the last such line of a text, or undefined if there is none. */
export function readFigures(text) {
  const lines = [...text.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)];
  const [, passed, failed, skipped] = lines.at(-1)?.map(Number) ?? [];
  return passed === undefined ? undefined : { passed, failed, skipped };
}

/** What is wrong with the counts, or undefined if tests passed and no test failed or was skipped. */
export function complaintAbout(figures) {
  if (figures === undefined) return "it did not come to its end";
  if (figures.failed > 0) return `${figures.failed} failed`;
  if (figures.skipped > 0) return `${figures.skipped} skipped`;
  if (figures.passed === 0) return "no test ran";
  return undefined;
}

/** Mocha's list of failed tests, without the stacks, which are further up in the output. Empty if no test failed. */
export function readFailures(text) {
  const plain = stripVTControlCharacters(text);
  const start = plain.search(/^ +\d+ failing$/m);
  if (start < 0) return "";
  const lines = plain.slice(start).split("\n");
  return lines.filter((line) => line.trim() && !/^ +at /.test(line)).join("\n");
}
