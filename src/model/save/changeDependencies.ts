import type { Content } from "../browse/contentLists.ts";
import type { Documents } from "./openDocuments.ts";
import type { SaveDependencies } from "./sessionSave.ts";

export interface ChangeDependencies extends SaveDependencies {
  readonly documents: Documents;
  readonly content: Content;
}
