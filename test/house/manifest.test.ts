import assert from "node:assert/strict";
import ts from "typescript";
import { commandIds, manifest, titleOf, words } from "./manifest.ts";
import { read } from "./root.ts";
import { nodesIn } from "./sources.ts";

const { commands, menus, submenus, views, configuration } = manifest.contributes;
const items = Object.values(menus).flat();

/** Tree items with every property that their type can have. For a selection, the clicked tree item counts. */
const fullestRows = [
  "connection.locked.user.admin.local.inferred",
  "connection",
  "collection.states.filtered.localized",
  "collection",
  "users.filtered",
  "document.modified.locales.admin",
  "document.plain",
  "single.publishable.localized.modified.admin",
  "user",
  "user.blocked",
  "document.modified.locales.admin (several)",
  "user (several)",
];

/** Whether VS Code shows an entry in the menu of a tree item. */
function isShown(when: string, row: string): boolean {
  const [viewItem = "", several] = row.split(" ");
  const isTrue = (term: string): boolean => {
    const [, kind] = /^viewItem == (.+)$/.exec(term) ?? [];
    const [, pattern] = /^viewItem =~ \/(.+)\/$/.exec(term) ?? [];
    if (kind !== undefined) return kind === viewItem;
    if (pattern !== undefined) return new RegExp(pattern).test(viewItem);
    const keys = new Map([
      ["view == cms.content", true],
      ["cms.severalConnections", true],
      ["cms.development", true],
      ["listMultiSelection", several !== undefined],
      ["listDoubleSelection", several !== undefined],
      ["!listMultiSelection", several === undefined],
      ["", true],
    ]);
    const value = keys.get(term);
    if (value === undefined) throw new Error(`${term} is not known here.`);
    return value;
  };
  const holds = (all: string): boolean => all.split(" && ").every((term) => isTrue(term.trim()));
  const [whole, group = ""] = /(?:^| )\(([^/]*\/.*\/[^/]*|[^/]*)\)$/.exec(when) ?? [];
  const outside = when.slice(0, when.length - (whole ?? "").length).replace(/ &&$/, "");
  return holds(outside) && (group === "" || group.split(" || ").some(holds));
}

/** The menu entries that VS Code shows in an editor for one of the extension's documents. */
function editorEntries(menu: string, path: string) {
  const isTrue = (term: string): boolean => {
    const [, negated, inner] = /^(!?)\(?(.*?\/?)\)?$/.exec(term) ?? [];
    const [, pattern] = /^resourcePath =~ \/(.+)\/$/.exec(inner ?? "") ?? [];
    if (pattern !== undefined) return new RegExp(pattern).test(path) === (negated === "");
    return !term.startsWith("resource in ");
  };
  return (menus[menu] ?? []).filter(({ when = "" }) => when.split(" && ").every(isTrue));
}

/**
 * The commands that ask for input before they act. A confirmation is not input, and neither is the choice of a tree
 * item in the Command Palette.
 */
const asking: readonly string[] = [
  ...["add", "editToken", "chooseCertificate", "signIn", "nameCollections", "adminSignIn"].map(
    (verb) => `cms.connection.${verb}`,
  ),
  ...["createToken", "edit", "rename", "duplicate", "export", "import", "generateTypes"].map(
    (verb) => `cms.connection.${verb}`,
  ),
  ...["cms.content.find", "cms.content.renameSelected", "cms.batch.undo"],
  ...["cms.content.compareWithConnection", "cms.content.copyToConnection"],
  ...["chooseLocale", "filter", "sort", "chooseState", "setFieldOfAll", "replaceInAll"].map(
    (verb) => `cms.collection.${verb}`,
  ),
  ...["cms.collection.export", "cms.collection.import"],
  ...["otherLocales", "translate", "compareLocales", "addLocalization", "restoreDeleted"].map(
    (verb) => `cms.document.${verb}`,
  ),
  ...["bringHere", "copyAs", "uploadFile", "choose", "enterText"].map(
    (verb) => `cms.document.${verb}`,
  ),
  ...["search", "upload", "replace"].map((verb) => `cms.media.${verb}`),
  ...["setPassword", "changeRole", "changeAll"].map((verb) => `cms.user.${verb}`),
  ...["setField", "replace", "export"].map((verb) => `cms.selection.${verb}`),
];

/** Whether a text in the code is certainly the name of a command: it is executed, or a link or button runs it. */
function isNamedAsCommand({ parent }: ts.Node): boolean {
  if (ts.isPropertyAssignment(parent)) return parent.name.getText() === "command";
  return ts.isCallExpression(parent) && parent.expression.getText().endsWith("executeCommand");
}

interface Registered {
  readonly id: string;
  /** Whether the command requires the tree item that it was called on. */
  readonly needsRow: boolean;
}

/** The commands that the tables in src/commands register, found in the source text. */
const registered: readonly Registered[] = nodesIn("src/commands").flatMap((node) => {
  if (!ts.isPropertyAssignment(node) || !ts.isStringLiteral(node.name)) return [];
  const { initializer } = node;
  if (!ts.isArrowFunction(initializer)) return [];
  const [row] = initializer.parameters;
  const needsRow = row !== undefined && !row.questionToken && !row.initializer;
  return [{ id: node.name.text, needsRow }];
});

describe("Commands", () => {
  it("commands of the manifest are exactly the registered commands", () => {
    const ids = registered.map(({ id }) => id);

    assert.deepEqual(ids.toSorted(), [...commandIds].sort());
    assert.equal(new Set(ids).size, ids.length);
  });

  it("commands of the manifest are named cms.<noun>.<verb> in the category CMS", () => {
    const odd = commands.filter(
      ({ command, category }) => !/^cms\.[a-z]+\.[a-zA-Z]+$/.test(command) || category !== "CMS",
    );

    assert.deepEqual(odd, []);
  });

  it("commands of the manifest have an ellipsis in the title only when they need more input", () => {
    const titles = commandIds.map((id) => ({ id, title: titleOf(id) }));

    const withEllipsis = titles.filter(({ title }) => title.endsWith("…")).map(({ id }) => id);
    assert.deepEqual(withEllipsis.toSorted(), [...asking].sort());
    assert.deepEqual(
      titles.filter(({ title }) => /….|\.\.\./.test(title)),
      [],
    );
  });

  it("commands of the manifest are in the Command Palette unless they need a tree item", () => {
    const hidden = (menus["commandPalette"] ?? [])
      .filter(({ when }) => when === "false")
      .map(({ command }) => command);

    const needing = registered.filter(({ needsRow }) => needsRow).map(({ id }) => id);
    const onSelection = commandIds.filter((id) => id.startsWith("cms.selection."));
    const onRows = commandIds.filter((id) =>
      /^cms\.content\.(act|retry|explainRule|\w+Selected)$/.test(id),
    );
    assert.deepEqual(hidden, [...onRows, ...onSelection, "cms.user.new"]);
    assert.deepEqual(
      needing.filter((id) => !hidden.includes(id)),
      [],
    );
  });

  it("commands of the manifest exist wherever a menu, a welcome view or the code names one", () => {
    const inMenus = items.map(({ command, submenu }) => command ?? submenu);
    const inWelcome = [...JSON.stringify(words).matchAll(/command:([\w.]+)/g)].map(([, id]) => id);
    const ofVSCode = "workbench.action.openWalkthrough";
    const settings = Object.keys(configuration.properties);
    const inCode = nodesIn("src")
      .filter(ts.isStringLiteralLike)
      .filter((node) => isNamedAsCommand(node) || !settings.includes(node.text))
      .map(({ text }) => text)
      .filter((text) => /^cms\.[a-z]+\.(?!json$)[a-zA-Z]+$/.test(text));
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

describe("Menus", () => {
  it("menus use the common groups", () => {
    const group = /^(1_open|5_edit|7_publish|9_delete|inline|navigation)(@\d+)?$/;

    const odd = Object.entries(menus)
      .filter(([menu]) => menu !== "commandPalette")
      .flatMap(([menu, entries]) => entries.map((entry) => ({ menu, ...entry })))
      .filter((entry) => !group.test(entry.group ?? ""));

    assert.deepEqual(odd, []);
  });

  it("menus apply to locked connections, too", () => {
    const odd = items.filter(({ when }) => /viewItem == connection\b(?!\.)/.test(when ?? ""));

    assert.deepEqual(odd, []);
  });

  it("menus contain every inline button of a tree item", () => {
    const ofRows = menus["view/item/context"] ?? [];
    const isButton = ({ group }: { readonly group?: string }) =>
      group?.startsWith("inline") === true;

    const inner = ofRows.flatMap(({ submenu = "" }) => menus[submenu] ?? []);
    const listed = new Set(
      [...ofRows.filter((entry) => !isButton(entry)), ...inner].map(({ command }) => command),
    );

    assert.deepEqual(
      ofRows.filter((entry) => isButton(entry) && !listed.has(entry.command)),
      [],
    );
  });

  for (const row of fullestRows) {
    it(`menus show at most four inline buttons for ${row}`, () => {
      const buttons = (menus["view/item/context"] ?? [])
        .filter(({ group }) => group?.startsWith("inline") === true)
        .filter(({ when = "" }) => isShown(when, row));

      const commands = buttons.map(({ command }) => command ?? "");
      assert.ok(commands.length <= 4, commands.join());
    });

    it(`menus have at most eight entries for ${row}, the rest in submenus`, () => {
      const entries = (menus["view/item/context"] ?? [])
        .filter(({ group }) => group?.startsWith("inline") === false)
        .filter(({ when = "" }) => isShown(when, row));

      const titles = entries.map(({ command, submenu }) => command ?? submenu);
      assert.ok(titles.length > 0 && titles.length <= 8, `${titles.length}: ${titles.join(", ")}`);
      for (const { submenu } of entries) {
        const within = submenu === undefined ? [{}] : (menus[submenu] ?? []);
        assert.ok(
          within.some(({ when = "" }: { readonly when?: string }) => isShown(when, row)),
          `${submenu ?? ""} is empty`,
        );
      }
    });
  }

  const paths = {
    document: "/Magazine/articles/en/Tea.cms.json",
    user: "/Magazine/users/-/ada.cms.json",
    "media file": "/Magazine/media_files/-/tea.png.cms.json",
  };
  for (const [kind, path] of Object.entries(paths)) {
    it(`menus have at most eight entries in the title of an editor with a ${kind}, the rest in submenus`, () => {
      const entries = editorEntries("editor/title", path).filter(
        ({ group }) => group?.startsWith("navigation") === false,
      );

      assert.ok(entries.length > 0 && entries.length <= 8, String(entries.length));
      for (const { submenu } of entries) {
        if (submenu !== undefined) assert.notDeepEqual(editorEntries(submenu, path), []);
      }
    });
  }

  it("menus offer the commands of a document's tree item in its editor, too", () => {
    const all = ["editor/title", "editor/context"].flatMap((menu) =>
      editorEntries(menu, paths.document),
    );
    const inner = all.flatMap(({ submenu = "" }) => editorEntries(submenu, paths.document));
    const listed = [...all, ...inner].map(({ command }) => command);

    const expectedCommands = [
      ...["delete", "deleteLocalization", "addLocalization", "compareLocales", "preview"],
      ...["regenerateSlug", "editAsMarkdown", "uploadFile", "publishAllLocales", "copyId"],
    ];
    assert.deepEqual(
      expectedCommands.filter((name) => !listed.includes(`cms.document.${name}`)),
      [],
    );
  });

  it("menus offer no upload for a user or a media file", () => {
    const offered = [paths.user, paths["media file"]].flatMap((path) =>
      editorEntries("editor/context", path).map(({ command }) => command),
    );

    assert.equal(offered.includes("cms.document.uploadFile"), false);
  });

  it("menus have no duplicate entry", () => {
    const entries = Object.entries(menus).flatMap(([menu, all]) =>
      all.map((entry) => JSON.stringify([menu, entry])),
    );

    assert.deepEqual(
      entries.filter((entry, at) => entries.indexOf(entry) !== at),
      [],
    );
  });
});

describe("Texts", () => {
  it("texts of the manifest are exactly those of package.nls.json", () => {
    const named = [...read("package.json").matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);

    assert.deepEqual([...new Set(named)].sort(), Object.keys(words).sort());
  });

  it("texts of the manifest are never in package.json itself", () => {
    const visibleKey = /^(title|contextualTitle|description|markdownDescription|contents|altText)$/;
    const written: unknown[] = [];
    // VS Code shows the `name` of a view, but not other properties called `name`.
    const named = Object.values(views).flatMap((all) => all.map(({ name }) => name));

    JSON.stringify({ ...manifest, named }, (key, value: unknown) => {
      if (typeof value === "string" && visibleKey.test(key)) written.push(value);
      return value;
    });

    assert.deepEqual(
      [...written, ...named].filter((text) => !/^%[\w.]+%$/.test(String(text))),
      [],
    );
    assert.ok(written.length > commands.length);
  });

  it("texts of the manifest describe every setting, whose name starts with cms", () => {
    const odd = Object.entries(configuration.properties).filter(([name, setting]) => {
      const { description, markdownDescription } = setting as Record<string, string | undefined>;
      return (
        !name.startsWith("cms.") || !(description ?? markdownDescription ?? "").startsWith("%")
      );
    });

    assert.deepEqual(odd, []);
  });
});
