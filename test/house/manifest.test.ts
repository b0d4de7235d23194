import assert from "node:assert/strict";
import ts from "typescript";
import { commandIds, manifest, titleOf, words, type MenuItem } from "./manifest.ts";
import { read } from "./root.ts";
import { nodesIn } from "./sources.ts";
import { holds, keysIn, type ContextKeys } from "./whenClauses.ts";

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

/** The context keys of an editor. `lists` are the keys that list editors, with this one among them. */
const editorKeys = (resourcePath: string, ...lists: string[]): ContextKeys => ({
  resourceScheme: "cms",
  resource: "here",
  resourcePath,
  ...Object.fromEntries(lists.map((list) => [`cms.${list}`, ["here"]])),
});

const statusLists = ["withStatus", "publishable", "live", "modified"];
const articlePath = "/Magazine/articles/en/Tea.cms.json";

/** An editor for each kind of document, with every property that the document can have. */
const editors = {
  document: editorKeys(articlePath, "savedEditors", "documents", "localized", ...statusLists),
  user: editorKeys("/Magazine/users/ada.cms.json", "savedEditors", "users"),
  "media file": editorKeys("/Magazine/media_files/tea.png.cms.json", "savedEditors", "mediaFiles"),
};

/** The keys that several connections set, one of them on this computer, in development. */
const connectedKeys: ContextKeys = Object.fromEntries(
  ["connected", "severalConnections", "development", "local", "checked"].map((key) => [
    `cms.${key}`,
    true,
  ]),
);

/** The menu entries that VS Code shows for a tree item. */
function rowEntries(menu: string, row: string, view = "cms.content") {
  const [viewItem = "", several] = row.split(" ");
  const isSeveral = several !== undefined;
  const selectionKeys = { listMultiSelection: isSeveral, listDoubleSelection: isSeveral };
  const keys = { ...connectedKeys, view, viewItem, ...selectionKeys };
  return (menus[menu] ?? []).filter(({ when = "" }) => when === "" || holds(when, keys));
}

/** The menu entries that VS Code shows in an editor for one of the extension's documents. */
function editorEntries(menu: string, editor: ContextKeys) {
  const keys = { ...connectedKeys, ...editor };
  return (menus[menu] ?? []).filter(({ when = "" }) => when === "" || holds(when, keys));
}

/** The commands of a menu and of its submenus. */
const commandsOf = (
  menu: string,
  entriesOf: (menu: string) => readonly MenuItem[],
): readonly string[] =>
  entriesOf(menu).flatMap(({ command, submenu }) =>
    submenu === undefined ? (command ?? []) : commandsOf(submenu, entriesOf),
  );

/** The titles that the Command Palette shows, with these context keys. */
function paletteTitles(keys: ContextKeys): readonly string[] {
  const conditions = new Map(
    (menus["commandPalette"] ?? []).map(({ command, when = "" }) => [command, when]),
  );
  return commands
    .filter(({ command, enablement = "" }) =>
      [conditions.get(command) ?? "", enablement].every((when) => when === "" || holds(when, keys)),
    )
    .map(({ command }) => titleOf(command));
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
  ...["cms.content.exportAll", "cms.content.importFolder", "cms.folder.pull"],
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
      /^cms\.content\.(act|retry|explainRule|openNotice|\w+Selected(?:ToSide)?|exportAll|importFolder)$/.test(
        id,
      ),
    );
    const onResults = ["openItem", "refresh", "close"].map((verb) => `cms.results.${verb}`);
    assert.deepEqual(hidden, [...onRows, "cms.user.new", ...onSelection, ...onResults]);
    assert.deepEqual(
      needing.filter((id) => !hidden.includes(id)),
      [],
    );
  });

  it("commands of the manifest exist wherever a menu, a welcome view or the code names one", () => {
    const inMenus = items.map(({ command, submenu }) => command ?? submenu);
    const inWelcome = [...JSON.stringify(words).matchAll(/command:([\w.]+)/g)].map(([, id]) => id);
    const ofVSCode = ["workbench.action.openWalkthrough", "workbench.trust.manage"];
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
      ...ofVSCode,
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

/** The rows of each object, and its commands that act elsewhere. */
const objects: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "connection",
    [
      ...["connection.locked.user.admin.local.inferred", "connection.unlocked"],
      ...["failure.token", "failure.permissions", "failure.certificate"],
    ],
    // These belong to the whole view.
    ["cms.connection.add", "cms.connection.import"],
  ],
  [
    "collection",
    ["collection.states.filtered.localized", "users.filtered", "more"],
    // A row of its own, which a click runs.
    ["cms.collection.loadMore"],
  ],
  [
    "document",
    [
      ...["document.modified.locales.admin", "single.publishable.localized.modified.admin"],
      "document.modified.locales.admin (several)",
      "collection",
    ],
    // The line above the text, a conflict and a text field have these.
    [
      ...["sendAllFields", "showActions", "enterText", "insertAllFields"],
      ...["compare", "keepMine", "takeTheirs"],
    ].map((verb) => `cms.document.${verb}`),
  ],
  ["user", ["user", "user.blocked", "user.blocked.unconfirmed", "users", "user (several)"], []],
  ["media file", ["media", "mediaFile"], []],
];

describe("Command Palette", () => {
  const windows: readonly (readonly [string, ContextKeys, number])[] = [
    ["in a window where the extension has not started", {}, 12],
    ["in a window without a connection", { "cms.unconnected": true }, 12],
    [
      "with a connection, and no document in front",
      { "cms.connected": true, "cms.local": true },
      40,
    ],
  ];
  for (const [where, keys, most] of windows) {
    it(`the Command Palette has at most ${most} commands ${where}`, () => {
      const titles = paletteTitles(keys);

      assert.ok(titles.length <= most, `${titles.length}: ${titles.join(", ")}`);
      assert.ok(titles.includes("Add Connection…"));
    });
  }

  it("the Command Palette has the commands for a document, a user or a media file with one in front", () => {
    const inFront = (editor: ContextKeys) => paletteTitles({ "cms.connected": true, ...editor });
    const verbs = ["Publish", "Delete", "Block User", "Replace File…"];

    const offeredVerbs = Object.values(editors).map((editor) =>
      verbs.filter((verb) => inFront(editor).includes(verb)),
    );

    assert.deepEqual(offeredVerbs, [["Publish", "Delete"], ["Block User"], ["Replace File…"]]);
  });

  it("the Command Palette offers every command in some window, unless it needs a tree item", () => {
    const keys = new Set(items.flatMap(({ when = "" }) => (when === "" ? [] : keysIn(when))));
    const set = Object.fromEntries(
      [...keys]
        .filter((key) => key.startsWith("cms.") && key !== "cms.unconnected")
        .map((key) => [key, true]),
    );
    const lists = Object.fromEntries(
      ["conflicts", "lockedEditors", "newDocuments"].map((list) => [`cms.${list}`, ["here"]]),
    );
    const offered = Object.values(editors).flatMap((editor) =>
      [true, false].flatMap((isPaused) =>
        paletteTitles({
          ...{ ...set, ...lists, ...editor },
          ...{ "cms.paused": isPaused, isWorkspaceTrusted: true },
        }),
      ),
    );

    const hidden = (menus["commandPalette"] ?? []).filter(({ when }) => when === "false");
    const expected = commandIds.filter((id) => !hidden.some(({ command }) => command === id));
    assert.deepEqual(
      expected.map(titleOf).filter((title) => !offered.includes(title)),
      [],
    );
  });
});

describe("Menus", () => {
  it("menus read no context key that the extension never sets", () => {
    const texts = new Set(
      nodesIn("src")
        .filter(ts.isStringLiteralLike)
        .map(({ text }) => text),
    );

    const own = items
      .flatMap(({ when = "" }) => (when === "" ? [] : keysIn(when)))
      .filter((key) => key.startsWith("cms."));

    assert.deepEqual(
      [...new Set(own)].filter((key) => !texts.has(key) && !texts.has(key.replace("cms.", ""))),
      [],
    );
    assert.ok(own.length > 0);
  });

  for (const [object, rows, missing] of objects) {
    it(`menus offer the commands for a ${object} on its tree item or in its editor`, () => {
      const inTree = rows.flatMap((row) =>
        commandsOf("view/item/context", (menu) => rowEntries(menu, row)),
      );
      const ofKind = Object.entries(editors).filter(([kind]) => kind === object);
      const inEditor = ofKind.flatMap(([, editor]) =>
        ["editor/title", "editor/context"].flatMap((menu) =>
          commandsOf(menu, (name) => editorEntries(name, editor)),
        ),
      );
      const offered = new Set([...inTree, ...inEditor]);
      const noun = object === "media file" ? "media" : object;

      const own = commandIds.filter((id) => id.startsWith(`cms.${noun}.`));
      assert.deepEqual(
        own.filter((id) => !offered.has(id)),
        missing,
      );
    });
  }

  it("menus offer the same commands for a document on its tree item and in its editor", () => {
    const inTree = commandsOf("view/item/context", (menu) =>
      rowEntries(menu, "document.modified.locales.admin"),
    );
    const inEditor = ["editor/title", "editor/context"].flatMap((menu) =>
      commandsOf(menu, (name) => editorEntries(name, editors.document)),
    );

    const onlyThere = (some: readonly string[], others: readonly string[]) =>
      [...new Set(some)].filter((id) => !others.includes(id)).toSorted();
    assert.deepEqual(onlyThere(inTree, inEditor), ["cms.document.open"]);
    assert.deepEqual(
      onlyThere(inEditor, inTree),
      [
        // They act on the text of the editor.
        ...["choose", "editAsMarkdown", "regenerateSlug", "showRequest", "uploadFile"],
        // The tree item is already selected.
        "reveal",
      ]
        .map((verb) => `cms.document.${verb}`)
        .toSorted(),
    );
  });

  it("menus offer Check Content and Compare with Connection on connections, collections and documents", () => {
    const objectsOf = (id: string) =>
      ["connection", "collection", "document.modified"].filter((row) =>
        commandsOf("view/item/context", (menu) => rowEntries(menu, row)).includes(id),
      );
    const directly = ["connection", "collection", "document.modified", "single"].filter((row) =>
      rowEntries("view/item/context", row).some(({ command }) => command === "cms.content.check"),
    );

    assert.deepEqual(directly, ["connection", "collection", "document.modified", "single"]);
    assert.deepEqual(objectsOf("cms.content.compareWithConnection"), [
      "connection",
      "collection",
      "document.modified",
    ]);
  });

  for (const row of fullestRows.filter((item) => /^(document|single|user(?!s))/.test(item))) {
    it(`menus offer the same commands for ${row} in the view Results as in the content tree`, () => {
      const inView = (view: string) =>
        [...new Set(commandsOf("view/item/context", (menu) => rowEntries(menu, row, view)))].sort();

      assert.deepEqual(inView("cms.results"), inView("cms.content"));
      assert.ok(inView("cms.results").length > 0);
    });
  }

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
      const buttons = rowEntries("view/item/context", row)
        .filter(({ group }) => group?.startsWith("inline") === true)
        .map(({ command }) => command ?? "");

      assert.ok(buttons.length <= 4, buttons.join());
    });

    it(`menus have at most eight entries for ${row}, the rest in submenus`, () => {
      const entries = rowEntries("view/item/context", row).filter(
        ({ group }) => group?.startsWith("inline") === false,
      );

      const titles = entries.map(({ command, submenu }) => command ?? submenu);
      assert.ok(titles.length > 0 && titles.length <= 8, `${titles.length}: ${titles.join(", ")}`);
      for (const { submenu } of entries) {
        if (submenu !== undefined) assert.notDeepEqual(rowEntries(submenu, row), [], submenu);
      }
    });
  }

  for (const [kind, editor] of Object.entries(editors)) {
    it(`menus have at most eight entries in the title of an editor with a ${kind}, the rest in submenus`, () => {
      const entries = editorEntries("editor/title", editor).filter(
        ({ group }) => group?.startsWith("navigation") === false,
      );

      assert.ok(entries.length > 0 && entries.length <= 8, String(entries.length));
      for (const { submenu } of entries) {
        if (submenu !== undefined) assert.notDeepEqual(editorEntries(submenu, editor), []);
      }
    });
  }

  it("menus offer the commands of a document's tree item in its editor, too", () => {
    const all = ["editor/title", "editor/context"].flatMap((menu) =>
      editorEntries(menu, editors.document),
    );
    const inner = all.flatMap(({ submenu = "" }) => editorEntries(submenu, editors.document));
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

  it("menus offer only what acts on the text in the editor of a document that was never saved", () => {
    const newDocument = editorKeys(articlePath, "newDocuments");
    const inMenus = ["editor/title", "editor/context"].flatMap((menu) =>
      commandsOf(menu, (name) => editorEntries(name, newDocument)),
    );
    const inPalette = (menus["commandPalette"] ?? [])
      .filter(({ when = "" }) => when.includes("resource") && holds(when, newDocument))
      .map(({ command = "" }) => command);

    const onText = ["choose", "editAsMarkdown", "regenerateSlug", "showRequest", "uploadFile"];
    const onTextIds = onText.map((verb) => `cms.document.${verb}`);
    assert.deepEqual(inMenus.toSorted(), onTextIds);
    assert.deepEqual(
      inPalette.filter((id) => !onTextIds.includes(id)),
      ["sendAllFields", "enterText", "insertAllFields"].map((verb) => `cms.document.${verb}`),
    );
  });

  it("menus offer in an editor only the changes of the publication status that are possible", () => {
    const statusCommands = (...lists: string[]) =>
      commandsOf("editor/title", (name) =>
        editorEntries(name, editorKeys(articlePath, "savedEditors", "documents", ...lists)),
      )
        .filter((id) => /\.(publish|unpublish|discardChanges)$/.test(id))
        .map((id) => id.replace("cms.document.", ""));

    assert.deepEqual(
      {
        noDrafts: statusCommands(),
        draft: statusCommands("withStatus", "publishable"),
        published: statusCommands("withStatus", "live"),
        modified: statusCommands(...statusLists),
      },
      {
        noDrafts: [],
        draft: ["publish"],
        published: ["unpublish"],
        modified: ["publish", "unpublish", "discardChanges"],
      },
    );
  });

  it("menus offer the commands of locales only in the editor of a localized document", () => {
    const localeCommands = (resourcePath: string, ...lists: string[]) => {
      const keys = editorKeys(resourcePath, "savedEditors", "documents", ...statusLists, ...lists);
      const inTitle = commandsOf("editor/title", (name) => editorEntries(name, keys));
      const inPalette = editorEntries("commandPalette", keys).map(({ command = "" }) => command);
      const all = [inTitle, inPalette].map((ids) =>
        ids.filter((id) => /^cms\.document.*(Local|translate)/.test(id)),
      );
      return all.map((ids) => new Set(ids));
    };

    const [inTitle, inPalette] = localeCommands(articlePath, "localized");
    const elsewhere = localeCommands("/Magazine/categories/Tea.cms.json");

    assert.equal(inTitle?.size, 6);
    assert.deepEqual(inTitle, inPalette);
    assert.deepEqual(elsewhere, [new Set(), new Set()]);
  });

  it("menus read no list of editors whose key is also a milestone of the walkthrough", () => {
    const milestones = [...read("package.json").matchAll(/"onContext:([\w.]+)"/g)].map(
      ([, key]) => key,
    );
    const lists = items.flatMap(({ when = "" }) =>
      [...when.matchAll(/\bin (cms\.\w+)/g)].map(([, key]) => key),
    );

    assert.deepEqual(
      lists.filter((key) => milestones.includes(key)),
      [],
    );
    assert.ok(milestones.length > 0 && lists.length > 0);
  });

  it("menus offer no upload for a user or a media file", () => {
    const offered = [editors.user, editors["media file"]].flatMap((editor) =>
      editorEntries("editor/context", editor).map(({ command }) => command),
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
