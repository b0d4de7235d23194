type Filters = Readonly<Record<string, unknown>>;

const texts = (list: unknown): string[] => Object.values(list as object).map(String);

/** How each operator compares. All values are strings, as in the query. */
const operators: Readonly<Record<string, (value: unknown, asked: unknown) => boolean>> = {
  $and: (value, asked) => parts(asked).every((part) => matches(part, value)),
  $or: (value, asked) => parts(asked).some((part) => matches(part, value)),
  $not: (value, asked) => !matches(asked as Filters, value),
  $eq: (value, asked) => String(value) === String(asked),
  $ne: (value, asked) => String(value) !== String(asked),
  $gt: (value, asked) => String(value) > String(asked),
  $gte: (value, asked) => String(value) >= String(asked),
  $in: (value, asked) => texts(asked).includes(String(value)),
  $null: (value, asked) => ((value ?? null) === null) === (String(asked) === "true"),
  $notIn: (value, asked) => !texts(asked).includes(String(value)),
};

const parts = (asked: unknown): Filters[] => Object.values(asked as object) as Filters[];

/** Whether a document, or the value of a field, matches the filters. */
export function matches(filters: Filters, value: unknown): boolean {
  return Object.entries(filters).every(([key, asked]) => {
    if (key.startsWith("$")) return operators[key]!(value, asked);
    return matches(asked as Filters, (value as Readonly<Record<string, unknown>> | null)?.[key]);
  });
}

/** The length of the longest `$in` or `$notIn` in a query. */
export function longestList(query: unknown): number {
  if (typeof query !== "object" || query === null) return 0;
  const entries = Object.entries(query) as [string, unknown][];
  const own = entries.map(([key, part]) => (/^\$(in|notIn)$/.test(key) ? texts(part).length : 0));
  return Math.max(0, ...own, ...entries.map(([, part]) => longestList(part)));
}
