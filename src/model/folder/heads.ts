/*
 * What a service held when a document was last pulled is in a small state file for each document and
 * environment. Each line is a head:
 *
 *     en 7 tx81kd03aa p body=p77qs2mm04ab title=k3v9a1p0bc2d
 *
 * It has the locale, or `-` for what all locales share; a counter, one more than the largest one in
 * the file; the documentId there; `p` if the localization was published, or `-`; and a digest of each
 * attribute that has a value. `title=k3v9a1p0bc2d>m2x8…` is a value that the service changed when it
 * was pushed. A pull replaces the heads of a locale by one. A merge of two branches
 * may leave several of them: all of them count. Lines that are no heads are ignored, so that a file
 * with the marks of a conflict works, and loses them when its document is pulled again.
 */

/** The digests of the attributes that have a value, by name. */
export type Digests = ReadonlyMap<string, string>;

/** The digest in a head after a push: two of them if the service stored another value than was sent. */
export const pushedDigest = (sent?: string, stored?: string): string | undefined =>
  sent === stored ? stored : `${sent ?? ""}>${stored ?? ""}`;

/** The values that a digest in a head stands for. Both of a pushed one were on the service or sent. */
export const knownDigests = (digest: string | undefined): readonly (string | undefined)[] =>
  digest?.split(">").map((each) => each || undefined) ?? [undefined];

export interface Head {
  /** Undefined for the attributes that all locales share, and for a type without locales. */
  readonly locale: string | undefined;
  readonly counter: number;
  readonly documentId: string;
  readonly isPublished: boolean;
  readonly digests: Digests;
}

const headPattern =
  /^(\S+) (\d+) (\S+) ([p-])((?: \S+=(?:[0-9a-v]{12}|(?:[0-9a-v]{12})?>(?:[0-9a-v]{12})?))*)$/;

/** The heads in the text of a state file, each of them once. */
export const headsIn = (text: string): readonly Head[] =>
  [...new Set(text.split(/\r?\n/))].flatMap((line) => {
    const [, locale, counter, documentId = "", flag, digests = ""] = headPattern.exec(line) ?? [];
    if (locale === undefined) return [];
    return {
      locale: locale === "-" ? undefined : decodeWord(locale),
      counter: Number(counter),
      documentId: decodeWord(documentId),
      isPublished: flag === "p",
      digests: new Map(digests.split(" ").filter(Boolean).map(digestIn)),
    };
  });

function digestIn(word: string): readonly [name: string, digest: string] {
  const [name = "", digest = ""] = word.split("=");
  return [decodeWord(name), digest];
}

/** A text that is no encoded word stays as it is. */
export function decodeWord(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export const headsText = (heads: readonly Head[]): string =>
  [...heads]
    .sort((head, other) => orderOf(head, other))
    .map((head) => `${lineOf(head)}\n`)
    .join("");

function orderOf(head: Head, other: Head): number {
  if (head.locale !== other.locale) return (head.locale ?? "") < (other.locale ?? "") ? -1 : 1;
  return head.counter - other.counter || (lineOf(head) < lineOf(other) ? -1 : 1);
}

/** A head as its state file has it. */
export function lineOf({ locale, counter, documentId, isPublished, digests }: Head): string {
  const words = [...digests]
    .sort(([name], [other]) => (name < other ? -1 : 1))
    .map(([name, digest]) => `${encodeURIComponent(name)}=${digest}`);
  const scope = locale === undefined ? "-" : encodeURIComponent(locale);
  const flag = isPublished ? "p" : "-";
  return [scope, counter, encodeURIComponent(documentId), flag, ...words].join(" ");
}

export const headsOf = (heads: readonly Head[], locale: string | undefined): readonly Head[] =>
  heads.filter((head) => head.locale === locale);

/**
 * The heads after a locale was pulled. The same ones if they say so already. Attributes that were not
 * read keep the digests of each head.
 */
export function withHead(
  heads: readonly Head[],
  pulled: Omit<Head, "counter">,
  isUnread = (_name: string) => false,
): readonly Head[] {
  const earlier = headsOf(heads, pulled.locale);
  const counter = 1 + Math.max(0, ...heads.map((head) => head.counter));
  const bases = earlier.length > 0 ? earlier : [pulled];
  const pulledHeads = bases.map(({ digests }): Head => {
    const unread = [...digests].filter(([name]) => isUnread(name));
    return { ...pulled, counter, digests: new Map([...unread, ...pulled.digests]) };
  });
  const byLine = new Map(pulledHeads.map((head) => [lineOf(head), head]));
  const isSame = earlier.every((head) => byLine.has(lineOf({ ...head, counter })));
  if (isSame && earlier.length === byLine.size) return heads;
  return [...withoutHead(heads, pulled.locale), ...byLine.values()];
}

export const withoutHead = (heads: readonly Head[], locale: string | undefined): readonly Head[] =>
  heads.filter((head) => head.locale !== locale);

/** The documentIds of the heads. Two branches may have given two documents the same name. */
export const documentIdsIn = (heads: readonly Head[]): readonly string[] => [
  ...new Set(heads.map(({ documentId }) => documentId)),
];
