import type * as vscode from "vscode";

/** A state as VS Code gives it to an extension. A key that is set to undefined is removed. */
export class StateInMemory implements vscode.Memento {
  readonly #values = new Map<string, string>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get(key: string): never {
    const text = this.#values.get(key);
    return (text === undefined ? undefined : JSON.parse(text)) as never;
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}
