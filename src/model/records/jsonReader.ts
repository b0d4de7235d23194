import { parseTree } from "jsonc-parser";
import { positionAfter, positionOf, type TextPosition } from "../foundation/jsonText.ts";
import { maxRecordLength, parseRecord, type RawRecord, type TextChunks } from "./rawRecord.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";

/**
 * Reads the records of one array. They may all be on one line, so `line` is the number of the
 * record. Malformed JSON ends the reading, because the start of the next record is unknown. No
 * streaming parser is used: the existing ones merge duplicate keys and round numbers. Each record
 * would have to be parsed a second time.
 */
export async function* readJson(texts: TextChunks): AsyncGenerator<RawRecord, void, void> {
  const elements = new JsonElements();
  for await (const [failure, text] of texts) {
    if (failure) return yield { line: elements.next, failure };
    yield* elements.take(text);
  }
  yield* elements.end();
}

/** Where a record starts, by its number from 1. */
export const positionOfElement = (text: string, number: number): TextPosition =>
  positionOf(text, parseTree(text)?.children?.[number - 1]?.offset ?? 0);

const anyCharacter = /[^]/g;
const stringSigns = /["\\\n]/g;
const structureSigns = /["{}[\],]/g;

const depthChanges = new Map([
  ["{", 1],
  ["[", 1],
  ["}", -1],
  ["]", -1],
]);

/** Splits a text that arrives in chunks into the elements of its array. */
class JsonElements {
  /** The number of the next element, from 1. */
  next = 1;
  /** The start of the current part: an element, or the text before or after the array. */
  #at: TextPosition = { line: 1, column: 1 };
  #stage: "before" | "first" | "next" | "behind" = "before";
  readonly #parts: string[] = [];
  #length = 0;
  /** The number of open brackets, including the array's own. */
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

  *end(): Generator<RawRecord, void, void> {
    const text = this.#parts.join("");
    if (this.#stage === "before") yield this.#flaw({ code: "not-a-list" });
    else if (this.#stage !== "behind") {
      const raw = parseRecord(text, this.#at);
      yield "failure" in raw ? this.#flaw(raw.failure) : this.#invalid(text);
    }
  }

  /** The index of the next significant character. Most of a file is text without any. */
  #sign(text: string, from: number): number {
    const signs = this.#isEscaped ? anyCharacter : this.#isInString ? stringSigns : structureSigns;
    const pattern = this.#depth === 0 ? anyCharacter : signs;
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? -1;
  }

  /** Whether a character opens or closes the array, or separates two elements. */
  #isBreak(sign: string): boolean {
    if (this.#depth === 0) {
      // Outside the array, every character except whitespace is a separator.
      if (/\s/.test(sign)) return false;
      this.#depth = sign === "[" ? 1 : 0;
      return true;
    }
    if (this.#isInString) {
      // A line break ends a string, so that an unclosed one doesn't take the rest of the file.
      this.#isInString = this.#isEscaped || (sign !== '"' && sign !== "\n");
      this.#isEscaped = sign === "\\" && !this.#isEscaped;
      return false;
    }
    this.#isInString = sign === '"';
    this.#depth += depthChanges.get(sign) ?? 0;
    return this.#depth === 0 || (this.#depth === 1 && sign === ",");
  }

  *#break(sign: string): Generator<RawRecord, void, void> {
    const text = this.#parts.join("");
    if (this.#stage === "before") {
      if (sign !== "[") yield this.#flaw({ code: "not-a-list" });
      this.#stage = "first";
    } else {
      const isEmpty = this.#stage === "first" && sign === "]" && text.trim() === "";
      if (this.#stage === "behind" || sign === "}") yield this.#invalid(text);
      else if (text.length > maxRecordLength) yield this.#tooLong();
      else if (!isEmpty) {
        yield { ...parseRecord(text, this.#at), line: this.next };
        this.next += 1;
      }
      this.#stage = sign === "]" ? "behind" : "next";
    }
    this.#at = positionAfter(this.#at, text + sign);
    this.#parts.length = 0;
    this.#length = 0;
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
