import { positionAfter, parseRecord } from "./element.ts";
import type { Position } from "./element.ts";
import { maxRecordLength, untilFatal } from "./raw.ts";
import type { RawRecord, TextChunks } from "./raw.ts";
import type { BulkFailure } from "../../bulkFailure.ts";

/**
 * Reads the records of one array, which may all stand on one line: `line` says which of them it is. A malformed place ends it: nobody can tell where the next record begins.
 * No parser of pieces is used: those that there are join doubled keys and round numbers, so that each record
 * would have to be read a second time.
 */
export const readJson = (texts: TextChunks): AsyncIterable<RawRecord> =>
  untilFatal(fatalJsonCodes, elementsOf(texts));

const fatalJsonCodes = new Set<BulkFailure["code"]>([
  "invalid-json",
  "not-a-list",
  "record-too-long",
]);

async function* elementsOf(texts: TextChunks): AsyncGenerator<RawRecord, void, void> {
  const elements = new JsonElements();
  for await (const [failure, text] of texts) {
    if (failure) return yield { line: elements.next, failure };
    yield* elements.take(text);
  }
  yield* elements.end();
}

const anyCharacter = /[^]/g;
const stringSigns = /["\\\n]/g;
const structureSigns = /["{}[\],]/g;

/** What opens and closes. */
const depthChanges = new Map([
  ["{", 1],
  ["[", 1],
  ["}", -1],
  ["]", -1],
]);

/** Takes a text that comes in pieces apart into the elements of the array that it is. */
class JsonElements {
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

  *take(text: string): Generator<RawRecord, void, void> {
    let from = 0;
    for (let at = this.#sign(text, 0); at >= 0; at = this.#sign(text, at + 1)) {
      const sign = text.charAt(at);
      if (!this.#isBreak(sign)) continue;
      this.#keep(text.slice(from, at));
      yield* this.#break(sign);
      from = at + 1;
    }
    this.#keep(text.slice(from));
    if (this.#length > maxRecordLength) yield this.#tooLong();
  }

  /** What is wrong where the text ends. */
  *end(): Generator<RawRecord, void, void> {
    const text = this.#parts.join("");
    if (this.#stage === "before") yield this.#flaw({ code: "not-a-list" });
    else if (this.#stage !== "behind") {
      const raw = parseRecord(text, this.#at);
      yield "failure" in raw ? this.#flaw(raw.failure) : this.#invalid(text);
    }
  }

  /** Where the next sign stands that may matter: most of a file is text, and none of it does. */
  #sign(text: string, from: number): number {
    const signs = this.#isEscaped ? anyCharacter : this.#isInString ? stringSigns : structureSigns;
    const wanted = this.#depth === 0 ? anyCharacter : signs;
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
    this.#depth += depthChanges.get(sign) ?? 0;
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

  *#break(sign: string): Generator<RawRecord, void, void> {
    const text = this.#parts.join("");
    if (this.#stage === "before") {
      if (sign !== "[") yield this.#flaw({ code: "not-a-list" });
      this.#stage = "first";
    } else yield* this.#element(text, sign);
    this.#at = positionAfter(this.#at, text + sign);
    this.#parts.length = 0;
    this.#length = 0;
  }

  *#element(text: string, sign: string): Generator<RawRecord, void, void> {
    const isEmpty = this.#stage === "first" && sign === "]" && text.trim() === "";
    if (this.#stage === "behind" || sign === "}") yield this.#invalid(text);
    else if (text.length > maxRecordLength) yield this.#tooLong();
    else if (!isEmpty) {
      yield { ...parseRecord(text, this.#at), line: this.next };
      this.next += 1;
    }
    this.#stage = sign === "]" ? "behind" : "next";
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    this.#parts.push(piece);
  }

  #tooLong(): RawRecord {
    return this.#flaw({ code: "record-too-long", limit: maxRecordLength });
  }

  #invalid(before: string): RawRecord {
    return this.#flaw({ code: "invalid-json", ...positionAfter(this.#at, before) });
  }

  #flaw(failure: BulkFailure): RawRecord {
    return { line: this.next, failure };
  }
}
