import { isRecord } from "../json.ts";

/**
 * The minimum length, in UTF-16 units, for replacing every match. Shorter secrets are replaced only
 * as whole words: `a` is in most sentences.
 */
const shortest = 4;

/**
 * Replaces secrets in all texts and keys of a value, because a service can repeat what it was sent.
 * Also finds a secret whose characters are percent-encoded, once or several times.
 */
export function withoutSecrets<T>(value: T, secrets: readonly string[], mark: string): T {
  // Longest first: one can be part of another.
  const patterns = [...new Set(secrets)]
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length)
    .map(patternOf);
  const clean = (text: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, mark), text);
  return patterns.length === 0 ? value : (cleaned(value, clean) as T);
}

function patternOf(secret: string): RegExp {
  const characters = Array.from(secret, (character) => {
    const literal = character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return `(?:${literal}|${encoded(character)})`;
  }).join("");
  const isShort = secret.length < shortest;
  const pattern = isShort ? `(?<![\\p{L}\\p{N}])${characters}(?![\\p{L}\\p{N}])` : characters;
  return new RegExp(pattern, "gu");
}

/** Each further encoding of `%2f` adds a `25`: `%252f`. */
const encoded = (character: string): string =>
  Array.from(Buffer.from(character), (byte) => {
    const digits = byte.toString(16).padStart(2, "0");
    const inBothCases = digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return digits === "25" ? "%(?:25)+" : `%(?:25)*${inBothCases}`;
  }).join("");

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((part) => cleaned(part, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [clean(key), cleaned(part, clean)]),
  );
}
