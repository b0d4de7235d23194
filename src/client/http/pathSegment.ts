/**
 * Whether a value is one segment of a URL's path, even for a proxy that decodes it. An empty or
 * dotted segment, or one with a separator, would reach a different route.
 */
export const isPathSegment = (value: unknown): value is string =>
  typeof value === "string" && !/^\.{0,2}$|[/\\?#%\p{Cc}]/u.test(value);
