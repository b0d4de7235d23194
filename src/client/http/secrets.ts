import { isRecord } from "../json.ts";

/**
 * The minimum length, in UTF-16 units, for replacing every match. Shorter secrets are replaced only
 * as whole words: `a` is in most sentences.
 */
const shortest = 4;

/** Units that a character takes at most: four bytes, each percent-encoded several times. */
const longestCharacter = 40;

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
    ordered.reduce((cleanText, secret) => withoutSecret(cleanText, secret, mark), text);
  return ordered.length === 0 ? value : (cleaned(value, clean) as T);
}

function withoutSecret(text: string, secret: string, mark: string): string {
  const marked = (all: string, match: string, at: number, decode = (part: string) => part) => {
    if (secret.length >= shortest) return mark;
    const end = at + match.length;
    const before = decode(all.slice(Math.max(0, at - longestCharacter), at));
    const after = decode(all.slice(end, end + longestCharacter));
    return /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after) ? match : mark;
  };
  const markedText = text.replaceAll(secret, (match, at: number) => marked(text, match, at));
  if (!markedText.includes("%")) return markedText;
  const bytes = bytesOf(markedText);
  const markedBytes = bytes.replaceAll(encodedPattern(secret), (match, at: number) =>
    marked(bytes, match, at, (part) => textOf(decoded(part))),
  );
  return markedBytes === bytes ? markedText : textOf(markedBytes);
}

/** A text with one character for each of its bytes, so that bytes can be searched as a text. */
const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");
const textOf = (bytes: string): string => Buffer.from(bytes, "latin1").toString();

/** Decodes percent-encoded bytes. Each further encoding of `%2f` adds a `25`: `%252f`. */
const decoded = (bytes: string): string =>
  bytes.replace(/%(?:25)*([\da-f]{2})/gi, (_, pair: string) =>
    String.fromCharCode(Number.parseInt(pair, 16)),
  );

/** Matches the bytes of a secret, each of which may be percent-encoded. */
function encodedPattern(secret: string): RegExp {
  const bytes = Buffer.from(decoded(bytesOf(secret)), "latin1");
  const alternatives = Array.from(bytes, (byte) => {
    const pair = byte.toString(16).padStart(2, "0");
    const anyCasePair = pair.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:%(?:25)*${anyCasePair}|\\x${pair})`;
  });
  return new RegExp(alternatives.join(""), "g");
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((part) => cleaned(part, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [clean(key), cleaned(part, clean)]),
  );
}
