import type { Targets } from "../commands/targets.ts";
import type { EditorContext } from "../editor/editorContext.ts";
import type { CommandTable } from "../host/commands.ts";
import type { Owner } from "./own.ts";

type LoadCommands = (targets: Targets) => Promise<CommandTable>;
type OpenEditors = (context: EditorContext, own: Owner) => void;

/** Where each feature registers its commands, and what it does in open documents. */
export class FeatureRegistry {
  /** Owns what a feature keeps from the first document or command on. */
  readonly own: Owner;
  readonly #commands: LoadCommands[] = [];
  readonly #editors: OpenEditors[] = [];

  constructor(own: Owner) {
    this.own = own;
  }

  /** `load` imports the code of the commands. It runs with the first command of any feature. */
  addCommands(load: LoadCommands): void {
    this.#commands.push(load);
  }

  /** `open` runs with the extension's first open document. The last one disposes of its resources. */
  addEditors(open: OpenEditors): void {
    this.#editors.push(open);
  }

  async loadCommands(targets: Targets): Promise<CommandTable> {
    const tables = await Promise.all(this.#commands.map((load) => load(targets)));
    return Object.assign({}, ...tables) as CommandTable;
  }

  openEditors(context: EditorContext, own: Owner): void {
    for (const open of this.#editors) open(context, own);
  }
}
