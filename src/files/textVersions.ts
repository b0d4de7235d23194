import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Json } from "../model/foundation/json.ts";

/** A text, and what its field holds of it. */
interface WrittenVersion {
  readonly text: string;
  readonly value: Json;
}

interface TextVersion extends WrittenVersion {
  readonly mtime: number;
  readonly size: number;
  /** What was last put into the document from here. */
  readonly written?: WrittenVersion | undefined;
  /** Whether it is not on the service yet. */
  readonly isPending?: boolean;
}

/**
 * When a text has changed, as VS Code asks it. The size is made of what the field holds and is never its length:
 * VS Code takes a file for another one only where time has moved on and the size differs. So what is as it was is
 * no conflict, in whatever form it was typed, and something else is, also when the window was reloaded in between.
 */
export class TextVersions {
  readonly #known = new Map<string, TextVersion>();

  stat(key: string, { text, value }: WrittenVersion): TextVersion {
    const known = this.#known.get(key);
    if (known?.text === text) return known;
    const mtime = Math.max(Date.now(), (known?.mtime ?? 0) + 1);
    const version = { ...known, text, value, mtime, size: sizeOf(value, known) };
    this.#known.set(key, version);
    return version;
  }

  /** Whether a text is another one than that which VS Code was last told of. */
  hasMoved(key: string, text: string): boolean {
    const known = this.#known.get(key);
    return known !== undefined && known.text !== text;
  }

  /** This is in the document from here: what stands there is nobody else's. */
  put(key: string, written: WrittenVersion): void {
    this.#known.set(key, { ...this.stat(key, written), written, isPending: true });
  }

  /** What was put there is on the service: what stands there from now on may be anybody's. */
  settle(key: string): void {
    const known = this.#known.get(key);
    if (known) this.#known.set(key, { ...known, isPending: false });
  }

  isPut(key: string, value: Json): boolean {
    const known = this.#known.get(key);
    return known?.isPending === true && isDeepStrictEqual(known.written?.value, value);
  }

  /** How a person has written what the field holds; there may be other ways to say the same. */
  written(key: string, value: Json): string | undefined {
    const { written } = this.#known.get(key) ?? {};
    return isDeepStrictEqual(written?.value, value) ? written?.text : undefined;
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}

/** Far below the size from which on VS Code asks before it opens a file. */
const sizes = 900_000;

function sizeOf(value: Json, known: TextVersion | undefined): number {
  if (known && isDeepStrictEqual(known.value, value)) return known.size;
  const digest = createHash("sha256").update(JSON.stringify(value)).digest();
  const size = 1 + (digest.readUIntBE(0, 6) % sizes);
  return size === known?.size ? size + 1 : size;
}
