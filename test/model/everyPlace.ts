/** The collections of the magazine, with each of their locales. */
export const collections = [
  ["articles", "en"],
  ["articles", "fr"],
  ["articles", "de"],
  ["pages", "en"],
  ["pages", "fr"],
  ["pages", "de"],
  ["authors", undefined],
  ["tags", undefined],
  ["categories", undefined],
] as const;

/** The single types of the magazine, with each of their locales. */
export const singles = [
  ["homepage", "en"],
  ["homepage", "fr"],
  ["homepage", "de"],
  ["site-setting", undefined],
] as const;
