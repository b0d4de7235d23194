import type { MergeSide } from "../content/merge.ts";
import type { Conflict } from "../journal/changeFailure.ts";

/** The maximum time between the stat of a save and its write in VS Code, in milliseconds. */
const overwriteWindow = 5_000;

/** Tracks which conflict with the service was reported to the user, and which side they chose. */
export class SaveConflict {
  #reported: Conflict | undefined;
  #askedAbout: Conflict | undefined;
  #choice: { readonly of: Conflict; readonly side: MergeSide } | undefined;
  /** A conflict that did not stop VS Code's save. The write that follows is no choice. */
  #unstoppable: Conflict | undefined;
  #overwritable: { readonly of: Conflict; readonly until: number } | undefined;

  /** The current conflict: reported and not settled. */
  get conflict(): Conflict | undefined {
    return this.#reported;
  }

  /** If all of it was reported before, a write that follows is intended: VS Code's Overwrite. */
  report(conflict: Conflict): void {
    const isRepeated = covers(this.#reported, conflict) && !covers(this.#unstoppable, conflict);
    this.#overwritable = isRepeated
      ? { of: conflict, until: performance.now() + overwriteWindow }
      : undefined;
    this.#reported = conflict;
  }

  reportRefused(conflict: Conflict): void {
    this.report(conflict);
    this.#unstoppable = conflict;
    this.forgetOverwrite();
  }

  /** The write that follows is not VS Code's Overwrite. */
  forgetOverwrite(): void {
    this.#overwritable = undefined;
  }

  /** Returns whether to ask the user: once for each version and its set of conflicting paths. */
  shouldAsk(conflict: Conflict): boolean {
    const isNew = !covers(this.#askedAbout, conflict) || covers(this.#unstoppable, conflict);
    this.#askedAbout = conflict;
    return isNew;
  }

  /** Applies to the next save only, and only to the conflict that was reported to the user. */
  choose(side: MergeSide): boolean {
    if (!this.#reported) return false;
    this.#choice = { of: this.#reported, side };
    return true;
  }

  /** Asks again before the next save, because the user declined this one. */
  forgetChoice(): void {
    this.#choice = undefined;
    this.#askedAbout = undefined;
  }

  chosenSide(conflict: Conflict): MergeSide | undefined {
    return covers(this.#choice?.of, conflict) ? this.#choice?.side : undefined;
  }

  /** The side that a write uses: the chosen one, or the local one for an overwrite by hand. */
  sideForWrite(conflict: Conflict, isByHand: boolean): MergeSide | undefined {
    const { of, until = 0 } = this.#overwritable ?? {};
    const isOverwrite = isByHand && covers(of, conflict) && performance.now() < until;
    return this.chosenSide(conflict) ?? (isOverwrite ? "mine" : undefined);
  }

  /** Settles the conflict: it was saved, or there is no conflict any more. */
  clear(): void {
    this.#reported = undefined;
    this.#askedAbout = undefined;
    this.#choice = undefined;
    this.#unstoppable = undefined;
    this.#overwritable = undefined;
  }
}

/** Whether the reported conflict includes the other: same version, no further conflicting path. */
const covers = (reported: Conflict | undefined, conflict: Conflict): boolean =>
  reported?.now.version === conflict.now.version &&
  conflict.both.every((path) => reported.both.includes(path));
