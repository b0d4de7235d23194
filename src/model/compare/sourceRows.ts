import { mkdtemp, open, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { groupedBy } from "../foundation/chunks.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ReadOptions, ReadResult } from "../reading/readOptions.ts";
import { PageReader } from "../reading/pageReader.ts";
import { shapesFor } from "../content/requestShape.ts";
import type { VersionRequest } from "../reading/readRequests.ts";
import { defaultLocaleOf, knownLocales, type CopyType, type CopyTypes } from "./copyTypes.ts";
import { portableReferences } from "./portableForm.ts";

type Rows = readonly JsonObject[];
type Version = VersionRequest["status"];

/**
 * The documents of the source, as one step of a copy reads them. The plan is a step, and the run is
 * another. A step needs documents several times and reads each of them once: what it has read stays
 * in a temporary file until its end.
 */
export class SourceRows {
  readonly types: CopyTypes;
  readonly version: Version;
  readonly #file = new RowsFile();

  private constructor(types: CopyTypes, version: Version) {
    this.types = types;
    this.version = version;
  }

  static async use<T>(
    types: CopyTypes,
    version: Version,
    step: (rows: SourceRows) => Promise<T>,
  ): Promise<T> {
    const rows = new SourceRows(types, version);
    try {
      return await step(rows);
    } finally {
      await rows.#file.close();
    }
  }

  /**
   * The rows in all locales that both services have; those of a single type in `locales`. Undefined
   * stands for the default locale, or for a type without locales.
   */
  async read(
    uid: string,
    ids: readonly string[],
    locales: readonly (string | undefined)[],
    options: ReadOptions,
  ): ReadResult<Rows> {
    const type = this.types.of(uid);
    if (!type) return done([]);
    const { from } = type;
    const isSingle = this.types.isSingle(uid);
    const [defaultLocale = ""] = defaultLocaleOf(from);
    const names = isSingle ? locales.map((locale) => locale ?? defaultLocale) : ids;
    const keyOf = (name: string) => `${uid} ${name}`;
    const unique = [...new Set(names)];
    const stored = await Promise.all(unique.map((name) => this.#file.read(keyOf(name))));
    const known = stored.flatMap((rows) => rows ?? []);
    const unread = unique.filter((_, at) => !stored[at]);
    if (unread.length === 0) return done(known);
    const query = {
      status: this.version,
      locales: isSingle ? unread : sharedLocales(type),
      // With the keys of all relations, because a comparison names their targets by them.
      shapes: shapesFor(type.whole, { references: portableReferences(this.types.keys) }),
      probesRoute: true,
    };
    const [failure, rows] = await new PageReader(from, query, options).byIds(unread);
    if (failure) return failed(failure);
    const nameOf = (row: JsonObject) => textIn(row, isSingle ? "locale" : "documentId");
    await this.#file.append(groupedBy(rows, (row) => keyOf(nameOf(row))));
    return done([...known, ...rows]);
  }
}

/** Empty for the default one. */
function sharedLocales({ from, to }: CopyType): readonly string[] {
  if (!from.type.localized || !to.type.localized) return [];
  const known = knownLocales({ from, to });
  return known.from.filter((code) => known.to.includes(code));
}

/** Rows by a key, in a temporary file. If it can't be written, some rows are missing. */
class RowsFile {
  readonly #ranges = new Map<string, { readonly at: number; readonly length: number }>();
  #file: Promise<FileHandle | undefined> | undefined;
  #folder = "";
  #end = 0;

  async read(key: string): Promise<Rows | undefined> {
    const range = this.#ranges.get(key);
    const file = range && (await this.#file);
    if (!file) return undefined;
    const { at, length } = range;
    const text = await file.read(Buffer.alloc(length), 0, length, at).catch(() => undefined);
    return text?.bytesRead === length ? (JSON.parse(text.buffer.toString()) as Rows) : undefined;
  }

  async append(rowsByKey: Iterable<readonly [string, Rows]>): Promise<void> {
    this.#file ??= this.#open().catch(() => undefined);
    const file = await this.#file;
    const entries = [...rowsByKey].map(
      ([key, rows]) => [key, Buffer.from(JSON.stringify(rows))] as const,
    );
    const all = Buffer.concat(entries.map(([, text]) => text));
    let at = this.#end;
    this.#end += all.length;
    const written = await file?.write(all, 0, all.length, at).catch(() => undefined);
    if (written?.bytesWritten !== all.length) return;
    for (const [key, { length }] of entries) {
      this.#ranges.set(key, { at, length });
      at += length;
    }
  }

  async close(): Promise<void> {
    this.#ranges.clear();
    const file = await this.#file;
    this.#file = Promise.resolve(undefined);
    await file?.close();
    await this.#remove();
  }

  async #open(): Promise<FileHandle> {
    this.#folder = await mkdtemp(join(tmpdir(), "cms-copy-"));
    const file = await open(join(this.#folder, "rows"), "wx+", 0o600);
    // Nothing stays if the process ends. Windows removes only files that are closed.
    await this.#remove();
    return file;
  }

  async #remove(): Promise<void> {
    if (this.#folder === "") return;
    await rm(this.#folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
