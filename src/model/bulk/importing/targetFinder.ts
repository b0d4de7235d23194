import type { ContentType } from "../../schemas/catalog.ts";
import type { Service } from "../../schemas/catalogs.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { isListed, isUsers } from "../../documents/references/targetSearch.ts";
import { lookUp } from "./lookUp.ts";

/** What a relation points to, in the words of a record. */
export interface Wanted {
  /** The uid of its type. */
  readonly target: string;
  /** `documentId`, or an attribute of that type. */
  readonly by: string;
  readonly value: string;
  /** Of the document that points to it: a relation stays in its locale. Absent where that has none. */
  readonly locale?: string | undefined;
}

/** What is looked for by one question. */
interface Group extends Omit<Wanted, "value"> {
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
  async learn(wanted: readonly Wanted[], signal?: AbortSignal): Promise<Outcome<null>> {
    for (const { values, ...group } of this.#unknown(wanted)) {
      const [failure, found] = await this.#ask({ ...group, values }, signal);
      if (failure) return failed(failure);
      for (const value of values) {
        this.#found.set(keyOf({ ...group, value }), found.get(value) ?? new Set());
      }
    }
    return done(null);
  }

  /** The documentIds that were found, one unless it is not there or not told from others. */
  find(wanted: Wanted): readonly string[] {
    return [...(this.#found.get(keyOf(wanted)) ?? [])];
  }

  #unknown(wanted: readonly Wanted[]): Group[] {
    const groups = new Map<string, Group>();
    for (const one of wanted) {
      if (this.#found.has(keyOf(one))) continue;
      const { value, ...rest } = one;
      const key = keyOf({ ...rest, value: "" });
      const group = groups.get(key) ?? { ...rest, values: [] };
      groups.set(key, group);
      group.values.push(value);
    }
    return [...groups.values()];
  }

  async #ask(
    { target, by, values, locale }: Group,
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
    const [failure, matches] = await lookUp(this.#service, { type, by, values, locale }, signal);
    if (failure) return failed(failure);
    for (const { value, documentId } of matches) note(value, documentId);
    return done(found);
  }

  #isAskable = (type: ContentType): boolean =>
    isUsers(type) || isListed(type, this.#service.catalog);
}

const keyOf = ({ target, by, value, locale = "" }: Wanted): string =>
  JSON.stringify([target, by, locale, value]);
