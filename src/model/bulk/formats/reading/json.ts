import type { Failure } from "../../../foundation/outcome.ts";
import { behind, recordIn } from "./element.ts";
import type { Position } from "./element.ts";
import { longest, upTo } from "./raw.ts";
import type { Raw, Texts } from "./raw.ts";

/**
 * Reads the records of one array, which may all stand on one line: `line` says which of them it is. A malformed place ends it: nobody can tell where the next record begins.
 * No parser of pieces is used: those that there are join doubled keys and round numbers, so that each record
 * would have to be read a second time.
 */
export const readJson = (texts: Texts): AsyncIterable<Raw> => upTo(endings, elementsOf(texts));

const endings = new Set<Failure["code"]>(["invalid-json", "not-a-list", "record-too-long"]);

async function* elementsOf(texts: Texts): AsyncGenerator<Raw, void, void> {
  const elements = new Elements();
  for await (const [failure, text] of texts) {
    if (failure) return yield { line: elements.next, failure };
    yield* elements.take(text);
  }
  yield* elements.end();
}

const any = /[^]/g;
const ofStrings = /["\\\n]/g;
const ofArrays = /["{}[\],]/g;

/** What opens and closes. */
const steps = new Map([
  ["{", 1],
  ["[", 1],
  ["}", -1],
  ["]", -1],
]);

/** Takes a text that comes in pieces apart into the elements of the array that it is. */
class Elements {
  /** Which element is next, from 1. */
  next = 1;
  /** Where the current piece begins: what stands before the array, an element, or what stands behind it. */
  #at: Position = { line: 1, column: 1 };
  #stage: "before" | "first" | "next" | "behind" = "before";
  readonly #parts: string[] = [];
  #length = 0;
  /** Of brackets that are open, the array's own included. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  *take(text: string): Generator<Raw, void, void> {
    let from = 0;
    for (let at = this.#sign(text, 0); at >= 0; at = this.#sign(text, at + 1)) {
      const sign = text.charAt(at);
      if (!this.#isBreak(sign)) continue;
      this.#keep(text.slice(from, at));
      yield* this.#break(sign);
      from = at + 1;
    }
    this.#keep(text.slice(from));
    if (this.#length > longest) yield this.#tooLong();
  }

  /** What is wrong where the text ends. */
  *end(): Generator<Raw, void, void> {
    const text = this.#parts.join("");
    if (this.#stage === "before") yield this.#flaw({ code: "not-a-list" });
    else if (this.#stage !== "behind") {
      const raw = recordIn(text, this.#at);
      yield "failure" in raw ? this.#flaw(raw.failure) : this.#invalid(text);
    }
  }

  /** Where the next sign stands that may matter: most of a file is text, and none of it does. */
  #sign(text: string, from: number): number {
    const signs = this.#isEscaped ? any : this.#isInString ? ofStrings : ofArrays;
    const wanted = this.#depth === 0 ? any : signs;
    wanted.lastIndex = from;
    return wanted.exec(text)?.index ?? -1;
  }

  /** Whether a sign parts two pieces: it opens the array, stands between two elements, or closes it. */
  #isBreak(sign: string): boolean {
    if (this.#depth === 0) return this.#isOuterBreak(sign);
    if (this.#isInString) {
      this.#readString(sign);
      return false;
    }
    this.#isInString = sign === '"';
    this.#depth += steps.get(sign) ?? 0;
    return this.#depth === 0 || (this.#depth === 1 && sign === ",");
  }

  /** A string has no line breaks: one that was not closed is not to take the rest of the file with it. */
  #readString(sign: string): void {
    this.#isInString = this.#isEscaped || (sign !== '"' && sign !== "\n");
    this.#isEscaped = sign === "\\" && !this.#isEscaped;
  }

  /** Outside the array every sign is one, but space. */
  #isOuterBreak(sign: string): boolean {
    if (/\s/.test(sign)) return false;
    this.#depth = sign === "[" ? 1 : 0;
    return true;
  }

  *#break(sign: string): Generator<Raw, void, void> {
    const text = this.#parts.join("");
    if (this.#stage === "before") {
      if (sign !== "[") yield this.#flaw({ code: "not-a-list" });
      this.#stage = "first";
    } else yield* this.#element(text, sign);
    this.#at = behind(this.#at, text + sign);
    this.#parts.length = 0;
    this.#length = 0;
  }

  *#element(text: string, sign: string): Generator<Raw, void, void> {
    const isEmpty = this.#stage === "first" && sign === "]" && text.trim() === "";
    if (this.#stage === "behind" || sign === "}") yield this.#invalid(text);
    else if (text.length > longest) yield this.#tooLong();
    else if (!isEmpty) {
      yield { ...recordIn(text, this.#at), line: this.next };
      this.next += 1;
    }
    this.#stage = sign === "]" ? "behind" : "next";
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    this.#parts.push(piece);
  }

  #tooLong(): Raw {
    return this.#flaw({ code: "record-too-long", limit: longest });
  }

  #invalid(before: string): Raw {
    return this.#flaw({ code: "invalid-json", ...behind(this.#at, before) });
  }

  #flaw(failure: Failure): Raw {
    return { line: this.next, failure };
  }
}
