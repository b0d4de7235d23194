import type { CmsError } from "../errors.ts";
import { isRecord } from "../json.ts";

/** Shorter texts are replaced only where they are whole words: `a` is in most sentences. */
const shortest = 4;

/** An error without the passwords that its request sent: the service may repeat what it refused. */
export function withoutPasswords(error: CmsError, body: unknown): CmsError {
  const patterns = passwordsIn(body).map(patternOf);
  if (patterns.length === 0) return error;
  const clean = (text: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, "[password]"), text);
  return Object.assign(error, {
    message: clean(error.message),
    details: cleaned(error.details, clean),
    ...("issues" in error && { issues: cleaned(error.issues, clean) }),
  });
}

/** The values of all keys that name a password, longest first: one may be a part of another. */
function passwordsIn(body: unknown): readonly string[] {
  if (typeof body !== "string" || !/password/i.test(body)) return [];
  const found = new Set<string>();
  JSON.parse(body, (key, value: unknown) => {
    if (/password/i.test(key) && typeof value === "string" && value !== "") found.add(value);
    return value;
  });
  return [...found].sort((a, b) => b.length - a.length);
}

function patternOf(password: string): RegExp {
  const literal = password.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const isShort = password.length < shortest;
  return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal, "gu");
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((one) => cleaned(one, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [clean(key), cleaned(one, clean)]),
  );
}
