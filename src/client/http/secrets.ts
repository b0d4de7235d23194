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
  const ordered = [...new Set(secrets)]
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length);
  const clean = (text: string): string =>
    ordered.reduce((rest, secret) => withoutSecret(rest, secret, mark), text);
  return ordered.length === 0 ? value : (cleaned(value, clean) as T);
}

function withoutSecret(text: string, secret: string, mark: string): string {
  const plain = text.includes(secret) ? withoutBytes(text, [...text], secret, mark) : text;
  return plain.includes("%")
    ? withoutBytes(plain, plain.match(encodedCharacter) ?? [], secret, mark)
    : plain;
}

/** A character, or a byte in percent-encoding. Each further encoding of `%2f` adds a `25`: `%252f`. */
const encodedCharacter = /%(?:25)*[\da-f]{2}|[^]/giu;

/** Replaces a secret in a text that consists of these characters and encoded bytes. */
function withoutBytes(
  text: string,
  parts: readonly string[],
  secret: string,
  mark: string,
): string {
  const bytes = parts.map(bytesOf);
  const all = Buffer.concat(bytes);
  const wanted = Buffer.from(secret);
  if (!all.includes(wanted)) return text;
  /** For each byte, the part that it belongs to. */
  const partAt = bytes.flatMap((part, index) => Array.from(part, () => index));
  const kept: string[] = [];
  let next = 0;
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + wanted.length)) {
    const [first = 0, last = 0] = [partAt[at], partAt[at + wanted.length - 1]];
    const isInWord = isWordPart(parts[first - 1]) || isWordPart(parts[last + 1]);
    if (first < next || (secret.length < shortest && isInWord)) continue;
    kept.push(...parts.slice(next, first), mark);
    next = last + 1;
  }
  return [...kept, ...parts.slice(next)].join("");
}

const isWordPart = (part = ""): boolean => /^[\p{L}\p{N}]$/u.test(part);

const bytesOf = (part: string): Buffer =>
  part.length > 1 && part.startsWith("%") ? Buffer.from(part.slice(-2), "hex") : Buffer.from(part);

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((part) => cleaned(part, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [clean(key), cleaned(part, clean)]),
  );
}
