import type * as vscode from "vscode";
import { register, registerLinks } from "../host/commands.ts";
import type { Everything } from "./commands.ts";
import type { Own } from "./own.ts";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Offers what a person can ask for. What does it is loaded when somebody asks: rows are shown without. */
export function offerCommands(everything: Everything, manifest: unknown, own: Own): void {
  let opening: ReturnType<typeof open> | undefined;
  const open = async () => (await import("./commands.ts")).openCommands(everything);
  const opened = async () => {
    try {
      return await (opening ??= open());
    } catch (error) {
      // The next call tries again.
      opening = undefined;
      throw error;
    }
  };
  const ids = (manifest as Manifest).contributes.commands.map(({ command }) => command);
  own(register(ids, async () => (await opened()).table, everything.failures));
  const follow = async (link: vscode.Uri) => (await opened()).followLink(link);
  own(registerLinks(follow, everything.failures));
}
