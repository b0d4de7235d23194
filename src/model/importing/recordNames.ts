import { createHash } from "node:crypto";
import type { Target } from "./target.ts";
import type { SourceRecord } from "./record.ts";

/**
 * Names records by what they say and where it goes to, so that one is told again in a file in which lines were
 * added or mended since. Equal ones are told apart by their order.
 */
export class RecordNames {
  readonly #target: Pick<Target, "connection" | "type">;
  readonly #counts = new Map<string, number>();

  constructor({ connection, type }: Target) {
    this.#target = { connection, type };
  }

  /** The name of the next record of the file. */
  next({ documentId, locale, content }: SourceRecord): string {
    const { connection, type } = this.#target;
    const said = JSON.stringify([connection, type, documentId, locale, content]);
    const name = createHash("sha256").update(said).digest("base64url").slice(0, 16);
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count === 1 ? name : `${name}.${count}`;
  }
}
