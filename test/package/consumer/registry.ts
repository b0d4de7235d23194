/** An author of articles. */
export interface Author {
  readonly documentId: string;
  readonly name: string;
}

export interface Article {
  readonly documentId: string;
  readonly title: string;
  readonly slug: string;
  readonly readingMinutes?: number | null;
  readonly author?: Author | null;
}

export interface Tag {
  readonly documentId: string;
  readonly name: string;
}

declare module "cms-content" {
  interface CmsContentTypes {
    articles: Article;
  }
}

declare global {
  interface CmsContentTypes {
    tags: Tag;
  }
}
