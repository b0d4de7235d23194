import type { Article, Homepage, Tag } from "./magazine.ts";

// By the specifier of the client, as a file of a project that imports it would.
declare module "../../../src/client/index.ts" {
  interface CmsContentTypes {
    articles: Article;
    tags: Tag;
  }
}

// And from anywhere.
declare global {
  interface CmsContentTypes {
    homepage: Homepage;
  }
}
