import type { ChangeContext, RunContext, ViewContext } from "../commands/shared/commandContexts.ts";
import type { Targets } from "../commands/shared/targets.ts";
import type { EditorContext } from "../editor/editorContext.ts";
import type { CommandTable } from "../host/failures/commandRegistry.ts";
import type * as commandCode from "./commandCode.ts";
import type { Owner } from "./ownership.ts";

/** What commands are made with. */
interface CommandSetup {
  readonly code: typeof commandCode;
  readonly targets: Targets;
  readonly changes: ChangeContext;
  readonly view: ViewContext;
  readonly runs: RunContext;
}

type ToCommands = (setup: CommandSetup) => CommandTable;
type OpenEditors = (context: EditorContext, own: Owner) => void;

/** Where each feature registers its commands, and what it does in open documents. */
export class FeatureRegistry {
  /** Owns what a feature keeps from the first document or command on. */
  readonly own: Owner;
  readonly #tables: ToCommands[] = [];
  readonly #editors: OpenEditors[] = [];

  constructor(own: Owner) {
    this.own = own;
  }

  /** `toCommands` runs when the code of all commands has loaded, with the first one. */
  addCommands(toCommands: ToCommands): void {
    this.#tables.push(toCommands);
  }

  /** `open` runs with the extension's first open document. The last one disposes of its resources. */
  addEditors(open: OpenEditors): void {
    this.#editors.push(open);
  }

  commands(setup: CommandSetup): CommandTable {
    const tables = this.#tables.map((toCommands) => toCommands(setup));
    return Object.assign({}, ...tables) as CommandTable;
  }

  openEditors(context: EditorContext, own: Owner): void {
    for (const open of this.#editors) open(context, own);
  }
}
