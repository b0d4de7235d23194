import { format } from "oxfmt";
import { commandIds, manifest, titleOf, words } from "../house/manifest.ts";
import { read, readJson } from "../house/root.ts";

/** The description of each command, by group and ID. */
export const commandWords = readJson("docs/commands.json") as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

const { menus, configuration } = manifest.contributes;

/** The commands that users can find in the Command Palette or in another menu. */
export const findable: readonly string[] = commandIds.filter((id) => {
  const menuEntries = Object.entries(menus).flatMap(([menu, items]) =>
    items.filter(({ command }) => command === id).map(({ when }) => ({ menu, when })),
  );
  const isHidden = menuEntries.some(
    (entry) => entry.menu === "commandPalette" && entry.when === "false",
  );
  return !isHidden || menuEntries.some(({ menu }) => menu !== "commandPalette");
});

/** The generated tables, by the page that shows them. */
const tables: Readonly<Record<string, () => string>> = {
  "docs/commands.md": () => Object.entries(commandWords).map(commandTable).join("\n\n"),
  "docs/settings.md": () =>
    tableOf(
      ["Setting", "Default", "Description"],
      Object.entries(configuration.properties).flatMap(([name, setting]) =>
        settingRows(name, setting as Setting),
      ),
    ),
};

/** The pages that show a generated table. */
export const tablePages: readonly string[] = Object.keys(tables);

function commandTable([group, commands]: [string, Readonly<Record<string, string>>]): string {
  const rows = Object.entries(commands).map(([id, what]) => [titleOf(id), what]);
  return `## ${group}\n\n${tableOf(["Command", "Description"], rows)}`;
}

interface Setting {
  readonly default: unknown;
  readonly markdownDescription?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: SettingParts;
  readonly items?: { readonly properties?: SettingParts };
}

/** The properties of an object, or of the objects in a list. */
type SettingParts = Readonly<
  Record<string, { readonly description: string; readonly default?: unknown }>
>;

function settingRows(name: string, setting: Setting): string[][] {
  const { minimum, maximum, markdownDescription = "", properties, items } = setting;
  const limits = maximum === undefined ? "" : ` ${minimum ?? ""} to ${maximum}.`;
  const cells = [
    `\`${name}\``,
    `\`${JSON.stringify(setting.default)}\``,
    wordsOf(markdownDescription) + limits,
  ];
  const all = Object.entries(properties ?? items?.properties ?? {});
  const parts = all.map(([part, { description, default: usual }]) => [
    `… \`${part}\``,
    usual === undefined ? "" : `\`${JSON.stringify(usual)}\``,
    wordsOf(description),
  ]);
  return [cells, ...parts];
}

/** A text of package.nls.json. Links that only VS Code follows become plain words. */
const wordsOf = (key: string): string =>
  (words[key.slice(1, -1)] ?? key)
    .replace(/\[([^\]]+)\]\(command:[^)]+\)/g, "**$1**")
    .replace(/`#([\w.]+)#`/g, "`$1`");

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The text of a page with a table that matches the manifest. */
export async function withTable(path: string): Promise<string> {
  const [text, table] = [read(path), tables[path]];
  const [begin, end] = ["<!-- generated: begin -->", "<!-- generated: end -->"];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (table === undefined || from < 0 || to < from) throw new Error(`${path} has no table.`);
  const written = `${text.slice(0, from)}${begin}\n\n${table()}\n\n${text.slice(to)}`;
  const { code } = await format(path, written);
  return code;
}
