export interface Disposable {
  dispose(): void;
}

/** An object that disposes of what it owns together with itself, the latest first. */
export abstract class ResourceOwner implements Disposable {
  readonly #owned: { dispose(): unknown }[] = [];

  protected own<T extends { dispose(): unknown }>(
    resource: T,
    ...others: readonly { dispose(): unknown }[]
  ): T {
    this.#owned.push(resource, ...others);
    return resource;
  }

  dispose(): void {
    for (const resource of this.#owned.splice(0).reverse()) resource.dispose();
  }
}

export type Event<T> = (listener: (event: T) => void) => Disposable;

/** The event emitter of the model. Its events report changes and request nothing. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(event: T) => void>();

  readonly event: Event<T> = (listener) => {
    // With its own wrapper, one function can be registered twice and removed once.
    const entry = (event: T) => listener(event);
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
