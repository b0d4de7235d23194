import type { Json } from "../../src/model/foundation/json.ts";

/** The attributes that a type of the shaped service (test/services/shaped) hides. Other services hide none. */
interface Shaping {
  /** Attributes that the service returns only in part. The extension may refuse to save them. */
  readonly unseen?: RegExp;
  /** Attributes that no answer contains, with a value that a user can type. */
  readonly hidden?: Readonly<Record<string, Json>>;
  /** The attributes that hooks change together with another one. */
  readonly followers?: Readonly<Record<string, readonly string[]>>;
}

const shapings: Readonly<Record<string, Shaping>> = {
  // The routes of these types set their own populate. The extension can't know which attributes they omit.
  landings: { unseen: /^(seo|sections)$/ },
  campaigns: { unseen: /^(lead|teaser|voices|sections)$/ },
  masthead: {
    unseen: /^(cover|leadArticle|links)$/,
    hidden: { leadArticle: { documentId: "a".repeat(24) } },
  },
  offers: { unseen: /^(link|teaser|sections)$/ },
  // The controller renames this attribute.
  reviews: { unseen: /^stars$/, hidden: { stars: 5 } },
  // A hook writes the slug when the word changes.
  terms: { followers: { word: ["slug"] } },
};

/** Whether the extension may refuse to save the attribute, because the service doesn't return all of it. */
export const mayBeRefused = (type: string, attribute: string): boolean =>
  shapings[type]?.unseen?.test(attribute) === true;

/** The attributes of a type that no answer contains, with values that a user can type. */
export const hiddenWholly = (type: string): Readonly<Record<string, Json>> =>
  shapings[type]?.hidden ?? {};

/** The attributes that the service changes together with this one. */
export const followersOf = (type: string, attribute: string): readonly string[] =>
  shapings[type]?.followers?.[attribute] ?? [];
