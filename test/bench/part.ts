import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The value that a figure should reach. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** The declaration of a figure: its description, and a function that measures it with what the part has prepared. */
export interface Figure<Prepared> {
  /** `<part>.<subject>.<aspect>`. A figure for comparison has another suffix. */
  readonly id: string;
  readonly unit: string;
  /** Undefined for figures that only serve as a comparison. */
  readonly goal?: Goal;
  /** Tells readers what is measured, compared with what, and where. */
  readonly what: string;
  /** Rejects if the measurement fails or if the measured code doesn't do its work. */
  measure(prepared: Prepared): Promise<number>;
}

/** The export `part` of `test/bench/<part>/part.ts`. */
export interface Part<Prepared extends Preparation = Preparation> {
  readonly figures: readonly Figure<Prepared>[];
  /** Starts or builds what the figures share. This doesn't happen at import, so that importing a part is cheap. */
  prepare(): Promise<Prepared>;
}

export interface Preparation {
  stop(): Promise<void>;
}

/** A measured figure. */
export type Measured = Pick<Figure<never>, "id" | "unit" | "goal" | "what"> & {
  readonly value: number;
};

/** The names of the folders next to this file. */
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
