import { matchDocuments } from "../../../src/model/compare/documentMatching.ts";
import { medianOf } from "../pairs.ts";

const documentCount = 10_000;
const runs = 5;

/** The milliseconds in which 10,000 documents with one key are matched with as many. */
export function measureMatching(): number {
  const [from, to] = ["a", "b"].map((side) =>
    Array.from({ length: documentCount }, (_, at) => ({ id: `${side}${at}`, keys: ["tea"] })),
  );
  return medianOf(Array.from({ length: runs }, () => timeOf(from ?? [], to ?? [])));
}

type Documents = Parameters<typeof matchDocuments>[0];

function timeOf(from: Documents, to: Documents): number {
  const start = performance.now();
  const options = { isSingle: false, isKeyShared: true, counterpart: () => undefined };
  const matches = matchDocuments(from, to, options);
  const elapsedMs = performance.now() - start;
  const unclear = [...matches.values()].filter(({ kind }) => kind === "unclear");
  if (unclear.length !== documentCount) throw new Error(`${unclear.length} matches are unclear.`);
  return elapsedMs;
}
