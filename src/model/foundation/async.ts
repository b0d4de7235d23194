import type { Outcome, ServiceFailure } from "./outcome.ts";
import { done, failed } from "./outcome.ts";

/** Steps that run one after the other, in the order in which they were asked for. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(step: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(step);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** A step that is taken once: whoever asks for it meanwhile waits for the one under way. */
export class SingleFlight {
  #underWay: Promise<void> | undefined;

  async run(step: () => Promise<void>): Promise<void> {
    if (!this.#underWay) {
      const underWay = step().finally(() => {
        if (this.#underWay === underWay) this.#underWay = undefined;
      });
      this.#underWay = underWay;
    }
    await this.#underWay;
  }

  /** Lets go of what is under way: who asks next begins anew. */
  abandon(): void {
    this.#underWay = undefined;
  }
}

/** Opens with the first call what all calls share; where it could not be opened, the next call tries again. */
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

/** Something that was asked for and is known later: who needs it waits for it, and nobody else does. */
export class PendingValue<T> {
  readonly #coming: Promise<Outcome<T, ServiceFailure>>;
  #outcome: Outcome<T, ServiceFailure> | undefined;
  #earlier: T | undefined;

  constructor(coming: Promise<Outcome<T, ServiceFailure>>) {
    this.#coming = coming.then((outcome) => (this.#outcome = outcome));
  }

  /** What needs no asking. */
  static of<T>(value: T): PendingValue<T> {
    const later = new PendingValue<T>(Promise.resolve(done(value)));
    later.#outcome = done(value);
    return later;
  }

  /** What is known of it by now, to be shown; who acts on it waits. */
  get now(): T | undefined {
    return this.#outcome?.[1] ?? this.#earlier;
  }

  get hasFailed(): boolean {
    return this.#outcome?.[0] != null;
  }

  wait(): Promise<Outcome<T, ServiceFailure>> {
    return this.#coming;
  }

  /** Until it comes, what was known before stands for it. */
  meanwhile(earlier: T | undefined): void {
    this.#earlier = earlier;
  }

  map<U>(change: (value: T) => U): PendingValue<U> {
    const known = this.#outcome?.[1];
    if (known != null) return PendingValue.of(change(known));
    const changing = async (): Promise<Outcome<U, ServiceFailure>> => {
      const [failure, value] = await this.#coming;
      return failure ? failed(failure) : done(change(value));
    };
    return new PendingValue(changing());
  }
}
