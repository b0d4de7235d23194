import assert from "node:assert/strict";
import type { SaveOutcome } from "./editor.ts";
import { isShared } from "./places.ts";
import type { Values } from "./places.ts";

export type Locale = "en" | "fr";

export const locales: readonly Locale[] = ["en", "fr"];

/** What the service holds of the document as a draft; undefined where there is none. */
export type Held = Readonly<Record<Locale, Values | undefined>>;

/** A change of the person's own that is not saved yet. */
interface Own {
  /** What stood there when the person changed it: what they saw. */
  readonly seen: string | undefined;
  readonly value: string | undefined;
}

type Owns = Map<string, Own>;

/** Whose side the person took, what they were told that the service holds, and what they gave up for it. */
interface Choice {
  readonly side: "mine" | "theirs";
  readonly told: Values;
  readonly own: ReadonlyMap<string, Own>;
  /** The lists that were asked about as a whole, their items included. */
  readonly lists: readonly string[];
}

interface Moved {
  readonly where: Locale;
  readonly place: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * What may stand on the service and what must not be gone, told from what people did and nothing else: no
 * two changes ever write the same value, so that each value says whose it is.
 */
export class Reference {
  held: Held;
  readonly #own: Readonly<Record<Locale, Owns>> = { en: new Map(), fr: new Map() };
  readonly #choices: Record<Locale, Choice[]> = { en: [], fr: [] };
  /** Every value that a save of ours may have brought to the service, with its place. */
  readonly #sent = new Set<string>();

  constructor(held: Held) {
    this.held = held;
  }

  /** The places in which the person has changes that are not saved. */
  ownPlaces(locale: Locale): readonly string[] {
    return [...this.#own[locale].keys()];
  }

  /** What the person has added and not saved, as far as they know. */
  isAdding(locale: Locale, place: string): boolean {
    const own = this.#own[locale].get(place);
    return own !== undefined && own.seen === undefined;
  }

  /** The person changes a value in their editor. */
  edit(
    locale: Locale,
    place: string,
    { seen, value }: { readonly seen: string | undefined; readonly value: string | undefined },
  ): void {
    const own = this.#own[locale];
    own.set(place, { seen: own.has(place) ? own.get(place)?.seen : seen, value });
  }

  /** The person takes a side over what they are told that the service holds, in these paths. */
  choose(
    locale: Locale,
    side: "mine" | "theirs",
    { told, paths = [] }: { readonly told: Values; readonly paths?: readonly string[] },
  ): void {
    const lists = paths.filter((path) => !/[.[]/.test(path));
    this.#choices[locale].push({ side, told, own: new Map(this.#own[locale]), lists });
  }

  /** The person gives up what is unsaved. */
  giveUp(locale: Locale): void {
    this.#own[locale].clear();
    this.#choices[locale] = [];
  }

  /** Somebody else did something: whatever the service holds now is right. */
  learn(now: Held): void {
    this.held = now;
  }

  /** Nothing of what the person did was to change a draft. */
  stays(now: Held): void {
    assert.deepEqual(now, this.held, "a draft has changed, and nobody wrote");
  }

  /** A save is about to begin: from now on what it sends may be on the service. */
  send(locale: Locale): void {
    for (const [place, { value }] of this.#own[locale]) this.#sent.add(sentAs(place, value));
  }

  /** A save of these changes came to an end. */
  save(locale: Locale, now: Held, outcome: SaveOutcome): void {
    for (const moved of this.#moved(now)) this.#mayMove(locale, moved);
    if (outcome === "saved") this.#isSaved(locale, now);
    this.held = now;
    if (outcome === "saved") this.giveUp(locale);
  }

  /** A save of ours was taken back, or was to be: what it made of a place may be as it was before it. */
  undo(now: Held, undone: { readonly before: Values; readonly after: Values } | undefined): void {
    for (const { where, place, from, to } of this.#moved(now)) {
      const what = `${where} ${place}: ${String(from)} -> ${String(to)}`;
      const isOurs = undone && undone.after[place] === from && undone.before[place] === to;
      assert.ok(isOurs, `an undo took back what was not ours: ${what}`);
    }
    this.held = now;
  }

  /** A delete of ours: all of it or nothing. */
  remove(now: Held, isDone: boolean | undefined): void {
    const isGone = now.en === undefined && now.fr === undefined;
    if (isDone !== undefined)
      assert.equal(isGone, isDone, "deleted, or not, against what was said");
    if (!isGone) this.stays(now);
    this.held = now;
  }

  /** The editor's text has all that the person has not saved. */
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

  /** Whether a save in that locale may have done this to the service. */
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

  /** Whether the person kept their list over one that they were told of, in which this item was. */
  #mayDrop(locale: Locale, place: string, from: string | undefined): boolean {
    const [list = ""] = place.split(" ");
    return this.#choices[locale].some(
      ({ side, told, lists }) => side === "mine" && told[place] === from && lists.includes(list),
    );
  }

  /** What is said to be saved is there, unless the person gave it up for what they were told of. */
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
