import type * as vscode from "vscode";

const key = "cms.expanded";

/** The rows that the user expanded or collapsed here. VS Code forgets them on reload. */
export class Expansion {
  readonly #state: vscode.Memento;
  readonly #rows: Map<string, boolean>;

  constructor({ workspaceState }: Pick<vscode.ExtensionContext, "workspaceState">) {
    this.#state = workspaceState;
    this.#rows = new Map(workspaceState.get<[string, boolean][]>(key, []));
  }

  /** @param usual Whether a row is expanded that the user neither expanded nor collapsed. */
  has(id: string, usual: boolean): boolean {
    return this.#rows.get(id) ?? usual;
  }

  set(id: string, isExpanded: boolean): void {
    if (this.#rows.get(id) === isExpanded) return;
    this.#rows.set(id, isExpanded);
    this.#keep();
  }

  drop(connection: string): void {
    for (const id of this.#rows.keys()) {
      if (id === connection || id.startsWith(`${connection}/`)) this.#rows.delete(id);
    }
    this.#keep();
  }

  #keep(): void {
    void this.#state.update(key, [...this.#rows]);
  }
}
