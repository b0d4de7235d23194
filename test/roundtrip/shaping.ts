import type { Json } from "../../src/model/foundation/json.ts";

/** What a type of the shaped service keeps to itself. On other services nothing of it applies. */
interface Shaping {
  /** Attributes that can't be read wholly: a save of them may be refused. */
  readonly unseen?: RegExp;
  /** Attributes that are in no answer, with a value that the user might type. */
  readonly hidden?: Readonly<Record<string, Json>>;
  /** What hooks change along with an attribute. */
  readonly followers?: Readonly<Record<string, readonly string[]>>;
}

const shapings: Readonly<Record<string, Shaping>> = {
  // Their routes decide by themselves what is populated: it is unknown what else they leave out.
  landings: { unseen: /^(seo|sections)$/ },
  campaigns: { unseen: /^(lead|teaser|voices|sections)$/ },
  masthead: {
    unseen: /^(cover|leadArticle|links)$/,
    hidden: { leadArticle: { documentId: "a".repeat(24) } },
  },
  offers: { unseen: /^(link|teaser|sections)$/ },
  // The controller gives it another name.
  reviews: { unseen: /^stars$/, hidden: { stars: 5 } },
  // The slug follows the word.
  terms: { followers: { word: ["slug"] } },
};

/** Whether a save of the attribute may be refused, since the service does not show all of it. */
export const mayBeRefused = (type: string, attribute: string): boolean =>
  shapings[type]?.unseen?.test(attribute) === true;

/** The attributes of a type that are in no answer, with values that the user might type. */
export const hiddenWholly = (type: string): Readonly<Record<string, Json>> =>
  shapings[type]?.hidden ?? {};

/** The attributes that the service itself changes with this one. */
export const followersOf = (type: string, attribute: string): readonly string[] =>
  shapings[type]?.followers?.[attribute] ?? [];
