import type { Article, Homepage, Tag } from "./magazine.ts";

// A project's file that imports the client augments its module.
declare module "../../../src/client/index.ts" {
  interface CmsContentTypes {
    articles: Article;
    tags: Tag;
  }
}

// Every file can augment the global interface.
declare global {
  interface CmsContentTypes {
    homepage: Homepage;
  }
}
