import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { commandIds, manifest, titleOf, words } from "../house/manifest.ts";
import { readJson, root } from "../house/root.ts";

/** What each command does, in the words of the README, by group and id. */
export const commandWords = readJson("docs/commands.json") as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

const { menus, configuration } = manifest.contributes;

/** Those that a person finds: in the palette, or in another menu. */
export const findable: readonly string[] = commandIds.filter((id) => {
  const places = Object.entries(menus).flatMap(([menu, items]) =>
    items.filter(({ command }) => command === id).map(({ when }) => ({ menu, when })),
  );
  const isHidden = places.some((one) => one.menu === "commandPalette" && one.when === "false");
  return !isHidden || places.some(({ menu }) => menu !== "commandPalette");
});

/** What stands in README.md between two marks, by the name of the marks. */
const tables: Readonly<Record<string, () => string>> = {
  commands: () => Object.entries(commandWords).map(commandTable).join("\n\n"),
  settings: () =>
    tableOf(
      ["Setting", "Default", "What it does"],
      Object.entries(configuration.properties).flatMap(([name, setting]) =>
        settingRows(name, setting as Setting),
      ),
    ),
};

function commandTable([group, commands]: [string, Readonly<Record<string, string>>]): string {
  const rows = Object.entries(commands).map(([id, what]) => [titleOf(id), what]);
  return tableOf([group, "What it does"], rows);
}

interface Setting {
  readonly default: unknown;
  readonly markdownDescription?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: {
    readonly properties?: Readonly<Record<string, { readonly description: string }>>;
  };
}

function settingRows(name: string, setting: Setting): string[][] {
  const { minimum, maximum, markdownDescription = "", items } = setting;
  const limits = maximum === undefined ? "" : ` ${minimum ?? ""} to ${maximum}.`;
  const own = [
    `\`${name}\``,
    `\`${JSON.stringify(setting.default)}\``,
    wordsOf(markdownDescription) + limits,
  ];
  const parts = Object.entries(items?.properties ?? {}).map(([part, { description }]) => [
    `… \`${part}\``,
    "",
    wordsOf(description),
  ]);
  return [own, ...parts];
}

const wordsOf = (key: string): string => words[key.slice(1, -1)] ?? key;

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The text with each table as it should be. */
export async function withTables(text: string): Promise<string> {
  const written = Object.entries(tables).reduce(withTable, text);
  const style = await resolveConfig(join(root, "README.md"));
  return format(written, { ...style, parser: "markdown" });
}

function withTable(text: string, [name, table]: [string, () => string]): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md has no place for ${name}.`);
  return `${text.slice(0, from)}${begin}\n\n${table()}\n\n${text.slice(to)}`;
}
