import type { Reader } from "../documents/reader.ts";
import type { Content } from "../query/listing/content.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import type { Journal } from "./journal/journal.ts";
import type { Documents } from "./saving/documents.ts";

/** The parts of the model that change documents. */
export interface ChangeDependencies {
  readonly catalogs: Catalogs;
  readonly reader: Reader;
  readonly documents: Documents;
  readonly content: Content;
  readonly journal: Journal;
}
