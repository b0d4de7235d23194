import { isRecord } from "../recordGuard.ts";

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
  const clean = (original: string): string =>
    ordered.reduce((text, secret) => {
      const isPart = (before: string, after: string): boolean =>
        secret.length < shortest && (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after));
      const replaced = text.replaceAll(secret, (match, at: number) =>
        isPart(text.charAt(at - 1), text.charAt(at + match.length)) ? match : mark,
      );
      return replaced.includes("%") ? withoutEncoded(replaced, secret, mark, isPart) : replaced;
    }, original);
  return ordered.length === 0 ? value : (cleaned(value, clean) as T);
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
  const source = bytesOf(text);
  const bytes = decoded(source);
  const secretBytes = decoded(bytesOf(secret));
  const pieces: string[] = [];
  /** The same position in the decoded bytes and in the source. */
  const position = { decoded: 0, source: 0 };
  const advanceTo = (end: number): number => {
    for (; position.decoded < end; position.decoded += 1) {
      byteAt.lastIndex = position.source;
      byteAt.exec(source);
      position.source = byteAt.lastIndex;
    }
    return position.source;
  };
  let next = 0;
  for (
    let at = bytes.indexOf(secretBytes);
    at !== -1;
    at = bytes.indexOf(secretBytes, at + secretBytes.length)
  ) {
    const end = at + secretBytes.length;
    const before = textOf(bytes.slice(Math.max(0, at - 4), at));
    if (isPart(before, textOf(bytes.slice(end, end + 4)))) continue;
    pieces.push(textOf(source.slice(next, advanceTo(at))), mark);
    next = advanceTo(end);
  }
  return pieces.length === 0 ? text : pieces.join("") + textOf(source.slice(next));
}

/** A text with one character for each of its bytes, so that bytes can be searched as a text. */
const bytesOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
const textOf = (bytes: string): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
  );

/** Decodes percent-encoded bytes. Each further encoding of `%2f` adds a `25`: `%252f`. */
const decoded = (source: string): string =>
  source.replace(/%(?:25)*([\da-f]{2})/gi, (_, pair: string) =>
    String.fromCharCode(Number.parseInt(pair, 16)),
  );

/** A byte, which may be percent-encoded. */
const byteAt = /%(?:25)*[\da-f]{2}|[^]/iy;

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((part) => cleaned(part, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [clean(key), cleaned(part, clean)]),
  );
}
