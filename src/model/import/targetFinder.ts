import type { CmsFile } from "../../client/index.ts";
import { isListable, isUsers } from "../schemas/catalog.ts";
import { textIn, isObject, keyTextOf, valueIn, type Json, ownIn } from "../foundation/json.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import { findFiles, type FileKey } from "../reading/fileReader.ts";
import { findByValues, type ValueQuery } from "../reading/lookup.ts";
import type { Service } from "../schemas/catalogs.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";

export interface TargetLookup {
  /** The uid of the target's type. */
  readonly target: string;
  /** `documentId` or an attribute of the target's type. */
  readonly by: string;
  readonly value: string;
  /** That of the document that has the relation, if it has one. Relations stay within a locale. */
  readonly locale?: string | undefined;
}

/** Requests each target only once. */
export class TargetFinder {
  readonly #service: Service;
  /** The documentIds by lookup; several if the lookup is ambiguous. */
  readonly #found = new Map<string, readonly string[]>();

  constructor(service: Service) {
    this.#service = service;
  }

  async learn(lookups: readonly TargetLookup[], signal?: AbortSignal): BulkResult<null> {
    const unknown = lookups.filter((lookup) => !this.#found.has(lookupKeyOf(lookup)));
    const groups = groupedBy(unknown, (lookup) => lookupKeyOf({ ...lookup, value: "" }));
    const { catalog } = this.#service;
    for (const group of groups.values()) {
      const [first] = group;
      const { target, by, locale } = first;
      const type = catalog.targets.get(target);
      const values = [...new Set(group.map(({ value }) => value))];
      // Targets of other types can't be listed. The service reports a missing target on save.
      const unlisted =
        by === "documentId" ? values.map((id) => ({ value: id, documentId: id })) : [];
      const [failure, matches] =
        type && (isUsers(type) || isListable(type, catalog))
          ? await findMatches(this.#service, { type, by, values, locale }, signal)
          : done(unlisted);
      if (failure) return failed(failure);
      const byValue = groupedBy(matches, ({ value }) => value);
      for (const value of values) {
        const ids = (byValue.get(value) ?? []).map(({ documentId }) => documentId);
        this.#found.set(lookupKeyOf({ ...first, value }), [...new Set(ids)]);
      }
    }
    return done(null);
  }

  /** The documentIds of the target: one, unless it is missing or ambiguous. */
  find(lookup: TargetLookup): readonly string[] {
    return this.#found.get(lookupKeyOf(lookup)) ?? [];
  }
}

const lookupKeyOf = ({ target, by, value, locale = "" }: TargetLookup): string =>
  JSON.stringify([target, by, locale, value]);

export interface TargetMatch {
  readonly value: string;
  readonly documentId: string;
  /** Empty if the type is not localized. */
  readonly locale: string;
}

/** The documents whose field `by`, their documentId or an attribute, has one of the values. */
export async function findMatches(
  service: Service,
  { by, ...query }: Omit<ValueQuery, "path" | "fields"> & { readonly by: string },
  signal?: AbortSignal,
): BulkResult<readonly TargetMatch[]> {
  const matches = await findByValues(service, { ...query, path: [by] }, { signal });
  return mapOutcome(matches, (rows) =>
    rows.map((row) => ({
      value: keyTextOf(ownIn(row, by)) ?? "",
      documentId: textIn(row, "documentId"),
      locale: textIn(row, "locale"),
    })),
  );
}

/**
 * Finds files of the media library: by documentId or id if the name is the same, otherwise by name.
 * An id may belong to another file on another service.
 */
export class FileFinder {
  readonly #service: Service;
  readonly #requested = new Set<string>();
  readonly #byId = new Map<string | number, CmsFile>();
  readonly #byName = new Map<string, Map<string, CmsFile>>();

  constructor(service: Service) {
    this.#service = service;
  }

  async learn(values: readonly Json[], signal?: AbortSignal): BulkResult<null> {
    const lookups = new Map(
      values.map(fileLookupOf).map((lookup) => [JSON.stringify(lookup), lookup]),
    );
    const unknown = [...lookups].filter(([key]) => !this.#requested.has(key));
    const keys = unknown.flatMap(([, lookup]) => keysOf(lookup));
    const [failure, files] = await findFiles(this.#service, keys, { signal });
    if (failure) return failed(failure);
    for (const file of files) {
      const { documentId, id, name } = file;
      const homonyms = this.#byName.get(name) ?? new Map<string, CmsFile>();
      this.#byName.set(name, homonyms.set(documentId, file));
      this.#byId.set(documentId, file).set(id, file);
    }
    for (const [key] of unknown) this.#requested.add(key);
    return done(null);
  }

  /** The documentIds of the matching files: one, unless the file is missing or ambiguous. */
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
}

function fileLookupOf(value: Json) {
  const fields = isObject(value)
    ? value
    : { [typeof value === "number" ? "id" : "documentId"]: value };
  const id = valueIn(fields, "id");
  return {
    documentId: textIn(fields, "documentId") || undefined,
    name: textIn(fields, "name") || undefined,
    url: textIn(fields, "url") || undefined,
    id: typeof id === "number" ? id : undefined,
  };
}

const keysOf = ({ documentId, id, name }: ReturnType<typeof fileLookupOf>): FileKey[] => [
  ...(documentId === undefined ? [] : [["documentId", documentId] as const]),
  ...(id === undefined ? [] : [["id", id] as const]),
  ...(name === undefined ? [] : [["name", name] as const]),
];
