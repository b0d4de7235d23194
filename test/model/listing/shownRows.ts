import { Listing } from "../../../src/model/query/listing/listing.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import type { Row } from "../../../src/model/query/listing/rows.ts";
import type { State } from "../../../src/model/content/states.ts";

const inShort = (one: Row): string =>
  one.kind === "document" ? [one.title, one.state].filter(Boolean).join(": ") : one.title;

export const shown = (listing: Listing): string[] => listing.view.rows.map(inShort);

/** Resolves after the handlers of all promises that are already settled. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const published = (rows: readonly Row[]) =>
  done(new Map(rows.map(({ id }): [string, State] => [id, "published"])));
