import { ContentList, type Row } from "../../../src/model/browse/contentList.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import type { State } from "../../../src/model/content/publicationStatus.ts";

const inShort = (row: Row): string =>
  row.kind === "document" ? [row.title, row.state].filter(Boolean).join(": ") : row.title;

export const rowsInShort = (listing: ContentList): string[] => listing.view.rows.map(inShort);

/** Resolves after the handlers of all promises that are already settled. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const published = (rows: readonly Row[]) =>
  done(new Map(rows.map(({ id }): [string, State] => [id, "published"])));
