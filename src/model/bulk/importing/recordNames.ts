import { createHash } from "node:crypto";
import type { ImportTarget } from "./target.ts";
import type { SourceRecord } from "./record.ts";

/**
 * Names records by what they say and where it goes to, so that one is told again in a file in which lines were
 * added or mended since. Equal ones are told apart by their order.
 */
export class RecordNames {
  readonly #target: readonly string[];
  readonly #counts = new Map<string, number>();

  constructor({ connection, type }: ImportTarget) {
    this.#target = [connection, type];
  }

  /** The name of the next record of the file; the locale is that which it goes to. */
  next({ documentId, content }: SourceRecord, locale: string | undefined): string {
    const name = digestOf([...this.#target, documentId, locale, content]);
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count === 1 ? name : `${name}.${count}`;
  }

  /** The same for all that a source says of one document, whatever that is; undefined where it has no id there. */
  sourceNameOf({ documentId }: SourceRecord): string | undefined {
    return documentId === undefined ? undefined : digestOf([...this.#target, documentId]);
  }
}

/** Tells what is said from what else could be. */
export const digestOf = (said: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(said)).digest("base64url").slice(0, 16);
