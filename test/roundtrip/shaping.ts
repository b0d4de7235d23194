/** Attributes that the shaped service does not show whole, by type: what can't be read wholly may be refused. */
const hidden: Readonly<Record<string, RegExp>> = {
  // Their routes decide by themselves what is populated: nobody can tell what else they leave out.
  landings: /^(seo|sections)$/,
  campaigns: /^(lead|teaser|voices|sections)$/,
  masthead: /^(cover|leadArticle|links)$/,
  offers: /^(link|teaser|sections)$/,
  // The controller gives it another name.
  reviews: /^stars$/,
};

/** Hooks move more than what is edited: the slug of a term follows its word. */
const following: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  terms: { word: ["slug"] },
};

/** Whether a save of the attribute may be refused, since the service does not show all of it. */
export const mayBeRefused = (type: string, attribute: string): boolean =>
  hidden[type]?.test(attribute) === true;

/** The attributes that the service itself changes with this one. */
export const followersOf = (type: string, attribute: string): readonly string[] =>
  following[type]?.[attribute] ?? [];
