import { makeArticle, makeDocument } from "./made.ts";
import { must, unique } from "./realCms.ts";

/** The titles of a shelf's articles. */
export const [ada, bo, cy, nobody] = ["By Ada", "By Bo", "By Cy", "By nobody"] as const;

/** Four articles, with authors and tags that no other article has; documentIds by title or name. */
export interface Shelf {
  readonly kicker: string;
  readonly article: Readonly<Record<string, string>>;
  readonly author: Readonly<Record<string, string>>;
  readonly tag: Readonly<Record<string, string>>;
}

export async function makeShelf(): Promise<Shelf> {
  const kicker = unique("shelf");
  const make = async (path: string, names: readonly string[]) => {
    const made: Record<string, string> = {};
    for (const name of names) {
      made[name] = await makeDocument(path, { data: { name: `${name} ${kicker}` } });
    }
    return made;
  };
  const author = await make("/authors", ["Ada", "Bo", "Cy"]);
  const tag = await make("/tags", ["red", "green", "blue"]);
  const article: Record<string, string> = {};
  for (const [title, by, tags, featured] of [
    [ada, author["Ada"], [tag["red"], tag["green"]], true],
    [bo, author["Bo"], [tag["green"]], true],
    [cy, author["Cy"], [tag["red"], tag["blue"]], false],
    [nobody, null, [], false],
  ] as const) {
    article[title] = await makeArticle({ title, kicker, author: by, tags, featured });
  }
  return { kicker, article, author, tag };
}

/** A list as long as that, with these at its end: where a list that is cut short would lose them. */
export const longList = (length: number, ...wanted: readonly (string | undefined)[]): string[] => [
  ...Array.from({ length: length - wanted.length }, (_, index) => String(index)),
  ...wanted.map(String),
];

/** The id of a tag's row, by which the service takes it too. */
export async function tagRowId(documentId?: string): Promise<number> {
  const answer = await must("GET", `/tags/${documentId}`);
  return (answer as { data: { id: number } }).data.id;
}
