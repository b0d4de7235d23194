/** Removes a key from JSON at any depth, as a project's own code can. */
export const stripping =
  (key: string) =>
  (value: unknown): unknown => {
    const strip = stripping(key);
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => name !== key);
    return Object.fromEntries(entries.map(([name, inner]) => [name, strip(inner)]));
  };
