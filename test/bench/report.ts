import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";
import { isMet } from "./part.ts";
import type { Goal, Measured } from "./part.ts";

const document = fileURLToPath(new URL("../../docs/benchmarks.md", import.meta.url));

export const toJson = (figures: readonly Measured[]): string =>
  JSON.stringify({
    figures: figures.map(({ id, value, unit, what }) => ({ id, value, unit, what })),
  });

export function toTable(figures: readonly Measured[]): string {
  const rows = figures.map((figure) => [
    figure.id,
    valueOf(figure),
    goalOf(figure.goal),
    verdict(figure),
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `${cells.join("  ")}  ${figures[at]?.what ?? ""}`;
  });
  const missed = figures.filter((figure) => !isMet(figure)).map(({ id }) => id);
  const summary = missed.length > 0 ? `Goals missed: ${missed.join(", ")}.` : "Every goal is met.";
  return ["", ...lines, "", summary].join("\n");
}

/** Replaces the figures of a part in docs/benchmarks.md, between its two marks. */
export async function writeDocument(part: string, figures: readonly Measured[]): Promise<void> {
  const text = await readFile(document, "utf8");
  const [begin, end] = [`<!-- ${part}: begin -->`, `<!-- ${part}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md has no place for ${part}.`);
  const section = [begin, "", circumstances(part), "", ...toMarkdown(figures), "", ""].join("\n");
  const written = text.slice(0, from) + section + text.slice(to);
  const { code } = await format(document, written);
  await writeFile(document, code);
}

function circumstances(part: string): string {
  const date = new Date().toISOString().slice(0, 10);
  const [{ model } = { model: "unknown" }, ...more] = cpus();
  const load = loadavg()[0]?.toFixed(1) ?? "unknown";
  return [
    `\`npm run bench -- ${part} --write\` on ${date}: Node ${process.versions.node}, ${process.platform} ${process.arch},`,
    `${more.length + 1} cores (${model.trim()}), load average at the end ${load}.`,
  ].join(" ");
}

const toMarkdown = (figures: readonly Measured[]): string[] => [
  "| Figure | Value | Goal | | What |",
  "| --- | --- | --- | --- | --- |",
  ...figures.map((figure) => {
    const { id, goal, what } = figure;
    return `| \`${id}\` | ${valueOf(figure)} | ${goalOf(goal)} | ${verdict(figure)} | ${what} |`;
  }),
];

const valueOf = ({ value, unit }: Measured): string => `${value} ${unit}`;

export function goalOf(goal?: Goal): string {
  if (goal === undefined) return "";
  return "atMost" in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`;
}

function verdict(figure: Measured): string {
  if (figure.goal === undefined) return "";
  return isMet(figure) ? "met" : "MISSED";
}
