import type { CollectionAddress } from "../../src/model/query/listing/content.ts";
import type { Listing } from "../../src/model/query/listing/listing.ts";
import type { DocumentRow, Row } from "../../src/model/query/listing/rows.ts";
import type { Desk } from "./desk.ts";

export const place = (desk: Desk, type: string): CollectionAddress => ({
  connection: desk.connection.id,
  type,
});

export const articlesOf = (desk: Desk): Listing => desk.content.listing(place(desk, "articles"));

export const isDocument = (row: Row): row is DocumentRow => row.kind === "document";

export const documentsIn = ({ view }: Listing): DocumentRow[] => view.rows.filter(isDocument);

/** The rows, after all publication statuses have arrived. */
export async function withStates(listing: Listing): Promise<DocumentRow[]> {
  while (!documentsIn(listing).every(({ state }) => state)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return documentsIn(listing);
}
