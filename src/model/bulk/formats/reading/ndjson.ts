import { recordIn } from "./element.ts";
import { longest } from "./raw.ts";
import type { Raw, Texts } from "./raw.ts";

/** Reads a record a line; one that is malformed is told, and the next one read. */
export async function* readNdjson(texts: Texts): AsyncGenerator<Raw, void, void> {
  const lines = new Lines();
  for await (const [failure, text] of texts) {
    if (failure) return yield { line: lines.line, failure };
    yield* lines.take(text);
  }
  yield* lines.take("\n");
}

/** Takes a text that comes in pieces apart into its lines. */
class Lines {
  line = 1;
  readonly #parts: string[] = [];
  #length = 0;

  *take(text: string): Generator<Raw, void, void> {
    const [first = "", ...others] = text.split("\n");
    this.#keep(first);
    for (const piece of others) {
      yield* this.#end();
      this.#keep(piece);
    }
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length > longest) this.#parts.length = 0;
    else this.#parts.push(piece);
  }

  *#end(): Generator<Raw, void, void> {
    const text = this.#parts.join("");
    const { line } = this;
    if (this.#length > longest) {
      yield { line, failure: { code: "record-too-long", limit: longest } };
    } else if (text.trim() !== "") yield recordIn(text, { line, column: 1 });
    this.#parts.length = 0;
    this.#length = 0;
    this.line += 1;
  }
}
