import type { CmsUser } from "../../../src/client/index.ts";

/** A media file, as the service stores it. */
export interface Picture {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly url: string;
  readonly width: number | null;
}

/** A component. */
export interface Seo {
  readonly id: number;
  readonly metaTitle: string;
  readonly noIndex: boolean | null;
  readonly shareImage: Picture | null;
}

export interface Link {
  readonly id: number;
  readonly label: string;
  readonly url: string;
}

/** Entries of a dynamic zone. */
export interface QuoteSection {
  readonly id: number;
  readonly __component: "sections.quote";
  readonly text: string;
  readonly speaker: Author | null;
}

export interface GallerySection {
  readonly id: number;
  readonly __component: "sections.gallery";
  readonly heading: string | null;
  readonly pictures: Picture[];
}

export interface Author {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly portrait: Picture | null;
  readonly articles: Article[];
}

/** The interface declares neither `id` nor the times, but the service stores them. */
export interface Category {
  readonly documentId: string;
  readonly name: string;
  readonly position: number | null;
  readonly parent: Category | null;
  readonly articles: readonly Article[];
}

export interface Block {
  readonly type: "paragraph";
  readonly children: readonly { readonly type: "text"; readonly text: string }[];
}

export interface Article {
  readonly id: number;
  readonly documentId: string;
  readonly title: string;
  readonly kind: "essay" | "feature" | "review";
  readonly kicker?: string | null;
  readonly readingMinutes: number | null;
  readonly featured: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly content: readonly Block[] | null;
  readonly updatedAt: string;
  readonly cover: Picture | null;
  readonly gallery: Picture[] | null;
  readonly category: Category | null;
  readonly author?: Author | null;
  readonly related: Article[];
  readonly seo: Seo | null;
  readonly links: Link[];
  readonly sections: (QuoteSection | GallerySection)[];
}

/** The scalar attributes of an article, which the service returns by default. */
export type PlainArticle = Pick<
  Article,
  | "id"
  | "documentId"
  | "title"
  | "kind"
  | "kicker"
  | "readingMinutes"
  | "featured"
  | "metadata"
  | "content"
  | "updatedAt"
>;
export type PlainCategory = Pick<Category, "documentId" | "name" | "position">;
export type PlainAuthor = Pick<Author, "id" | "documentId" | "name">;
export type PlainQuote = Pick<QuoteSection, "id" | "__component" | "text">;
export type PlainGallery = Pick<GallerySection, "id" | "__component" | "heading">;

/** A type without attributes that can be populated. */
export interface Tag {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
}

export interface Homepage {
  readonly documentId: string;
  readonly heading: string;
  readonly hero: Picture | null;
}

export interface Editor extends CmsUser {
  readonly motto: string;
  readonly avatar: Picture | null;
}
