import { countInstantiations } from "../../support/compilerCost.ts";
import type { Figure, Part, Preparation } from "../part.ts";

const figures: readonly Figure<Preparation>[] = [
  {
    id: "types.instantiations",
    unit: "instantiations",
    goal: { atMost: 250_000 },
    what: "Types that TypeScript 5.9 instantiates to check 30 functions with deep populate, whose results are used, with a registry of 30 types that refer to each other.",
    measure: () => Promise.resolve(countInstantiations()),
  },
];

export const part: Part = {
  figures,
  prepare: () => Promise.resolve({ stop: () => Promise.resolve() }),
};
