import * as vscode from "vscode";
import { register, registerLinks } from "../host/commands.ts";
import { once } from "../model/foundation/async.ts";
import type { CommandSources } from "./commands.ts";
import type { Editor } from "./editor.ts";
import type { FileParts } from "./files.ts";
import { together } from "./own.ts";
import type { Owner } from "./own.ts";
import { isOpen } from "./whileOpen.ts";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/**
 * Loads the writing features when they are needed. That is with the first document, the first
 * command, or a workspace file that a service differs from. Tree items are shown without them.
 */
export function offerHelp(fileParts: FileParts, own: Owner): () => Promise<Editor> {
  const load = once(async () => {
    const { openEditor } = await import("./editor.ts");
    const [editor, resources] = together((ownEditor) => openEditor(fileParts, ownEditor));
    own(resources);
    return editor;
  });
  const help = (): void => {
    load().catch((error: unknown) => {
      void fileParts.failures.show(error, { id: "help", args: [], again: load });
    });
  };
  const look = (): void => {
    if (isOpen()) help();
  };
  own(vscode.workspace.onDidOpenTextDocument(look));
  own(
    fileParts.comparisons.onDidChange((connection) => {
      if (fileParts.comparisons.of(connection)?.differences.length) help();
    }),
  );
  look();
  return load;
}

/** The code of the commands is loaded when the user runs the first one. */
export function offerCommands(
  sources: Omit<CommandSources, keyof Editor> & Pick<FileParts, "failures">,
  help: () => Promise<Editor>,
  manifest: unknown,
  own: Owner,
): void {
  const load = once(async () => {
    const { openCommands } = await import("./commands.ts");
    return openCommands({ ...sources, ...(await help()) });
  });
  const ids = (manifest as Manifest).contributes.commands.map(({ command }) => command);
  own(register(ids, async () => (await load()).table, sources.failures));
  own(registerLinks(async (link) => (await load()).followLink(link), sources.failures));
}
