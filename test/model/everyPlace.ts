/** Where the magazine has documents: the collections, in each locale that they have. */
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

/** The same of single types. */
export const singles = [
  ["homepage", "en"],
  ["homepage", "fr"],
  ["homepage", "de"],
  ["site-setting", undefined],
] as const;
