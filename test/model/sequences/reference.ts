import assert from "node:assert/strict";
import type { SaveOutcome } from "./editor.ts";
import { isShared } from "./places.ts";
import type { Values } from "./places.ts";

export type Locale = "en" | "fr";

export const locales: readonly Locale[] = ["en", "fr"];

/** The draft on the service, by locale; undefined without one. */
export type Held = Readonly<Record<Locale, Values | undefined>>;

/** A local change that is not saved yet. */
interface Own {
  /** The value that the user saw before the change. */
  readonly seen: string | undefined;
  readonly value: string | undefined;
}

type Owns = Map<string, Own>;

/** The side that the user chose, the content of the service at that time, and the local changes. */
interface Choice {
  readonly side: "mine" | "theirs";
  readonly told: Values;
  readonly own: ReadonlyMap<string, Own>;
  /** The lists that were in conflict as a whole. */
  readonly lists: readonly string[];
}

interface Moved {
  readonly where: Locale;
  readonly place: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Derives from the steps alone which values the service may hold and which must not be lost: no two changes
 * write the same value, so that each value has one author.
 */
export class Reference {
  held: Held;
  readonly #own: Readonly<Record<Locale, Owns>> = { en: new Map(), fr: new Map() };
  readonly #choices: Record<Locale, Choice[]> = { en: [], fr: [] };
  /** Each value that a save may have written to the service, with its place. */
  readonly #sent = new Set<string>();

  constructor(held: Held) {
    this.held = held;
  }

  /** The places with unsaved local changes. */
  ownPlaces(locale: Locale): readonly string[] {
    return [...this.#own[locale].keys()];
  }

  /** Whether the user has added the value and not saved it, as far as the user knows. */
  isAdding(locale: Locale, place: string): boolean {
    const own = this.#own[locale].get(place);
    return own !== undefined && own.seen === undefined;
  }

  /** The user changes a value in the editor. */
  edit(
    locale: Locale,
    place: string,
    { seen, value }: { readonly seen: string | undefined; readonly value: string | undefined },
  ): void {
    const own = this.#own[locale];
    own.set(place, { seen: own.has(place) ? own.get(place)?.seen : seen, value });
  }

  /** The user chooses a side of a conflict with this content of the service, in these paths. */
  choose(
    locale: Locale,
    side: "mine" | "theirs",
    { told, paths = [] }: { readonly told: Values; readonly paths?: readonly string[] },
  ): void {
    const lists = paths.filter((path) => !/[.[]/.test(path));
    this.#choices[locale].push({ side, told, own: new Map(this.#own[locale]), lists });
  }

  /** The user discards the unsaved changes. */
  giveUp(locale: Locale): void {
    this.#own[locale].clear();
    this.#choices[locale] = [];
  }

  /** Another client wrote: the current content of the service is right. */
  learn(now: Held): void {
    this.held = now;
  }

  /** The step may not have changed a draft. */
  stays(now: Held): void {
    assert.deepEqual(now, this.held, "a draft has changed, and nobody wrote");
  }

  /** A save begins: from now on the service may hold its values. */
  send(locale: Locale): void {
    for (const [place, { value }] of this.#own[locale]) this.#sent.add(sentAs(place, value));
  }

  /** A save of these changes ended. */
  save(locale: Locale, now: Held, outcome: SaveOutcome): void {
    for (const moved of this.#moved(now)) this.#mayMove(locale, moved);
    if (outcome === "saved") this.#isSaved(locale, now);
    this.held = now;
    if (outcome === "saved") this.giveUp(locale);
  }

  /** An undo ended: each change must be a value of the undone save that returned to the value before it. */
  undo(now: Held, undone: { readonly before: Values; readonly after: Values } | undefined): void {
    for (const { where, place, from, to } of this.#moved(now)) {
      const what = `${where} ${place}: ${String(from)} -> ${String(to)}`;
      const isOurs = undone && undone.after[place] === from && undone.before[place] === to;
      assert.ok(isOurs, `an undo took back what was not ours: ${what}`);
    }
    this.held = now;
  }

  /** A delete ended: it deleted the whole document or nothing. */
  remove(now: Held, isDone: boolean | undefined): void {
    const isGone = now.en === undefined && now.fr === undefined;
    if (isDone !== undefined)
      assert.equal(isGone, isDone, "deleted, or not, against what was said");
    if (!isGone) this.stays(now);
    this.held = now;
  }

  /** Checks that the editor's text has all unsaved changes. */
  keeps(locale: Locale, shown: Values): void {
    for (const [place, { value }] of this.#own[locale]) {
      assert.equal(shown[place], value, `local text is gone: ${locale} ${place}`);
    }
  }

  #moved(now: Held): Moved[] {
    return (["en", "fr"] as const).flatMap((where) => {
      const [before, after] = [this.held[where] ?? {}, now[where] ?? {}];
      return Object.keys({ ...before, ...after })
        .map((place) => ({ where, place, from: before[place], to: after[place] }))
        .filter(({ from, to }) => from !== to);
    });
  }

  /** Checks that a save in that locale may have made this change on the service. */
  #mayMove(locale: Locale, { where, place, from, to }: Moved): void {
    const what = `${where} ${place}: ${String(from)} -> ${String(to)}`;
    assert.ok(where === locale || isShared(place), `a save in ${locale} changed ${what}`);
    const own = this.#own[locale].get(place);
    if (to === undefined && this.#mayDrop(locale, place, from)) return;
    assert.ok(own && own.value === to, `a save wrote what nobody typed: ${what}`);
    const wasSeen = own.seen === from || this.#sent.has(sentAs(place, from));
    const isChosen = this.#choices[locale].some(
      ({ side, told }) => side === "mine" && told[place] === from,
    );
    assert.ok(wasSeen || isChosen, `a change of somebody else is gone without a choice: ${what}`);
  }

  /** Whether the user kept the local list in a conflict with a list that has this entry. */
  #mayDrop(locale: Locale, place: string, from: string | undefined): boolean {
    const [list = ""] = place.split(" ");
    return this.#choices[locale].some(
      ({ side, told, lists }) => side === "mine" && told[place] === from && lists.includes(list),
    );
  }

  /** Checks that the service holds all saved values, except those that the user gave up in a conflict. */
  #isSaved(locale: Locale, now: Held): void {
    const [before = {}, after] = [this.held[locale], now[locale]];
    assert.ok(after, `saved, and there is no document in ${locale}`);
    for (const [place, { seen, value }] of this.#own[locale]) {
      const isGivenUp = this.#choices[locale].some(
        ({ side, own }) =>
          side === "theirs" &&
          own.get(place)?.value === value &&
          before[place] !== seen &&
          after[place] === before[place],
      );
      if (isGivenUp) continue;
      assert.equal(after[place], value, `saved, and not on the service: ${locale} ${place}`);
    }
  }
}

const sentAs = (place: string, value: string | undefined): string => `${place}: ${String(value)}`;
