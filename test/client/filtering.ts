type Filters = Readonly<Record<string, unknown>>;

const texts = (list: unknown): string[] => Object.values(list as object).map(String);

/** How each operator compares. All values are strings, as in the query. */
const operators: Readonly<Record<string, (value: unknown, operand: unknown) => boolean>> = {
  $and: (value, operand) => parts(operand).every((part) => matches(part, value)),
  $or: (value, operand) => parts(operand).some((part) => matches(part, value)),
  $not: (value, operand) => !matches(operand as Filters, value),
  $eq: (value, operand) => String(value) === String(operand),
  $ne: (value, operand) => String(value) !== String(operand),
  $gt: (value, operand) => String(value) > String(operand),
  $gte: (value, operand) => String(value) >= String(operand),
  $in: (value, operand) => texts(operand).includes(String(value)),
  $null: (value, operand) => ((value ?? null) === null) === (String(operand) === "true"),
  $notIn: (value, operand) => !texts(operand).includes(String(value)),
};

const parts = (operand: unknown): Filters[] => Object.values(operand as object) as Filters[];

/** Whether a document, or the value of a field, matches the filters. */
export function matches(filters: Filters, value: unknown): boolean {
  return Object.entries(filters).every(([key, operand]) => {
    if (key.startsWith("$")) return operators[key]!(value, operand);
    return matches(operand as Filters, (value as Readonly<Record<string, unknown>> | null)?.[key]);
  });
}

/** The length of the longest `$in` or `$notIn` in a query. */
export function longestList(query: unknown): number {
  if (typeof query !== "object" || query === null) return 0;
  const entries = Object.entries(query) as [string, unknown][];
  const lengths = entries.map(([key, part]) =>
    /^\$(in|notIn)$/.test(key) ? texts(part).length : 0,
  );
  return Math.max(0, ...lengths, ...entries.map(([, part]) => longestList(part)));
}
