/** The values of an article version that the sequences change. */
export interface Side {
  readonly kicker: string;
  /** The name of the article that is the sequel. */
  readonly sequel: string | undefined;
}

/** A change of the draft of another article. */
interface Taken {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface Entry {
  readonly before: Side;
  readonly after: Side;
  readonly elsewhere: readonly Taken[];
  isUndone: boolean;
}

export type Result = "done" | "declined" | "nothing" | "undo-conflict" | "taken-target";

/**
 * Derives from the steps alone which article is the sequel of which, in drafts and published versions. Only one article
 * can have another as its sequel.
 */
export class OthersReference {
  readonly drafts = new Map<string, Side>();
  readonly published = new Map<string, Side>();
  readonly #journal = new Map<string, Entry[]>();

  constructor(names: readonly string[], kicker: string) {
    for (const name of names) {
      this.drafts.set(name, { kicker, sequel: undefined });
      this.published.set(name, { kicker, sequel: undefined });
      this.#journal.set(name, []);
    }
  }

  /** Another client changes the kicker. */
  rewrite(name: string, kicker: string): void {
    this.drafts.set(name, { ...draftOf(this.drafts, name), kicker });
  }

  /** The user saves another sequel, and is asked if it belongs to another article. */
  save(name: string, sequel: string | undefined, isAgreed: boolean): Result {
    const before = draftOf(this.drafts, name);
    if (before.sequel === sequel) return "nothing";
    const owner = this.#ownerOf(sequel, name);
    if (owner !== undefined && !isAgreed) return "declined";
    const elsewhere = owner === undefined ? [] : [this.#set(owner, undefined)];
    this.#set(name, sequel);
    this.#record(name, before, elsewhere);
    return "done";
  }

  publish(name: string): Result {
    const draft = draftOf(this.drafts, name);
    for (const [other, side] of this.published) {
      const isTaken = draft.sequel !== undefined && side.sequel === draft.sequel;
      if (other !== name && isTaken) this.published.set(other, { ...side, sequel: undefined });
    }
    this.published.set(name, draft);
    for (const { other, sequel } of this.#copies(name, this.drafts, this.published)) {
      this.published.set(other, { ...draftOf(this.published, other), sequel });
    }
    return "done";
  }

  discard(name: string): Result {
    const before = draftOf(this.drafts, name);
    const live = draftOf(this.published, name);
    const owner = this.#ownerOf(live.sequel, name);
    const elsewhere = owner === undefined ? [] : [this.#set(owner, undefined)];
    this.drafts.set(name, live);
    for (const { other, sequel } of this.#copies(name, this.published, this.drafts)) {
      elsewhere.push(this.#set(other, sequel));
    }
    this.#record(name, before, elsewhere);
    return "done";
  }

  /** Undoes the last save or discard of an article that has something to undo. */
  undo(name: string): Result {
    for (const entry of [...(this.#journal.get(name) ?? [])].reverse()) {
      if (entry.isUndone) continue;
      const now = draftOf(this.drafts, name);
      const merged = reversal(entry, now);
      if (!merged) return "undo-conflict";
      const isChanged = merged.kicker !== now.kicker || merged.sequel !== now.sequel;
      if (merged.sequel !== now.sequel && this.#ownerOf(merged.sequel, name)) return "taken-target";
      this.drafts.set(name, merged);
      entry.isUndone = isChanged;
      const restored = entry.elsewhere.filter((taken) => this.#restore(taken));
      if (isChanged || restored.length > 0) return "done";
    }
    return "nothing";
  }

  #restore({ name, before, after }: Taken): boolean {
    if (draftOf(this.drafts, name).sequel !== after || this.#ownerOf(before, name)) return false;
    this.#set(name, before);
    return true;
  }

  /** The relations to an article that differ between the versions of other articles. */
  #copies(name: string, from: ReadonlyMap<string, Side>, to: ReadonlyMap<string, Side>) {
    return [...to.keys()].flatMap((other) => {
      const [hasIt, hadIt] = [from, to].map((side) => side.get(other)?.sequel === name);
      if (other === name || hasIt === hadIt) return [];
      return { other, sequel: hasIt ? name : undefined };
    });
  }

  #ownerOf(sequel: string | undefined, name: string): string | undefined {
    if (sequel === undefined) return undefined;
    return [...this.drafts].find(([other, side]) => other !== name && side.sequel === sequel)?.[0];
  }

  #set(name: string, sequel: string | undefined): Taken {
    const draft = draftOf(this.drafts, name);
    this.drafts.set(name, { ...draft, sequel });
    return { name, before: draft.sequel, after: sequel };
  }

  #record(name: string, before: Side, elsewhere: readonly Taken[]): void {
    const after = draftOf(this.drafts, name);
    this.#journal.get(name)?.push({ before, after, elsewhere, isUndone: false });
  }
}

function draftOf(sides: ReadonlyMap<string, Side>, name: string): Side {
  const side = sides.get(name);
  if (!side) throw new Error(`There is no article ${name}.`);
  return side;
}

/** The draft after an undo; undefined if a value changed again since. */
function reversal({ before, after }: Entry, now: Side): Side | undefined {
  const kicker = reverted(before.kicker, after.kicker, now.kicker);
  const sequel = reverted(before.sequel, after.sequel, now.sequel);
  return kicker && sequel && { kicker: kicker.value, sequel: sequel.value };
}

function reverted<T>(before: T, after: T, now: T): { readonly value: T } | undefined {
  if (before === after || now === before) return { value: now };
  return now === after ? { value: before } : undefined;
}
