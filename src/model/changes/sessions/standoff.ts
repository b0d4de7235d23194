import type { Side } from "../../documents/content/merge.ts";
import type { Conflict } from "../../foundation/outcome.ts";

/** How long VS Code takes, at most, from the stat of a save to its write, in milliseconds. */
const oneSave = 5_000;

/** A conflict between an editor and the service: what the person was told of it, and chose. */
export class Standoff {
  #told: Conflict | undefined;
  #asked: Conflict | undefined;
  #choice: { readonly of: Conflict; readonly side: Side } | undefined;
  /** VS Code did not stop a save of this one: what it writes says nothing of what a person wants. */
  #unstoppable: Conflict | undefined;
  #overwritable: { readonly of: Conflict; readonly until: number } | undefined;

  /** The one that stands: told, and not settled. */
  get conflict(): Conflict | undefined {
    return this.#told;
  }

  /**
   * The person hears of it. When they had heard of all of it before, a write that follows is one that
   * they want in spite of it: VS Code's own Overwrite.
   */
  tell(conflict: Conflict): void {
    const again = covers(this.#told, conflict) && !covers(this.#unstoppable, conflict);
    this.#overwritable = again ? { of: conflict, until: performance.now() + oneSave } : undefined;
    this.#told = conflict;
  }

  /** A write came in spite of it, and was refused. */
  refuse(conflict: Conflict): void {
    this.tell(conflict);
    this.#unstoppable = conflict;
    this.#overwritable = undefined;
  }

  /** Whether the person is to be asked: once for each version, and for what is in conflict then. */
  mayAsk(conflict: Conflict): boolean {
    const isNew = !covers(this.#asked, conflict) || covers(this.#unstoppable, conflict);
    this.#asked = conflict;
    return isNew;
  }

  /** For the next save, and only over what the person was told of. */
  choose(side: Side): boolean {
    if (!this.#told) return false;
    this.#choice = { of: this.#told, side };
    return true;
  }

  /** The side that was chosen where this conflict was in question; undefined: none. */
  chosen(conflict: Conflict): Side | undefined {
    return covers(this.#choice?.of, conflict) ? this.#choice?.side : undefined;
  }

  /** The side that a write takes: the chosen one, or its own in spite of the conflict, by hand. */
  sideOfWrite(conflict: Conflict, isByHand: boolean): Side | undefined {
    const { of, until = 0 } = this.#overwritable ?? {};
    const isOverwrite = isByHand && covers(of, conflict) && performance.now() < until;
    return this.chosen(conflict) ?? (isOverwrite ? "mine" : undefined);
  }

  /** Settled: by a save, or because nothing is in conflict any more. */
  end(): void {
    this.#told = undefined;
    this.#asked = undefined;
    this.#choice = undefined;
    this.#unstoppable = undefined;
    this.#overwritable = undefined;
  }
}

/** Whether who knows the one knows the other: the same version, and nothing in conflict beside it. */
const covers = (known: Conflict | undefined, conflict: Conflict): boolean =>
  known?.now.version === conflict.now.version &&
  conflict.both.every((path) => known.both.includes(path));
