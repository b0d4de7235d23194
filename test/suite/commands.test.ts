import assert from "node:assert/strict";
import * as vscode from "vscode";
import { extensionId } from "../support/extensionId.ts";

/** An entry for a submenu has no command. */
interface MenuItem {
  readonly command?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
  };
}

describe("Registered commands", () => {
  const extension = vscode.extensions.getExtension(extensionId);
  assert.ok(extension);
  const { commands, menus } = (extension.packageJSON as Manifest).contributes;
  const contributed = commands.map(({ command }) => command).sort();

  it("registered commands are exactly the commands of the manifest", async () => {
    await extension.activate();

    const all = await vscode.commands.getCommands(true);

    // VS Code adds these commands for the views of the extension.
    const views =
      /^cms\.(content|results)\.(open|focus|resetViewLocation|toggleVisibility|removeView)$/;
    assert.deepEqual(
      all.filter((id) => id.startsWith("cms.") && !views.test(id)).sort(),
      contributed,
    );
  });

  it("registered commands include every command of a menu", () => {
    const named = Object.values(menus).flatMap((items) =>
      items.flatMap(({ command }) => command ?? []),
    );

    assert.deepEqual(
      named.filter((command) => !contributed.includes(command)),
      [],
    );
  });

  it("registered commands have translated titles", () => {
    const titles = commands.map(({ title }) => title);

    assert.deepEqual(
      titles.filter((title) => title === "" || title.startsWith("%")),
      [],
    );
  });
});
