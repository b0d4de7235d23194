/** Names for what a file declares: each a TypeScript identifier, and no two alike. */
export class Identifiers {
  readonly #taken: Set<string>;

  /** With names that are not to be given. */
  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken);
  }

  /** A name as near to these words as can be: `shared.call-to-action` is SharedCallToAction. */
  claim(words: string): string {
    const wanted = toIdentifier(words);
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${wanted}${count}`;
    this.#taken.add(name);
    return name;
  }
}

/** These words as one name: `call-to-action` is CallToAction. */
export function toIdentifier(words: string): string {
  const name = words
    .split(/[^\p{ID_Continue}]+|_+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^\p{ID_Start}/u.test(name) ? name : `Type${name}`;
}

/** A name as a key of an object or an interface: in quotes where it is no identifier. */
export const keyText = (name: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name);

/** A text as a literal of TypeScript; JSON leaves two line ends as they are. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (end) =>
    end === "\u2028" ? String.raw`\u2028` : String.raw`\u2029`,
  );
