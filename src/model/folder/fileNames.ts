import { createHash } from "node:crypto";
import { slugify } from "../schemas/slugs.ts";

/** In characters. With a number, a locale and an ending, a name has fewer than 255 bytes. */
const maxNameLength = 60;

/** The names that Windows keeps for devices, whatever their ending. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * A name that every file system takes and that differs from others in more than its case or its
 * Unicode form: small ASCII letters, digits and hyphens. Empty if the text has none of them.
 */
export function safeName(text: string): string {
  const name = slugify(text).slice(0, maxNameLength).replace(/-$/, "");
  return devices.test(name) ? `${name}-file` : name;
}

/** The folder of a content type. Two names never have the same one. */
export function typeFolder(name: string): string {
  const folder = safeName(name);
  if (folder === name && name !== "") return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  return `${folder || "type"}-${hash}`;
}

/** The JSON schema of the files of a type that have a locale, or of those that have none. */
export const editorSchemaName = (type: string, locale: string | undefined): string =>
  locale === undefined ? `${type}.json` : `${type}.localized.json`;

/** Chooses the names of new documents of a type. A name is chosen once and never follows its key. */
export class FileNames {
  readonly #taken: Set<string>;
  /** The last number behind each name, so that many equal names don't take quadratic time. */
  readonly #lastNumbers = new Map<string, number>();

  constructor(namesInUse: Iterable<string>) {
    this.#taken = new Set(namesInUse);
  }

  /** `key`: what people call the document. The documentId stands in for a key without a name. */
  choose(key: string, documentId: string): string {
    const base = safeName(key) || safeName(documentId) || "document";
    let name = base;
    let number = this.#lastNumbers.get(base) ?? 1;
    while (this.#taken.has(name)) {
      number += 1;
      name = `${base}-${number}`;
    }
    this.#lastNumbers.set(base, number);
    this.#taken.add(name);
    return name;
  }
}
