import { readJson } from "./root.ts";

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category?: string;
  readonly enablement?: string;
}

export interface MenuItem {
  /** Absent for a submenu. */
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface KeyBinding {
  readonly command: string;
  readonly key: string;
  readonly mac: string;
  readonly when: string;
}

interface View {
  readonly id: string;
  readonly name: string;
}

interface Walkthrough {
  readonly id: string;
  readonly steps: readonly { readonly completionEvents: readonly string[] }[];
}

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly icon: string;
  readonly engines: { readonly vscode: string };
  readonly activationEvents: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly submenus: readonly { readonly id: string; readonly label: string }[];
    readonly views: Readonly<Record<string, readonly View[]>>;
    readonly keybindings: readonly KeyBinding[];
    readonly walkthroughs: readonly [Walkthrough];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}

/** The part of package.json that VS Code reads. */
export const manifest = readJson("package.json") as Manifest;

/** The texts of the manifest, by key. */
export const words = readJson("package.nls.json") as Readonly<Record<string, string>>;

export const commandIds: readonly string[] = manifest.contributes.commands.map(
  ({ command }) => command,
);

/** The title of a command in the Command Palette. */
export function titleOf(id: string): string {
  const { title = id } = manifest.contributes.commands.find(({ command }) => command === id) ?? {};
  return words[title.slice(1, -1)] ?? title;
}
