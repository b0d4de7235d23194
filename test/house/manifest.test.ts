import assert from "node:assert/strict";
import ts from "typescript";
import { commandIds, manifest, titleOf, words } from "./manifest.ts";
import { read } from "./root.ts";
import { nodesIn } from "./sources.ts";

const { commands, menus, submenus, views, configuration } = manifest.contributes;
const items = Object.values(menus).flat();

interface Registered {
  readonly id: string;
  /** Whether it can't do without the row that it was called on. */
  readonly needsRow: boolean;
}

/** The entries of the tables in src/commands, found as they are written. */
const registered: readonly Registered[] = [...nodesIn("src/commands")].flatMap((node) => {
  if (!ts.isPropertyAssignment(node) || !ts.isStringLiteral(node.name)) return [];
  const { initializer } = node;
  if (!ts.isArrowFunction(initializer)) return [];
  const [row] = initializer.parameters;
  const needsRow = row !== undefined && !row.questionToken && !row.initializer;
  return [{ id: node.name.text, needsRow }];
});

describe("The commands of the manifest", () => {
  it("are those that are registered, no more and no fewer", () => {
    const ids = registered.map(({ id }) => id);

    assert.deepEqual(ids.toSorted(), [...commandIds].sort());
    assert.equal(new Set(ids).size, ids.length);
  });

  it("are named cms.<noun>.<verb>, and stand in the palette under CMS", () => {
    const odd = commands.filter(
      ({ command, category }) => !/^cms\.[a-z]+\.[a-zA-Z]+$/.test(command) || category !== "CMS",
    );

    assert.deepEqual(odd, []);
  });

  it("have titles without an ellipsis: nearly all of them ask something before they act", () => {
    const titles = commandIds.map(titleOf);

    assert.deepEqual(
      titles.filter((title) => /…|\.\.\./.test(title)),
      [],
    );
  });

  it("are in the palette, but for those that only rows give a meaning", () => {
    const hidden = (menus["commandPalette"] ?? [])
      .filter(({ when }) => when === "false")
      .map(({ command }) => command);

    const needing = registered.filter(({ needsRow }) => needsRow).map(({ id }) => id);
    const onSelection = commandIds.filter((id) => id.startsWith("cms.selection."));
    assert.deepEqual(hidden, ["cms.content.act", "cms.content.retry", ...onSelection]);
    assert.deepEqual(
      needing.filter((id) => !hidden.includes(id)),
      [],
    );
  });

  it("are known wherever a menu, a welcome or the code names one", () => {
    const inMenus = items.map(({ command, submenu }) => command ?? submenu);
    const inWelcome = [...JSON.stringify(words).matchAll(/command:([\w.]+)/g)].map(([, id]) => id);
    const ofVSCode = "workbench.action.openWalkthrough";
    const inCode = [...nodesIn("src")]
      .filter(ts.isStringLiteralLike)
      .map(({ text }) => text)
      .filter((text) => /^cms\.[a-z]+\.[a-zA-Z]+$/.test(text));
    const focus = Object.values(views)
      .flat()
      .map(({ id }) => `${id}.focus`);
    const known = new Set<unknown>([
      ...commandIds,
      ...focus,
      ofVSCode,
      ...submenus.map(({ id }) => id),
    ]);

    const named = [...inMenus, ...inWelcome, ...inCode];

    assert.deepEqual(
      named.filter((id) => !known.has(id)),
      [],
    );
    assert.ok(inWelcome.length > 0 && inCode.length > commandIds.length);
  });
});

describe("The menus of the manifest", () => {
  it("have the groups that all our menus have", () => {
    const group = /^(1_open|5_edit|7_publish|9_delete|inline|navigation)(@\d+)?$/;

    const odd = Object.entries(menus)
      .filter(([menu]) => menu !== "commandPalette")
      .flatMap(([menu, entries]) => entries.map((entry) => ({ menu, ...entry })))
      .filter((entry) => !group.test(entry.group ?? ""));

    assert.deepEqual(odd, []);
  });

  it("are for connections that are locked, too", () => {
    const odd = items.filter(({ when }) => /viewItem == connection\b(?!\.)/.test(when ?? ""));

    assert.deepEqual(odd, []);
  });

  it("have every button of a row under a key, too: in the row's menu", () => {
    const ofRows = menus["view/item/context"] ?? [];
    const isButton = ({ group }: { readonly group?: string }) =>
      group?.startsWith("inline") === true;

    const listed = new Set(
      ofRows.filter((entry) => !isButton(entry)).map(({ command }) => command),
    );

    assert.deepEqual(
      ofRows.filter((entry) => isButton(entry) && !listed.has(entry.command)),
      [],
    );
  });

  it("have no entry twice", () => {
    const entries = Object.entries(menus).flatMap(([menu, all]) =>
      all.map((entry) => JSON.stringify([menu, entry])),
    );

    assert.deepEqual(
      entries.filter((entry, at) => entries.indexOf(entry) !== at),
      [],
    );
  });
});

describe("The words of the manifest", () => {
  it("are all in package.nls.json, and none is left over", () => {
    const named = [...read("package.json").matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);

    assert.deepEqual([...new Set(named)].sort(), Object.keys(words).sort());
  });

  it("are never written into package.json itself", () => {
    const shown = /^(title|contextualTitle|description|markdownDescription|contents|altText)$/;
    const written: unknown[] = [];
    // The name of a view is shown, that of a menu's command is none.
    const named = Object.values(views).flatMap((all) => all.map(({ name }) => name));

    JSON.stringify({ ...manifest, named }, (key, value: unknown) => {
      if (typeof value === "string" && shown.test(key)) written.push(value);
      return value;
    });

    assert.deepEqual(
      [...written, ...named].filter((text) => !/^%[\w.]+%$/.test(String(text))),
      [],
    );
    assert.ok(written.length > commands.length);
  });

  it("describe every setting, each of which begins with cms", () => {
    const odd = Object.entries(configuration.properties).filter(([name, setting]) => {
      const { description, markdownDescription } = setting as Record<string, string | undefined>;
      return (
        !name.startsWith("cms.") || !(description ?? markdownDescription ?? "").startsWith("%")
      );
    });

    assert.deepEqual(odd, []);
  });
});
