import type { ContentType } from "../../schemas/catalog.ts";
import type { Service } from "../../schemas/catalogs.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { isListable, isUsers } from "../../documents/references/targetSearch.ts";
import { findByValues } from "./lookUp.ts";

/** What a relation points to, in the words of a record. */
export interface TargetLookup {
  /** The uid of its type. */
  readonly target: string;
  /** `documentId`, or an attribute of that type. */
  readonly by: string;
  readonly value: string;
  /** Of the document that points to it: a relation stays in its locale. Absent where that has none. */
  readonly locale?: string | undefined;
}

/** What is looked for by one question. */
interface TargetLookups extends Omit<TargetLookup, "value"> {
  readonly values: string[];
}

/** Finds the targets of relations, each once. */
export class TargetFinder {
  readonly #service: Service;
  /** By what was asked; several where it is not told which. */
  readonly #found = new Map<string, ReadonlySet<string>>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Looks for those that nobody has looked for yet. */
  async learn(lookup: readonly TargetLookup[], signal?: AbortSignal): Promise<Outcome<null>> {
    for (const { values, ...group } of this.#unknown(lookup)) {
      const [failure, found] = await this.#ask({ ...group, values }, signal);
      if (failure) return failed(failure);
      for (const value of values) {
        this.#found.set(lookupKeyOf({ ...group, value }), found.get(value) ?? new Set());
      }
    }
    return done(null);
  }

  /** The documentIds that were found, one unless it is not there or not told from others. */
  find(lookup: TargetLookup): readonly string[] {
    return [...(this.#found.get(lookupKeyOf(lookup)) ?? [])];
  }

  #unknown(lookup: readonly TargetLookup[]): TargetLookups[] {
    const groups = new Map<string, TargetLookups>();
    for (const one of lookup) {
      if (this.#found.has(lookupKeyOf(one))) continue;
      const { value, ...rest } = one;
      const key = lookupKeyOf({ ...rest, value: "" });
      const group = groups.get(key) ?? { ...rest, values: [] };
      groups.set(key, group);
      group.values.push(value);
    }
    return [...groups.values()];
  }

  async #ask(
    { target, by, values, locale }: TargetLookups,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<ReadonlyMap<string, Set<string>>>> {
    const found = new Map<string, Set<string>>();
    const note = (value: string, documentId: string): void => {
      found.set(value, (found.get(value) ?? new Set()).add(documentId));
    };
    const type = this.#service.catalog.targets.get(target);
    if (!type || !this.#isAskable(type)) {
      // Nobody can look there: the service itself says what it has not.
      if (by === "documentId") for (const value of values) note(value, value);
      return done(found);
    }
    const [failure, matches] = await findByValues(
      this.#service,
      { type, by, values, locale },
      signal,
    );
    if (failure) return failed(failure);
    for (const { value, documentId } of matches) note(value, documentId);
    return done(found);
  }

  #isAskable = (type: ContentType): boolean =>
    isUsers(type) || isListable(type, this.#service.catalog);
}

const lookupKeyOf = ({ target, by, value, locale = "" }: TargetLookup): string =>
  JSON.stringify([target, by, locale, value]);
