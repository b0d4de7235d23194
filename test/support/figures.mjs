// The line of figures that every suite ends with, and what it has to say.
import { stripVTControlCharacters } from "node:util";

/** The figures of the last such line in a text; undefined when there is none. */
export function readFigures(text) {
  const lines = [...text.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)];
  const [, passed, failed, skipped] = lines.at(-1)?.map(Number) ?? [];
  return passed === undefined ? undefined : { passed, failed, skipped };
}

/** Good is only: something passed, nothing failed, nothing was left out. Anything else comes back in words. */
export function complaintAbout(figures) {
  if (figures === undefined) return "it did not come to its end";
  if (figures.failed > 0) return `${figures.failed} failed`;
  if (figures.skipped > 0) return `${figures.skipped} skipped`;
  if (figures.passed === 0) return "no test ran";
  return undefined;
}

/** What mocha says of the tests that failed, without its stacks, which stand further up; empty where none did. */
export function readFailures(text) {
  const plain = stripVTControlCharacters(text);
  const start = plain.search(/^ +\d+ failing$/m);
  if (start < 0) return "";
  const lines = plain.slice(start).split("\n");
  return lines.filter((line) => line.trim() && !/^ +at /.test(line)).join("\n");
}
