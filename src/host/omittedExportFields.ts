import type * as vscode from "vscode";
import type { CollectionAddress } from "../model/foundation/address.ts";

/** The fields that the last export of a collection omitted, stored in VS Code's state. */
export class ExcludedFields {
  readonly #state: vscode.Memento;

  constructor({ globalState }: vscode.ExtensionContext) {
    this.#state = globalState;
  }

  of(place: CollectionAddress): readonly string[] {
    return this.#state.get<readonly string[]>(excludedFieldsKey(place)) ?? [];
  }

  async keep(place: CollectionAddress, names: readonly string[]): Promise<void> {
    await this.#state.update(excludedFieldsKey(place), names.length > 0 ? names : undefined);
  }

  /** Deletes them for all collections of a connection. */
  async drop(connection: string): Promise<void> {
    const start = excludedFieldsKey({ connection, type: "" });
    for (const key of this.#state.keys()) {
      if (key.startsWith(start)) await this.#state.update(key, undefined);
    }
  }
}

const excludedFieldsKey = ({ connection, type }: CollectionAddress): string =>
  `cms.leftOutFields/${connection}/${type}`;
