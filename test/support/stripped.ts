/** Makes of any JSON the same without a key, wherever it stands: what a project's own code may do to its answers. */
export const stripping =
  (key: string) =>
  (value: unknown): unknown => {
    const strip = stripping(key);
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => name !== key);
    return Object.fromEntries(kept.map(([name, inner]) => [name, strip(inner)]));
  };
