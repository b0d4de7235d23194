import type { CollectionAddress } from "../../src/model/foundation/address.ts";
import type { ContentList, DocumentRow, Row } from "../../src/model/browse/contentList.ts";
import type { TestModel } from "./testModel.ts";

export const collectionAddress = (model: TestModel, type: string): CollectionAddress => ({
  connection: model.connection.id,
  type,
});

export const articlesOf = (model: TestModel): ContentList =>
  model.lists.listing(collectionAddress(model, "articles"));

export const isDocument = (row: Row): row is DocumentRow => row.kind === "document";

export const documentsIn = ({ view }: ContentList): DocumentRow[] => view.rows.filter(isDocument);

/** The rows, after all publication statuses have arrived. */
export async function withStates(listing: ContentList): Promise<DocumentRow[]> {
  while (!documentsIn(listing).every(({ state }) => state)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return documentsIn(listing);
}
