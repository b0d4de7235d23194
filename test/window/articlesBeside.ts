import { plainFind, plainRequest } from "../support/plainHttp.ts";
import type { PlainAnswer, PlainDocument, Target } from "../support/plainHttp.ts";
import { make } from "./documents.ts";

/** Reads and changes articles directly on the service, without the window. */
interface Articles {
  /** Creates a document. The path names the type and may have a query. */
  readonly make: (path: string, data: object) => Promise<PlainDocument>;
  readonly change: (article: PlainDocument, query: string, data: object) => Promise<PlainAnswer>;
  readonly find: (article: PlainDocument, query: string) => Promise<PlainDocument | undefined>;
}

/** Gives the tests of a describe() the articles of its service. */
export function articlesBeside(magazine: () => { readonly service: Target }): Articles {
  return {
    make: (path, data) => make(magazine().service, path, data),
    change: ({ documentId }, query, data) =>
      plainRequest(magazine().service, "PUT", `articles/${documentId}?${query}`, { data }),
    find: ({ documentId }, query) =>
      plainFind(magazine().service, `articles/${documentId}?${query}`),
  };
}
