import * as vscode from "vscode";
import { register, registerLinks } from "../host/commands.ts";
import { once } from "../model/foundation/async.ts";
import type { CommandDependencies } from "./commands.ts";
import type { Editor } from "./editor.ts";
import type { FileParts } from "./files.ts";
import { together } from "./own.ts";
import type { Owner } from "./own.ts";
import { isOpen } from "./whileOpen.ts";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/**
 * Offers what helps with writing. It is loaded when there is something to help with: the first document, a file of
 * the workspace that a service differs from, or the first command. Rows are shown without.
 */
export function offerHelp(shown: FileParts, own: Owner): () => Promise<Editor> {
  const load = once(async () => {
    const { openHelp } = await import("./help.ts");
    const [editor, things] = together((each) => openHelp(shown, each));
    own(things);
    return editor;
  });
  const help = (): void => {
    load().catch((error: unknown) => {
      void shown.failures.show(error, { id: "help", args: [], again: load });
    });
  };
  const look = (): void => {
    if (isOpen()) help();
  };
  own(vscode.workspace.onDidOpenTextDocument(look));
  own(
    shown.comparisons.onDidChange((connection) => {
      if (shown.comparisons.of(connection)?.differences.length) help();
    }),
  );
  look();
  return load;
}

/** Offers what a person can ask for. What does it is loaded when somebody asks. */
export function offerCommands(
  shown: Omit<CommandDependencies, keyof Editor>,
  help: () => Promise<Editor>,
  manifest: unknown,
  own: Owner,
): void {
  const load = once(async () => {
    const { openCommands } = await import("./commands.ts");
    return openCommands({ ...shown, ...(await help()) });
  });
  const ids = (manifest as Manifest).contributes.commands.map(({ command }) => command);
  own(register(ids, async () => (await load()).table, shown.failures));
  own(registerLinks(async (link) => (await load()).followLink(link), shown.failures));
}
