import fc from "fast-check";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { isArray, isObject } from "../../../src/model/foundation/json.ts";

/** The base, local and remote version of a document. */
export interface AnyThree {
  readonly base: JsonObject;
  readonly mine: JsonObject;
  readonly theirs: JsonObject;
}

/** Few values, so that both sides often change the same attribute, and sometimes to the same value. */
const word = fc.constantFrom("A", "B", null);

/** Records with a prototype, like parsed JSON. */
const record = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { noNullPrototype: true });

const words = record<{ label: string | null; url: string | null }>({ label: word, url: word });

const anySeo = fc.option(
  record<JsonObject>({
    id: fc.constant(11),
    metaTitle: word,
    metaDescription: word,
    canonical: fc.option(words.map((link) => ({ id: 12, ...link }))),
  }),
);

/** The input for a generated content. A list names its entries by number. */
interface Stock {
  readonly links: readonly number[];
  readonly sections: readonly number[];
  /** The entries that a side adds; undefined for the base. */
  readonly additions?: readonly Json[];
}

const numbers = [1, 2, 3, 4];

/** Entries in any order, each with any content. */
const anyList = (
  make: (number: number, content: JsonObject) => Json,
  from: readonly number[],
  minLength = 0,
) =>
  fc
    .tuple(
      fc.shuffledSubarray([...from], { minLength }),
      fc.array(words, { minLength: numbers.length, maxLength: numbers.length }),
    )
    .map(([some, contents]) => some.map((number) => make(number, contents[number - 1] ?? {})));

const tag = (number: number) => ({ documentId: `tag${number}` });
const link = (id: number, content: JsonObject) => ({ id, ...content });
const section = (number: number, { label = null }: JsonObject) => ({
  // Each of the two components has its own sequence of ids.
  __component: number % 2 === 0 ? "sections.text" : "sections.quote",
  id: Math.ceil(number / 2),
  heading: label,
});

const anyContent = ({ links, sections, additions }: Stock): fc.Arbitrary<JsonObject> =>
  record<JsonObject>({
    title: word,
    extra: fc.constantFrom<Json>(null, {}, { deep: [1] }, { deep: [1, 2] }),
    cook: fc.constantFrom<Json>(null, { documentId: "cook1" }, { documentId: "cook2" }),
    tags: anyList(tag, numbers),
    seo: anySeo,
    links: fc
      .tuple(
        anyList(link, links, additions ? 0 : links.length),
        fc.subarray([...(additions ?? [])]),
      )
      .chain(([known, more]) =>
        fc.shuffledSubarray([...known, ...more], { minLength: known.length + more.length }),
      ),
    sections: anyList(section, sections, additions ? 0 : sections.length),
  });

/** A document that takes some attributes from another one and lacks some keys. */
const between = (base: JsonObject, other: JsonObject, removableNames: readonly string[]) =>
  fc.tuple(fc.subarray(Object.keys(base)), fc.subarray([...removableNames])).map(([changed, out]) =>
    Object.fromEntries(
      Object.entries(base)
        .filter(([name]) => !out.includes(name))
        .map(([name, value]) => [name, changed.includes(name) ? (other[name] ?? null) : value]),
    ),
  );

/**
 * The entries that a side adds are unique. Otherwise, they could match an entry that the service created from another
 * one.
 */
const onlyMine = [{ label: "Mine", url: "/1" }, { label: "Mine" }];
const onlyTheirs = [
  { id: 8, label: "Theirs", url: "/1" },
  { id: 9, label: "Theirs", url: null },
];

/** Three versions of a document. The service assigns ids, and the user removes keys. */
export const anyThree: fc.Arbitrary<AnyThree> = fc
  .tuple(fc.subarray(numbers), fc.subarray(numbers))
  .chain(([links, sections]) =>
    fc.tuple(
      anyContent({ links, sections }),
      anyContent({ links, sections, additions: onlyMine }),
      anyContent({ links, sections, additions: onlyTheirs }),
    ),
  )
  .chain(([base, mine, theirs]) =>
    record<AnyThree>({
      base: fc.constant(base),
      mine: between(base, mine, ["title", "cook", "seo", "tags"]),
      theirs: between(base, theirs, []),
    }),
  );

/** The key of a list entry. */
function nameOf(item: Json): string {
  if (!isObject(item)) return JSON.stringify(item);
  const { documentId, id, __component = "" } = item;
  return JSON.stringify(documentId ?? (id === undefined ? item : [__component, id]));
}

/** All scalar values of a content by path. Paths name list entries by key. */
export function leavesOf(content: JsonObject): ReadonlyMap<string, Json> {
  return new Map(Object.entries(content).flatMap(([name, value]) => leavesAt(name, value)));
}

function leavesAt(path: string, value: Json): (readonly [path: string, value: Json])[] {
  if (value === null) return [];
  if (isArray(value)) return value.flatMap((item) => leavesAt(`${path}[${nameOf(item)}]`, item));
  if (!isObject(value) || path === "extra") return [[path, value]];
  const inner = Object.entries(value).flatMap(([name, child]) =>
    leavesAt(`${path}.${name}`, child),
  );
  return [[path, "there"], ...inner];
}

/** A path that names list entries by key, because their positions differ between sides. */
export const named = (path: string, content: JsonObject): string =>
  path.replace(/^(\w+)\[(\d+)\]/, (_, name: string, at: string) => {
    const list = content[name];
    return `${name}[${nameOf(isArray(list) ? (list[Number(at)] ?? null) : null)}]`;
  });

/** The keys of a list's entries, in order. */
export function namesIn(content: JsonObject, name: string): string[] {
  const list = content[name];
  return isArray(list) ? list.map(nameOf) : [];
}
