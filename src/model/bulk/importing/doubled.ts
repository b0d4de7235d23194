import { placesOf, refuse } from "./listed.ts";
import type { Listed } from "./listed.ts";

/** How many lines are kept of records that are alike, however many there are: as many as anybody reads of. */
const most = 6;

/** Records that are about the same document in the same locale. */
interface Alike {
  /** The first of them. */
  readonly lines: number[];
  count: number;
}

/** Refuses records that say different things of one document. */
export function refuseDoubled(all: readonly Listed[]): void {
  const places = new Map<string, Alike>();
  for (const listed of all) {
    for (const place of placesOf(listed)) {
      const alike = places.get(place) ?? { lines: [], count: 0 };
      places.set(place, alike);
      alike.count += 1;
      if (alike.lines.length < most) alike.lines.push(listed.line);
    }
  }
  for (const listed of all) {
    for (const place of placesOf(listed)) refuseAlike(listed, places.get(place));
  }
}

function refuseAlike(listed: Listed, alike: Alike | undefined): void {
  if (!alike || alike.count === 1) return;
  const lines = alike.lines.filter((line) => line !== listed.line);
  refuse(listed, { code: "doubled-record", lines, count: alike.count - 1 });
}
