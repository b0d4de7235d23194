import type { Filters } from "../../src/client/index.ts";
import { titlesFound } from "./found.ts";
import { makeArticle, makeDocument } from "./made.ts";
import { must, unique } from "./realCms.ts";

/** The titles of the four articles. */
export const [ada, bo, cy, unsigned] = ["By Ada", "By Bo", "By Cy", "By nobody"] as const;

type Ids = Record<string, string>;

/**
 * Creates four articles for the tests of a describe(), with authors and tags that no other article has. Returns their
 * documentIds by title or name, and a function that finds the articles.
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
  /** The titles of those of the four articles that match. */
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

/** A list of this length with the wanted values at its end, where a truncated list would lose them. */
export const longList = (length: number, ...values: readonly (string | undefined)[]): string[] => [
  ...Array.from({ length: length - values.length }, (_, index) => String(index)),
  ...values.map(String),
];

/** The numeric id of a tag, which the service also accepts. */
export async function tagRowId(documentId?: string): Promise<number> {
  const answer = await must("GET", `/tags/${documentId}`);
  return (answer as { data: { id: number } }).data.id;
}
