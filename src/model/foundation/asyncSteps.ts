import { done, mapOutcome, type AnyFailure, type Outcome } from "./outcome.ts";

/** Runs steps one after the other, in the order of the calls. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(step: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(step);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Opens a shared value on the first call. If opening fails, the next call tries again. */
export function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return async () => {
    try {
      return await (opening ??= open());
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
}

/** A value that was requested and arrives later. Only callers that need it wait for it. */
export class PendingValue<T, F extends AnyFailure> {
  readonly #coming: Promise<Outcome<T, F>>;
  #outcome: Outcome<T, F> | undefined;
  #earlier: T | undefined;

  constructor(coming: Promise<Outcome<T, F>>) {
    this.#coming = coming.then((outcome) => (this.#outcome = outcome));
  }

  static of<T>(value: T): PendingValue<T, never> {
    const pendingValue = new PendingValue<T, never>(Promise.resolve(done(value)));
    pendingValue.#outcome = done(value);
    return pendingValue;
  }

  /** The value known so far, for display. Actions wait for the final value. */
  get knownValue(): T | undefined {
    return this.#outcome?.[1] ?? this.#earlier;
  }

  get hasFailed(): boolean {
    return this.#outcome?.[0] != null;
  }

  wait(): Promise<Outcome<T, F>> {
    return this.#coming;
  }

  /** Uses an earlier value until the requested one arrives. */
  meanwhile(earlier: T | undefined): void {
    this.#earlier = earlier;
  }

  map<U>(change: (value: T) => U): PendingValue<U, F> {
    const value = this.#outcome?.[1];
    if (value != null) return PendingValue.of(change(value));
    return new PendingValue(this.#coming.then((outcome) => mapOutcome(outcome, change)));
  }
}
