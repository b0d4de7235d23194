import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import type { Locale } from "./reference.ts";

export const names = ["A", "B", "C", "D"] as const;
export type Name = (typeof names)[number];

/** A localization of an article. */
export interface Place {
  readonly name: Name;
  readonly locale: Locale;
}

export const keyOf = ({ name, locale }: { readonly name: string; readonly locale: string }) =>
  `${name} ${locale}`;

/** The name of the sequel of each localization in one version, such as `{ "A en": "B" }`; null without one. */
export type Sequels = Readonly<Record<string, string | null>>;

export interface BothVersions {
  readonly draft: Sequels;
  readonly published: Sequels;
}

/** What a step does to the sequels. */
export type Rule = (before: BothVersions) => BothVersions;

/**
 * Derives from the steps alone which article is the sequel of which, in drafts and published versions. Only one article
 * can have another as its sequel, so a step can change articles that it does not name.
 */
export class SequelReference {
  /** More than one if the answer to the last write does not say whether the service applied it. */
  #possible: readonly BothVersions[];

  constructor(before: BothVersions) {
    this.#possible = [before];
  }

  /** The sequels, unless a write of the current step changes them. */
  get now(): BothVersions {
    const [now] = this.#possible;
    assert.ok(now);
    return now;
  }

  /** Notes that a write was applied. */
  must(rule: Rule): void {
    this.#possible = this.#possible.map(rule);
  }

  /** Notes that a write may have been applied. */
  may(rule: Rule): void {
    this.#possible = [...this.#possible, ...this.#possible.map(rule)];
  }

  /** Notes a write with the outcome that its journal entry has; undefined if nothing was sent. */
  follow(rule: Rule, outcome: JournalEntry["outcome"] | undefined): void {
    if (outcome === "done") this.must(rule);
    else if (outcome !== undefined && outcome !== "failed") this.may(rule);
  }

  /** Checks the sequels on the service at the end of a step. */
  settle(now: BothVersions): void {
    const isPossible = this.#possible.some((possible) => isDeepStrictEqual(possible, now));
    if (!isPossible) assert.deepEqual(now, this.now, `${this.#possible.length} were possible`);
    this.#possible = [now];
  }
}

/** The localization, other than this one, that has an article as its sequel. */
export function ownerOf(
  sequel: string | null,
  localization: Place,
  sequels: Sequels,
): string | undefined {
  if (sequel === null) return undefined;
  return Object.keys(sequels).find(
    (key) =>
      sequels[key] === sequel && key !== keyOf(localization) && key.endsWith(localization.locale),
  );
}

/** A save gives a draft another sequel. */
export const saves =
  (localization: Place, sequel: string | null): Rule =>
  ({ draft, published }) => ({ draft: given(draft, localization, sequel), published });

/** A publish copies the draft, and the relations of all other drafts to it. */
export const publishes =
  (localization: Place): Rule =>
  ({ draft, published }) => ({ draft, published: copied(draft, published, localization) });

/** Discarding changes copies the published version, and the relations of all others to it. */
export const discards =
  (localization: Place): Rule =>
  ({ draft, published }) => ({ draft: copied(published, draft, localization), published });

/** A delete removes the relations to the article, too. */
export const deletes =
  (name: Name, locale: Locale | "*"): Rule =>
  ({ draft, published }) => ({
    draft: without(draft, name, locale),
    published: without(published, name, locale),
  });

function given(sequels: Sequels, localization: Place, sequel: string | null): Sequels {
  const owner = ownerOf(sequel, localization, sequels);
  return {
    ...sequels,
    ...(owner !== undefined && { [owner]: null }),
    [keyOf(localization)]: sequel,
  };
}

function copied(from: Sequels, to: Sequels, localization: Place): Sequels {
  const key = keyOf(localization);
  const sequel = from[key] ?? null;
  // The version of the sequel that is written may not exist.
  const isThere = sequel !== null && keyOf({ ...localization, name: sequel }) in to;
  const written = given(to, localization, isThere ? sequel : null);
  const inbound = Object.keys(written).flatMap((other): [string, string | null][] => {
    const [hasIt, hadIt] = [
      from[other] === localization.name,
      written[other] === localization.name,
    ];
    const isOther = other !== key && other.endsWith(localization.locale);
    return isOther && hasIt !== hadIt ? [[other, hasIt ? localization.name : null]] : [];
  });
  return { ...written, ...Object.fromEntries(inbound) };
}

function without(sequels: Sequels, name: Name, locale: Locale | "*"): Sequels {
  const isIn = (key: string) => locale === "*" || key.endsWith(locale);
  const others = Object.entries(sequels).filter(([key]) => !(key.startsWith(name) && isIn(key)));
  return Object.fromEntries(
    others.map(([key, sequel]) => [key, sequel === name && isIn(key) ? null : sequel]),
  );
}
