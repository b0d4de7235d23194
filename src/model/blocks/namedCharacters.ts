/**
 * The characters that may be written by a name, such as `&amp;`: those of HTML that stand for what Markdown
 * itself uses, and the space that no line breaks at. It takes the place of the list of all of them.
 */
export const characterEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};
