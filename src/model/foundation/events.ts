export interface Disposable {
  dispose(): void;
}

export type Event<T> = (listener: (event: T) => void) => Disposable;

/** The model's own broadcaster: it says what changed and steers nobody. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(event: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A wrapper of its own, so that one function can listen twice and leave once.
    const entry = (event: T) => {
      listener(event);
    };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(event: T): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
