import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What a figure should be for the project to be content with it. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** A figure as it is declared: what it is, and how it is measured with what its part has prepared. */
export interface Figure<Prepared> {
  /** `<part>.<what>.<how>`; a suffix more for a figure that stands beside another. */
  readonly id: string;
  readonly unit: string;
  /** Absent where the figure is there to compare with. */
  readonly goal?: Goal;
  /** For a person: what was measured, against what, and where. */
  readonly what: string;
  /** Rejects when it can't be measured, and when what was measured did not do its work. */
  measure(prepared: Prepared): Promise<number>;
}

/** What `test/bench/<part>/part.ts` exports as `part`. */
export interface Part<Prepared extends Preparation = Preparation> {
  readonly figures: readonly Figure<Prepared>[];
  /** Servers, builds: what the figures share. Importing a part must cost nothing. */
  prepare(): Promise<Prepared>;
}

export interface Preparation {
  stop(): Promise<void>;
}

/** A figure as it came out. */
export type Measured = Pick<Figure<never>, "id" | "unit" | "goal" | "what"> & {
  readonly value: number;
};

/** The folders beside this file, by name. */
export const partNames: readonly string[] = readdirSync(
  fileURLToPath(new URL(".", import.meta.url)),
  {
    withFileTypes: true,
  },
)
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

export async function readPart(name: string): Promise<Part> {
  const { part } = (await import(`./${name}/part.ts`)) as { part: Part };
  return part;
}

export const isMet = ({ value, goal }: Pick<Measured, "value" | "goal">): boolean =>
  goal === undefined || ("atMost" in goal ? value <= goal.atMost : value >= goal.atLeast);
