import type * as vscode from "vscode";
import type { Place } from "../model/query/listing/content.ts";

/** The fields that were left out of the last export of a collection, in VS Code's own state. */
export class LeftOutFields {
  readonly #state: vscode.Memento;

  constructor({ globalState }: vscode.ExtensionContext) {
    this.#state = globalState;
  }

  of(place: Place): readonly string[] {
    return this.#state.get<readonly string[]>(keyOf(place)) ?? [];
  }

  async keep(place: Place, names: readonly string[]): Promise<void> {
    await this.#state.update(keyOf(place), names.length > 0 ? names : undefined);
  }

  /** Forgets them for all collections of a connection. */
  async drop(connection: string): Promise<void> {
    const start = keyOf({ connection, type: "" });
    for (const key of this.#state.keys()) {
      if (key.startsWith(start)) await this.#state.update(key, undefined);
    }
  }
}

const keyOf = ({ connection, type }: Place): string => `cms.leftOutFields/${connection}/${type}`;
