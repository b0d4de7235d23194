import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { isArray, isObject } from "../../../src/model/foundation/json.ts";

/**
 * The values of an article that two users can both change, by place: scalars, a shared scalar, attributes of a
 * component, and entries of a list and of a dynamic zone. The place of an entry contains its mark, but neither its
 * index nor its id. The value of the one-to-one relation `sequel` is a documentId, which is the only value that can
 * occur twice.
 */
export type Values = Readonly<Record<string, string>>;

const scalars = ["title", "kicker", "summary", "contactEmail"];
const inSeo = ["metaTitle", "metaDescription"];

interface Shelf {
  readonly attribute: string;
  readonly mark: string;
  readonly key: string;
  readonly item: JsonObject;
}

const shelves: readonly Shelf[] = [
  { attribute: "links", mark: "url", key: "label", item: {} },
  {
    attribute: "sections",
    mark: "heading",
    key: "body",
    item: { __component: "sections.text" },
  },
];

/** The attribute that contains a place. */
export const attributeOf = (field: string): string => /^\w+/.exec(field)?.[0] ?? "";

/** Whether the service keeps one value of a place for all locales. */
export const isShared = (field: string): boolean => field === "contactEmail";

export const isSequel = (field: string): boolean => field === "sequel";

/** Whether the service rejects a save that clears a place. */
const isRequired = (field: string): boolean => /^(title|seo.metaTitle)$/.test(field);

export function valuesIn(content: JsonObject): Values {
  const { seo, sequel } = content;
  const entries = [
    ["sequel", isObject(sequel) ? sequel["documentId"] : null] satisfies [string, Json | undefined],
    ...scalars.map((name): [string, Json | undefined] => [name, content[name]]),
    ...inSeo.map((key): [string, Json | undefined] => [
      `seo.${key}`,
      isObject(seo) ? seo[key] : null,
    ]),
  ];
  for (const { attribute, mark, key } of shelves) {
    for (const item of itemsOf(content[attribute])) {
      const field = `${attribute} ${item[mark] as string}`;
      // A repeated entry gets a separate place, which no edit changes.
      entries.push([
        entries.some(([name]) => name === field) ? `${field} twice` : field,
        item[key],
      ]);
    }
  }
  return Object.fromEntries(entries.filter(([, value]) => isText(value))) as Values;
}

const isText = (value: Json | undefined): boolean => typeof value === "string" && value !== "";

const itemsOf = (list: Json | undefined): readonly JsonObject[] =>
  isArray(list) ? list.filter(isObject) : [];

/** The content with a new value at a place; undefined clears it. */
export function put(content: JsonObject, field: string, value: string | undefined): JsonObject {
  const attribute = attributeOf(field);
  const now = content[attribute];
  const shelf = shelves.find((candidate) => candidate.attribute === attribute);
  if (shelf) {
    const items = putItem(shelf, itemsOf(now), { mark: field.slice(attribute.length + 1), value });
    return { ...content, [attribute]: items };
  }
  if (attribute === "seo") {
    return { ...content, seo: { ...(now as JsonObject), [field.slice(4)]: value ?? null } };
  }
  if (isSequel(field)) {
    return { ...content, sequel: value === undefined ? null : { documentId: value } };
  }
  if (value !== undefined) return { ...content, [attribute]: value };
  return Object.fromEntries(Object.entries(content).filter(([name]) => name !== attribute));
}

function putItem(
  { mark, key, item }: Shelf,
  items: readonly JsonObject[],
  now: { readonly mark: string; readonly value: string | undefined },
): readonly JsonObject[] {
  const { value } = now;
  if (value === undefined) return items.filter((entry) => entry[mark] !== now.mark);
  const isThere = items.some((entry) => entry[mark] === now.mark);
  if (!isThere) return [...items, { ...item, [mark]: now.mark, [key]: value }];
  return items.map((entry) => (entry[mark] === now.mark ? { ...entry, [key]: value } : entry));
}

/** A change of a text. `where` selects one of the text's places. */
export interface Change {
  readonly how: "change" | "add" | "remove";
  readonly where: number;
}

/** A place and its new value. */
export type Edit = readonly [place: string, value: string | undefined];

/** The edit for a change. Its word occurs in no other change. Repeated entries share a mark, so no edit changes them. */
export function toEdit(values: Values, { how, where }: Change, word: string): Edit {
  const isRepeated = (field: string) => field.endsWith(" twice") || `${field} twice` in values;
  const fields = Object.keys(values).filter((field) => !isSequel(field) && !isRepeated(field));
  if (how === "add") {
    const isLink = where % 2 === 0;
    return [isLink ? `links https://${word}.example` : `sections About ${word}`, `Made ${word}`];
  }
  const removable = fields.filter((field) => !isRequired(field));
  const from = how === "remove" ? removable : fields;
  return rewritten(from[where % from.length] ?? "title", how, word);
}

/** The edit of a given place. */
export const rewritten = (field: string, how: Change["how"], word: string): Edit => {
  if (how === "remove" && !isRequired(field)) return [field, undefined];
  return [field, isShared(field) ? `${word}@example.com` : `Written ${word}`];
};
