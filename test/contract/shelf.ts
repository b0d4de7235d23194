import type { Filters } from "../../src/client/index.ts";
import { titlesFound } from "./found.ts";
import { makeArticle, makeDocument } from "./made.ts";
import { must, unique } from "./realCms.ts";

/** The titles of a shelf's articles. */
export const [ada, bo, cy, unsigned] = ["By Ada", "By Bo", "By Cy", "By nobody"] as const;

type Ids = Record<string, string>;

/**
 * Gives the tests of a describe() four articles, with authors and tags that no other article has:
 * documentIds by title or name, and how the articles are found.
 */
export function ownShelf() {
  const kicker = unique("shelf");
  const author: Ids = {};
  const tag: Ids = {};
  const article: Ids = {};
  before(async () => {
    await fill(author, "/authors", kicker, ["Ada", "Bo", "Cy"]);
    await fill(tag, "/tags", kicker, ["red", "green", "blue"]);
    for (const [title, by, tags, featured] of [
      [ada, author["Ada"], [tag["red"], tag["green"]], true],
      [bo, author["Bo"], [tag["green"]], true],
      [cy, author["Cy"], [tag["red"], tag["blue"]], false],
      [unsigned, null, [], false],
    ] as const) {
      article[title] = await makeArticle({ title, kicker, author: by, tags, featured });
    }
  });
  /** The titles on this shelf that match. */
  const find = (filters: Filters) =>
    titlesFound({ filters: { kicker, ...filters }, sort: ["title:asc"] });
  return { kicker, author, tag, article, find };
}

async function fill(
  ids: Ids,
  path: string,
  kicker: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    ids[name] = await makeDocument(path, { data: { name: `${name} ${kicker}` } });
  }
}

/** A list of this length that ends with the wanted values, which a list that is cut would lose. */
export const longList = (length: number, ...wanted: readonly (string | undefined)[]): string[] => [
  ...Array.from({ length: length - wanted.length }, (_, index) => String(index)),
  ...wanted.map(String),
];

/** The id of a tag's row, which the service accepts too. */
export async function tagRowId(documentId?: string): Promise<number> {
  const answer = await must("GET", `/tags/${documentId}`);
  return (answer as { data: { id: number } }).data.id;
}
