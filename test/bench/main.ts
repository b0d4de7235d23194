import { parseArgs } from "node:util";
import { partNames, readPart } from "./part.ts";
import type { Figure, Measured, Preparation } from "./part.ts";
import { toJson, toTable, writeDocument } from "./report.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean" }, write: { type: "boolean" } },
});
const unknown = positionals.filter((name) => !partNames.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}; there are ${partNames.join(", ")}.`);
  process.exit(1);
}

const all: Measured[] = [];
for (const name of positionals.length > 0 ? positionals : partNames) {
  const figures = await measurePart(name);
  all.push(...figures);
  // If a measurement fails, the document remains unchanged.
  if (options.write && process.exitCode !== 1) await writeDocument(name, figures);
}
console.log(options.json ? toJson(all) : toTable(all));

/** The figures of a part that could be measured. */
async function measurePart(name: string): Promise<Measured[]> {
  const part = await readPart(name);
  const prepared = await attempt(name, () => part.prepare());
  if (prepared === undefined) return [];
  try {
    return await measureFigures(part.figures, prepared);
  } finally {
    await prepared.stop();
  }
}

/** Measures one figure after the other, and continues after a failure. */
async function measureFigures(
  figures: readonly Figure<Preparation>[],
  prepared: Preparation,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const figure of figures) {
    const started = performance.now();
    const value = await attempt(figure.id, () => figure.measure(prepared));
    if (value === undefined) continue;
    measured.push({ ...figure, value: Math.round(value * 1000) / 1000 });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.error(`${figure.id}: ${value.toFixed(3)} ${figure.unit}, measured in ${seconds} s`);
  }
  return measured;
}

async function attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    console.error(`${what} could not be measured:`, error);
    process.exitCode = 1;
    return undefined;
  }
}
