import type { ContentLists } from "../browse/contentLists.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import type { SaveDependencies } from "./sessionSave.ts";

export interface ChangeDependencies extends SaveDependencies {
  readonly documents: OpenDocuments;
  readonly lists: ContentLists;
}
