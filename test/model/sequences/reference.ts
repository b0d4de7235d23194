import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import type { SaveOutcome } from "./editor.ts";
import { isSequel, isShared } from "./places.ts";
import type { Values } from "./places.ts";
import { tells } from "./entries.ts";
import { SequelReference } from "./sequelReference.ts";
import type { BothVersions } from "./sequelReference.ts";

export type Locale = "en" | "fr";

export const locales: readonly Locale[] = ["en", "fr"];

/** The draft on the service, by locale; undefined without one. */
export type Held = Readonly<Record<Locale, Values | undefined>>;

/** A local change that is not saved yet. */
interface Own {
  /** The value before the user's change. */
  readonly oldValue: string | undefined;
  readonly value: string | undefined;
  /** Whether a later save that failed found the value on the service. A killed window may have sent it. */
  readonly wasThere?: boolean;
}

type Owns = Map<string, Own>;

/** The side that the user chose, with the service's content and the local changes at that time. */
interface Choice {
  readonly side: "mine" | "theirs";
  readonly reported: Values;
  readonly changes: ReadonlyMap<string, Own>;
  /** The lists that were in conflict as a whole. */
  readonly lists: readonly string[];
}

interface UndoneChange {
  readonly before: Values;
  readonly after: Values;
  readonly isDiscard: boolean;
}

interface Moved {
  readonly where: Locale;
  readonly field: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Derives the allowed content of the service from the steps alone, and the values that must not be lost. No two changes
 * write the same value, so each value has one author.
 */
export class Reference {
  drafts: Held;
  readonly sequels: SequelReference;
  readonly #own: Readonly<Record<Locale, Owns>> = { en: new Map(), fr: new Map() };
  readonly #choices: Record<Locale, Choice[]> = { en: [], fr: [] };
  /** The editors whose lists have the entries from before a discard or its undo. */
  readonly #lacksNewRows = new Set<Locale>();
  /** Each value that a save may have written to the service, with its place. */
  readonly #sent = new Set<string>();
  /** Each value that an undo took back, with its place. */
  readonly #undone = new Set<string>();

  constructor(drafts: Held, sequels: BothVersions = { draft: {}, published: {} }) {
    this.drafts = drafts;
    this.sequels = new SequelReference(sequels);
  }

  /** The places with unsaved local changes. */
  ownPlaces(locale: Locale): readonly string[] {
    return [...this.#own[locale].keys()];
  }

  /** Whether the user has added the value but, as far as the user knows, not saved it. */
  isAdding(locale: Locale, field: string): boolean {
    const change = this.#own[locale].get(field);
    return change !== undefined && change.oldValue === undefined;
  }

  /** Notes that the user changes a value in the editor. */
  edit(
    locale: Locale,
    field: string,
    {
      oldValue,
      value,
    }: { readonly oldValue: string | undefined; readonly value: string | undefined },
  ): void {
    const changes = this.#own[locale];
    changes.set(field, {
      oldValue: changes.has(field) ? changes.get(field)?.oldValue : oldValue,
      value,
    });
  }

  /**
   * Notes that the user chooses a side of a conflict in these paths. `reported` is the service's content in the conflict.
   */
  choose(
    locale: Locale,
    side: "mine" | "theirs",
    { reported, paths = [] }: { readonly reported: Values; readonly paths?: readonly string[] },
  ): void {
    const lists = paths.filter((path) => !/[.[]/.test(path));
    this.#choices[locale].push({ side, reported, changes: new Map(this.#own[locale]), lists });
  }

  /** Notes that the user discards the unsaved changes. */
  giveUp(locale: Locale): void {
    this.#own[locale].clear();
    this.#choices[locale] = [];
    this.#lacksNewRows.delete(locale);
  }

  /** Notes that another client wrote, so that the current content of the service is expected. */
  learn(now: Held): void {
    this.drafts = now;
  }

  /** Checks that the step changed no draft. */
  stays(now: Held): void {
    assert.deepEqual(now, this.drafts, "a draft has changed, and nobody wrote");
  }

  /** Checks that a step of another article changed at most the sequel of this one. */
  changesOther(now: Held): void {
    for (const { where, field } of this.#moved(now))
      assert.ok(isSequel(field), `${where} ${field} has changed, and another article was written`);
    this.drafts = now;
  }

  /** Checks that a discard gave all locales the values of the published version, or changed nothing. */
  discard(
    locale: Locale,
    now: Held,
    { live, entry }: { live: Values | undefined; entry: JournalEntry | undefined },
  ): void {
    if (entry) tells(entry, { done: live, was: this.drafts[locale], is: now[locale] });
    const shared = Object.entries(live ?? {}).filter(([field]) => isShared(field));
    const others = Object.entries(this.drafts).map(
      ([where, values]): [string, Values | undefined] => [
        where,
        values && { ...values, ...Object.fromEntries(shared) },
      ],
    );
    const discarded = { ...Object.fromEntries(others), [locale]: live };
    if (!isDeepStrictEqual(now, this.drafts)) {
      assert.deepEqual(now, discarded);
      this.#noteNewRows();
    }
    this.drafts = now;
  }

  /** Notes that a save begins. From now on, the service may contain its values. */
  send(locale: Locale): void {
    for (const [field, { value }] of this.#own[locale]) this.#sent.add(sentAs(field, value));
  }

  /** Checks the drafts after a save. */
  save(locale: Locale, now: Held, outcome: SaveOutcome): void {
    for (const moved of this.#moved(now)) this.#mayMove(locale, moved);
    if (outcome === "saved") this.#isSaved(locale, now);
    else this.#noteArrived(locale);
    this.drafts = now;
    if (outcome === "saved") this.giveUp(locale);
  }

  /** Checks the drafts after an undo. Each change must return a value of the undone save to its previous value. */
  undo(now: Held, undone: UndoneChange | undefined): void {
    if (undone?.isDiscard) this.#noteNewRows();
    for (const { where, field, from, to } of this.#moved(now)) {
      const what = `${where} ${field}: ${String(from)} -> ${String(to)}`;
      const isOurs = undone && undone.after[field] === from && undone.before[field] === to;
      assert.ok(isOurs, `an undo took back what was not ours: ${what}`);
      this.#undone.add(sentAs(field, from));
    }
    this.drafts = now;
  }

  /** Checks that a delete deleted the whole document or nothing. */
  remove(now: Held, isDone: boolean | undefined): void {
    const isGone = now.en === undefined && now.fr === undefined;
    if (isDone !== undefined)
      assert.equal(isGone, isDone, "deleted, or not, against what was said");
    if (!isGone) this.stays(now);
    this.drafts = now;
  }

  /** Checks that the editor's text contains all unsaved changes. */
  keeps(locale: Locale, editorValues: Values): void {
    for (const [field, { value }] of this.#own[locale]) {
      assert.equal(editorValues[field], value, `local text is gone: ${locale} ${field}`);
    }
  }

  #moved(now: Held): Moved[] {
    return (["en", "fr"] as const).flatMap((where) => {
      const [before, after] = [this.drafts[where] ?? {}, now[where] ?? {}];
      return Object.keys({ ...before, ...after })
        .map((field) => ({ where, field, from: before[field], to: after[field] }))
        .filter(({ from, to }) => from !== to);
    });
  }

  /** Checks that a save in this locale may have made this change on the service. */
  #mayMove(locale: Locale, { where, field, from, to }: Moved): void {
    const what = `${where} ${field}: ${String(from)} -> ${String(to)}`;
    assert.ok(where === locale || isShared(field), `a save in ${locale} changed ${what}`);
    const change = this.#own[locale].get(field);
    if (to === undefined && this.#mayDrop(locale, field, from)) return;
    // A discard gave the entries of a list new ids. An entry that both sides changed since stays in both forms.
    const single = field.replace(/ twice$/, "");
    if (single !== field && this.#mayDrop(locale, single, to)) return;
    assert.ok(change && change.value === to, `a save wrote what nobody typed: ${what}`);
    const isChosen = this.#choices[locale].some(
      ({ side, reported }) => side === "mine" && reported[field] === from,
    );
    assert.ok(
      isChosen || this.#wasSeen(field, from, change),
      `a change of somebody else is gone without a choice: ${what}`,
    );
  }

  /** Whether the user knew the value on the service when they typed. */
  #wasSeen(field: string, from: string | undefined, { oldValue }: Own): boolean {
    if (oldValue === from || this.#sent.has(sentAs(field, from))) return true;
    // The user undid the save of an entry, and saves the entry again with the text typed during that save.
    return from === undefined && this.#undone.has(sentAs(field, oldValue));
  }

  /** Whether the user kept the local list in a conflict with a list that contains this entry. */
  #mayDrop(locale: Locale, field: string, from: string | undefined): boolean {
    const [list = ""] = field.split(" ");
    return this.#choices[locale].some(
      ({ side, reported, lists }) =>
        side === "mine" && reported[field] === from && lists.includes(list),
    );
  }

  /** Notes that a discard, or its undo, has given the lists new entries, which an editor with local changes does not show. */
  #noteNewRows(): void {
    for (const locale of locales) if (this.#own[locale].size > 0) this.#lacksNewRows.add(locale);
  }

  /** Notes the values that a save found on the service as they are in the editor. */
  #noteArrived(locale: Locale): void {
    const changes = this.#own[locale];
    for (const [field, change] of changes)
      if (this.drafts[locale]?.[field] === change.value)
        changes.set(field, { ...change, wasThere: true });
  }

  /** Checks that the service contains all saved values, except values that the user discarded in a conflict. */
  #isSaved(locale: Locale, now: Held): void {
    const [before = {}, after] = [this.drafts[locale], now[locale]];
    assert.ok(after, `saved, and there is no document in ${locale}`);
    for (const [field, { oldValue, value, wasThere }] of this.#own[locale]) {
      // The save may leave what the service has if the user gave the own value up, typed the value again that was
      // there, did not learn that a killed window's save arrived and undid it, or if the value arrived or the entry was
      // replaced. Another client may have changed it since.
      const isAllowed =
        oldValue === value ||
        wasThere === true ||
        this.#isReplaced(locale, field) ||
        this.#undone.has(sentAs(field, value)) ||
        this.#isGivenUp(locale, field, before[field]);
      if (isAllowed && after[field] === before[field]) continue;
      assert.equal(after[field], value, `saved, and not on the service: ${locale} ${field}`);
    }
  }

  /** Whether the user removed an entry that a discard or its undo had replaced. */
  #isReplaced(locale: Locale, field: string): boolean {
    const isRemoved = this.#own[locale].get(field)?.value === undefined;
    return isRemoved && field.includes(" ") && this.#lacksNewRows.has(locale);
  }

  /** Whether the user chose the service's value of a place in a conflict, or gave its list up as a whole. */
  #isGivenUp(locale: Locale, field: string, before: string | undefined): boolean {
    const choices = this.#choices[locale];
    const { oldValue, value } = this.#own[locale].get(field) ?? {};
    // Another client may have taken its own value back since the user was first asked about it.
    const isMoved =
      before !== oldValue || choices.some(({ reported }) => reported[field] !== oldValue);
    const [list = ""] = field.split(" ");
    return choices.some(
      ({ side, changes, lists }) =>
        side === "theirs" &&
        changes.get(field)?.value === value &&
        (isMoved || lists.includes(list)),
    );
  }
}

const sentAs = (field: string, value: string | undefined): string => `${field}: ${String(value)}`;
