import { statSync } from "node:fs";
import { packageExtension } from "../../window/vsix.ts";
import type { Figure, Part } from "../part.ts";

interface Prepared {
  readonly path: string;
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "vsix.bytes",
    unit: "bytes",
    goal: { atMost: 614_400 },
    what: "Size of the .vsix file. `npm run check` fails above the goal.",
    measure: ({ path }) => Promise.resolve(statSync(path).size),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => ({ path: await packageExtension(), stop: () => Promise.resolve() }),
};
