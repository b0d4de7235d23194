import type { Side } from "../../documents/content/merge.ts";
import type { Conflict } from "../changeFailure.ts";

/** How long VS Code takes, at most, from the stat of a save to its write, in milliseconds. */
const overwriteWindow = 5_000;

/** A conflict between an editor and the service: what the person was told of it, and chose. */
export class SaveConflict {
  #reported: Conflict | undefined;
  #askedAbout: Conflict | undefined;
  #choice: { readonly of: Conflict; readonly side: Side } | undefined;
  /** VS Code did not stop a save of this one: what it writes says nothing of what a person wants. */
  #unstoppable: Conflict | undefined;
  #overwritable: { readonly of: Conflict; readonly until: number } | undefined;

  /** The one that stands: told, and not settled. */
  get conflict(): Conflict | undefined {
    return this.#reported;
  }

  /**
   * The person hears of it. When they had heard of all of it before, a write that follows is one that
   * they want in spite of it: VS Code's own Overwrite.
   */
  report(conflict: Conflict): void {
    const again = covers(this.#reported, conflict) && !covers(this.#unstoppable, conflict);
    this.#overwritable = again
      ? { of: conflict, until: performance.now() + overwriteWindow }
      : undefined;
    this.#reported = conflict;
  }

  /** A write came in spite of it, and was refused. */
  reportRefused(conflict: Conflict): void {
    this.report(conflict);
    this.#unstoppable = conflict;
    this.#overwritable = undefined;
  }

  /** Whether the person is to be asked: once for each version, and for what is in conflict then. */
  shouldAsk(conflict: Conflict): boolean {
    const isNew = !covers(this.#askedAbout, conflict) || covers(this.#unstoppable, conflict);
    this.#askedAbout = conflict;
    return isNew;
  }

  /** For the next save, and only over what the person was told of. */
  choose(side: Side): boolean {
    if (!this.#reported) return false;
    this.#choice = { of: this.#reported, side };
    return true;
  }

  /** The side that was chosen where this conflict was in question; undefined: none. */
  chosenSide(conflict: Conflict): Side | undefined {
    return covers(this.#choice?.of, conflict) ? this.#choice?.side : undefined;
  }

  /** The side that a write takes: the chosen one, or its own in spite of the conflict, by hand. */
  sideForWrite(conflict: Conflict, isByHand: boolean): Side | undefined {
    const { of, until = 0 } = this.#overwritable ?? {};
    const isOverwrite = isByHand && covers(of, conflict) && performance.now() < until;
    return this.chosenSide(conflict) ?? (isOverwrite ? "mine" : undefined);
  }

  /** Settled: by a save, or because nothing is in conflict any more. */
  clear(): void {
    this.#reported = undefined;
    this.#askedAbout = undefined;
    this.#choice = undefined;
    this.#unstoppable = undefined;
    this.#overwritable = undefined;
  }
}

/** Whether who knows the one knows the other: the same version, and nothing in conflict beside it. */
const covers = (reported: Conflict | undefined, conflict: Conflict): boolean =>
  reported?.now.version === conflict.now.version &&
  conflict.both.every((path) => reported.both.includes(path));
