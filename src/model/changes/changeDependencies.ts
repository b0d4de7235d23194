import type { Content } from "../query/listing/content.ts";
import type { Documents } from "./saving/documents.ts";
import type { SaveDependencies } from "./saving/saver.ts";

export interface ChangeDependencies extends SaveDependencies {
  readonly documents: Documents;
  readonly content: Content;
}
