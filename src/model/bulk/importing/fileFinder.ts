import type { CmsFile } from "../../../client/index.ts";
import { urlChunks, sizeInUrl } from "../../foundation/chunks.ts";
import type { Service } from "../../schemas/catalogs.ts";
import type { Json } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";

/** How many files are asked for in one request, at most. */
const maxFilesPerRequest = 50;

/** What a record says of a file. */
interface FileLookup {
  readonly documentId?: string;
  readonly id?: number;
  readonly name?: string;
  readonly url?: string;
}

type KnownFile = Pick<CmsFile, "documentId" | "id" | "name" | "url">;

/**
 * Finds files of the media library: by documentId or number where the name is the same, else by name. Numbers
 * mean other files on another service.
 */
export class FileFinder {
  readonly #service: Service;
  readonly #requested = new Set<string>();
  readonly #byId = new Map<string | number, KnownFile>();
  readonly #byName = new Map<string, Map<string, KnownFile>>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Asks for those that nobody has asked for yet. */
  async learn(values: readonly Json[], signal?: AbortSignal): Promise<Outcome<null>> {
    const lookups = new Map(
      values.map(fileLookupOf).map((lookup) => [JSON.stringify(lookup), lookup]),
    );
    const unknown = [...lookups].filter(([key]) => !this.#requested.has(key));
    for (const part of urlChunks(unknown, ([, lookup]) => urlSizeOf(lookup), maxFilesPerRequest)) {
      const [failure] = await this.#ask(
        part.flatMap(([, lookup]) => filtersOf(lookup)),
        signal,
      );
      if (failure) return failed(failure);
      for (const [key] of part) this.#requested.add(key);
    }
    return done(null);
  }

  /** The documentIds of what it may be: one, unless it is not there or not told from others. */
  find(value: Json): readonly string[] {
    const { documentId = "", id = 0, name, url } = fileLookupOf(value);
    const same = [documentId, id]
      .flatMap((key) => this.#byId.get(key) ?? [])
      .find((file) => file.name === (name ?? file.name));
    if (same) return [same.documentId];
    const homonyms = [...(this.#byName.get(name ?? "")?.values() ?? [])];
    const exact = homonyms.filter((file) => file.url === url);
    return (exact.length === 1 ? exact : homonyms).map((file) => file.documentId);
  }

  async #ask(
    $or: readonly ReturnType<typeof filtersOf>[number][],
    signal: AbortSignal | undefined,
  ): Promise<Outcome<null>> {
    if ($or.length === 0) return done(null);
    const params = { filters: { $or } };
    const { cms } = this.#service;
    const [error, files] = await cms.upload().findMany({ params, ...(signal && { signal }) });
    if (error) return refused(error);
    for (const { documentId, id, name, url } of files) {
      const file = { documentId, id, name, url };
      const homonyms = this.#byName.get(name) ?? new Map<string, KnownFile>();
      this.#byName.set(name, homonyms.set(documentId, file));
      this.#byId.set(documentId, file).set(id, file);
    }
    return done(null);
  }
}

function fileLookupOf(value: Json): FileLookup {
  if (typeof value === "number") return { id: value };
  const fields = isObject(value) ? value : { documentId: value };
  const { id } = fields;
  const text = (key: "documentId" | "name" | "url") => {
    const found = textIn(fields, key);
    return found === "" ? {} : { [key]: found };
  };
  return {
    ...text("documentId"),
    ...text("name"),
    ...text("url"),
    ...(typeof id === "number" && { id }),
  };
}

/** What the conditions of one take of a URL, in characters. */
const urlSizeOf = ({ documentId = "", name = "" }: FileLookup): number =>
  sizeInUrl(documentId + name) + 120;

const filtersOf = ({ documentId, id, name }: FileLookup) => [
  ...(documentId === undefined ? [] : [{ documentId: { $eq: documentId } }]),
  ...(id === undefined ? [] : [{ id: { $eq: id } }]),
  ...(name === undefined ? [] : [{ name: { $eq: name } }]),
];
