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
  const isPart = (before: string, after: string): boolean =>
    secret.length < shortest && (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after));
  const rest = text.replaceAll(secret, (match, at: number) =>
    isPart(text.charAt(at - 1), text.charAt(at + match.length)) ? match : mark,
  );
  return rest.includes("%") ? withoutEncoded(rest, secret, mark, isPart) : rest;
}

/**
 * Searches the decoded text, and replaces the characters that decode to the secret. `isPart`: a match
 * between two texts is part of a word, and stays.
 */
function withoutEncoded(
  text: string,
  secret: string,
  mark: string,
  isPart: (before: string, after: string) => boolean,
): string {
  const source = Buffer.from(text);
  const bytes = decoded(source);
  const wanted = decoded(Buffer.from(secret));
  const pieces: string[] = [];
  /** The same position in the decoded bytes and in the source. */
  const position = { decoded: 0, source: 0 };
  const advanceTo = (end: number): number => {
    for (; position.decoded < end; position.decoded += 1) {
      position.source = byteEnd(source, position.source);
    }
    return position.source;
  };
  let next = 0;
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    const before = bytes.toString("utf8", Math.max(0, at - 4), at);
    if (isPart(before, bytes.toString("utf8", end, end + 4))) continue;
    pieces.push(source.toString("utf8", next, advanceTo(at)), mark);
    next = advanceTo(end);
  }
  return pieces.length === 0 ? text : pieces.join("") + source.toString("utf8", next);
}

/** Decodes percent-encoded bytes. Each further encoding of `%2f` adds a `25`: `%252f`. */
function decoded(source: Buffer): Buffer {
  const bytes = Buffer.alloc(source.length);
  let length = 0;
  for (let at = 0, end: number; at < source.length; at = end) {
    end = byteEnd(source, at);
    bytes[length] = end === at + 1 ? (source[at] ?? 0) : hexPairAt(source, end - 2);
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The end of the byte that starts at a position, which may be percent-encoded. */
function byteEnd(source: Buffer, at: number): number {
  if (source[at] !== percent || hexPairAt(source, at + 1) < 0) return at + 1;
  let end = at + 3;
  while (hexPairAt(source, end - 2) === percent && hexPairAt(source, end) >= 0) end += 2;
  return end;
}

const percent = 0x25;

/** Negative if the two bytes aren't hexadecimal digits. */
function hexPairAt(source: Buffer, at: number): number {
  const [high, low] = [hexDigit(source[at]), hexDigit(source[at + 1])];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((part) => cleaned(part, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [clean(key), cleaned(part, clean)]),
  );
}
