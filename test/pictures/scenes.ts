import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Service } from "../support/service.ts";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { changedByBoth, deletedMeanwhile } from "../window/conflictScenes.ts";
import { makeDrafts } from "../window/draftRows.ts";
import { chooseFile, openFolder, saveAs } from "../window/fileDialog.ts";
import { beginFilter } from "../window/titleFilter.ts";
import { succeeds, until } from "../window/until.ts";
import {
  accept,
  all,
  change,
  choose,
  click,
  collapse,
  command,
  cursorAt,
  expand,
  fill,
  key,
  menu,
  open,
  pick,
  press,
  pressSave,
  pressInNotification,
  save,
  select,
  notified,
  type,
} from "./walk.ts";
import type { Act } from "./walk.ts";

/** Steps by name. Each step starts with what the step before left open. */
type Scene = Readonly<Record<string, Act>>;

const tea = "Tea in Winter";
const drafts = ["A Reed Bed in March", "A Reed Bed in April", "A Reed Bed in May"] as const;
const production = "Magazine Live";

const staging = "Magazine Staging";

/** Connects a second service, in which one article differs. */
function connectOther(name: string, environment: string): Scene {
  let other: Service | undefined;
  return {
    "other-url": async (walk) => {
      other = await walk.startOther();
      await changeTea(other, "On Staging");
      await all(command("CMS: Add Connection…"), type(other.url))(walk);
    },
    "other-sign-in": pick("API token"),
    "other-token": async (walk) => type(other?.tokens.full ?? "")(walk),
    "other-environment": type(name),
    "other-connected": all(pick(environment), async ({ workbench }) => {
      await workbench.tree.row(name, "Articles").waitFor({ timeout: 60_000 });
    }),
  };
}

/** Changes a field of the article's draft. */
async function changeTea(service: Service, kicker: string): Promise<void> {
  const [article] = await plainList(
    service,
    "articles?status=draft&filters[title][$eq]=Tea%20in%20Winter",
  );
  const path = `articles/${article?.documentId ?? ""}?status=draft`;
  await plainRequest(service, "PUT", path, { data: { kicker } });
}

/** Adds a content type that the service lacks to an exported folder. */
const foreignType =
  (name: string): Act =>
  ({ folder }) => {
    const path = join(folder, name, "_manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8")) as { types: unknown[] };
    manifest.types.push({ type: "recipes", file: "recipes.ndjson", count: 1 });
    writeFileSync(path, JSON.stringify(manifest));
    return Promise.resolve();
  };

/** Chooses the folder in the dialog, because the window has no workspace. */
const inContentFolder: Act = ({ workbench, folder }) =>
  openFolder(workbench.quickInput, join(folder, "content"));

/** Changes a category in the folder and on the service, and another one only on the service. */
const changeCategories: Act = async ({ folder, service }) => {
  const [conflicting, ...others] = (await plainList(service, "categories?sort=slug")) as {
    documentId: string;
    slug: string;
  }[];
  const path = join(folder, "content/categories", `${conflicting?.slug}.json`);
  const content = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ ...content, description: "Edited here" }, null, 2));
  const data = { description: "Changed on the service" };
  for (const { documentId } of [conflicting, others[0]].flatMap((category) => category ?? []))
    await plainRequest(service, "PUT", `categories/${documentId}`, { data });
};

const marshes = ["A Reed Marsh at Dusk", "A Reed Marsh at Dawn"] as const;

const make =
  (titles: readonly string[]): Act =>
  async (walk) => {
    await makeDrafts(walk, titles, { kicker: "Before" });
  };
const selectDrafts = select("Articles", ...drafts);

/** Creates a file in the folder and chooses it in the open dialog. */
const chooseNew =
  (name: string, content: string): Act =>
  async ({ workbench, folder }) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    await chooseFile(workbench.quickInput, path);
  };

/** Skips the list of recent filters, if there is one. */
const newFilter: Act = ({ workbench }) => beginFilter(workbench.quickInput);

/** Moves the mouse over the first place in the editor with these words and waits for the hover. */
const hover =
  (words: string): Act =>
  async ({ workbench: { page } }) => {
    const line = page.locator(".view-line", { hasText: words }).first();
    await until("There is no notification.", async () => {
      await page.mouse.move(0, 0);
      await line.hover();
      return succeeds(page.locator(".monaco-hover:visible").first().waitFor({ timeout: 3_000 }));
    });
  };

const completion: Act = async ({ workbench: { page } }) => {
  await until("Nothing is offered.", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Space");
    const offers = page.locator(".suggest-widget.visible .monaco-list-row");
    return succeeds(offers.first().waitFor({ timeout: 3_000 }));
  });
};

/** Every write takes longer than a picture. */
const answersSlowly: Act = ({ proxy }) => {
  proxy.meet(({ method }) =>
    method === "PUT" ? { kind: "answer delayed", milliseconds: 12_000 } : undefined,
  );
  return Promise.resolve();
};

const inStatusBar =
  (words: string): Act =>
  async ({ workbench: { page } }) => {
    await page.locator(".part.statusbar .statusbar-item", { hasText: words }).first().waitFor();
  };

const conflict: Act = async (walk) => {
  await changedByBoth(walk, "The Fifth Season", { kicker: "Mine" }, () => ({ kicker: "Hers" }));
  await walk.workbench.editor.pressSave();
  await walk.workbench.dialog.buttons();
};

const deletedElsewhere: Act = async (walk) => {
  await deletedMeanwhile(walk, "Midsummer at Minus Thirty");
  await walk.workbench.editor.pressSave();
  await walk.workbench.dialog.buttons();
};

const connect = (name: string, environment: string): Scene => ({
  url: command("CMS: Add Connection…"),
  "url-refused": type("ftp://cms.example.com"),
  "url-unreachable": all(type("http://127.0.0.1:9"), message("Couldn't connect")),
  "sign-in": async (walk) => type(walk.proxy.url)(walk),
  token: pick("API token"),
  "token-refused": all(type("not-the-token"), message("rejected")),
  name: async (walk) => type(walk.service.tokens.full)(walk),
  environment: type(name),
  connected: all(pick(environment), async ({ workbench }) => {
    await workbench.tree.row(name, "Articles").waitFor({ timeout: 60_000 });
  }),
});

const message =
  (words: string): Act =>
  ({ workbench }) =>
    workbench.quickInput.message().filter({ hasText: words }).waitFor();

/** Sets whether the service answers. If not, every request gets the answer of a gateway that can't reach it. */
const answers =
  (isThere: boolean): Act =>
  async ({ proxy }) => {
    proxy.meet(() => (isThere ? undefined : { kind: "answer replaced", status: 502 }));
    await Promise.resolve();
  };

const palette: Act = async ({ workbench: { page, quickInput } }) => {
  await page.mouse.move(0, 0);
  await page.keyboard.press("F1");
  await quickInput.fill(">CMS: ");
};

const sideBarButton =
  (name: string): Act =>
  async ({ workbench: { page } }) => {
    await page
      .locator(".part.sidebar .composite.title")
      .getByRole("button", { name })
      .last()
      .click();
  };

export const scenes: Readonly<Record<string, Scene>> = {
  welcome: {
    view: ({ workbench }) => workbench.openContainer("CMS"),
    palette,
  },
  connecting: connect("Magazine", "Development"),
  tree: {
    "collection-open": all(expand("Articles"), async ({ workbench: { tree } }) => {
      await tree.says(tree.row("Articles", tea), "published");
    }),
    "menu-of-view": sideBarButton("Views and More Actions"),
    palette: all(key("Escape"), palette),
  },
  connection: {
    menu: menu("Magazine"),
    "menu-sign-in": all(key("Escape", "Escape"), menu("Magazine", "Sign In")),
    "menu-manage": all(key("Escape", "Escape"), menu("Magazine", "Manage Connection")),
  },
  collection: {
    menu: menu("Articles"),
    "menu-filter": all(key("Escape", "Escape"), menu("Articles", "Filter and Sort")),
    "menu-all": all(key("Escape", "Escape"), menu("Articles", "All Matching Documents")),
  },
  row: {
    menu: menu(["Articles", tea]),
    "menu-publishing": all(
      key("Escape", "Escape"),
      menu(["Articles", tea], "More Publishing Actions"),
    ),
    "menu-go-to": all(key("Escape", "Escape"), menu(["Articles", tea], "Go To")),
    "menu-copy": all(key("Escape", "Escape"), menu(["Articles", tea], "Compare and Copy")),
    "menu-history": all(key("Escape", "Escape"), menu(["Articles", tea], "Edit and History")),
  },
  single: {
    menu: menu("Homepage"),
    "menu-publishing": all(key("Escape", "Escape"), menu("Homepage", "More Publishing Actions")),
    locale: all(key("Escape", "Escape"), choose("Homepage", "Choose Locale…")),
  },
  filter: {
    field: all(choose("Articles", "Filter…"), newFilter),
    operator: pick("title"),
    value: pick("contains"),
    "value-missing": accept,
    filtered: all(type("tea"), async ({ workbench: { tree } }) => {
      await tree.says(tree.row("Articles"), "title contains tea");
    }),
    "filtered-menu": menu("Articles", "Filter and Sort"),
    again: all(key("Escape", "Escape"), choose("Articles", "Filter…")),
    save: pick("Save Filter…"),
    "saved-filter": type("About Tea"),
    relation: all(
      key("Escape"),
      choose("Articles", "Filter…"),
      pick("Add Condition…"),
      pick("category"),
    ),
    "relation-document": pick("is…"),
    json: all(key("Escape"), choose("Articles", "Filter…"), pick("Edit as JSON…")),
    "json-wrong": type('{"readingMinutes": {"$between": [1]}}'),
    nothing: all(type('{"title": "no such"}'), async ({ workbench: { tree }, translateText }) => {
      await tree.row("Articles", translateText("No matches")).waitFor();
    }),
    cleared: click(["Articles", "No matches"]),
  },
  sortAndStatus: {
    sort: choose("Articles", "Sort…"),
    "sort-direction": pick("title"),
    state: all(key("Escape"), choose("Articles", "Filter by Status…")),
    locale: all(key("Escape"), choose("Articles", "Choose Locale…")),
    count: all(key("Escape"), choose("Articles", "Count Documents"), notified("Articles on")),
  },
  document: {
    open: all(open("Articles", tea), async ({ workbench }) => workbench.editor.says("Changed ")),
    actions: command("CMS: Show Document Actions"),
    "hover-media": all(key("Escape"), cursorAt("cover"), hover('"alternativeText"')),
    "menu-of-editor": async ({ workbench: { page } }) => {
      // A click in the middle of the whole text would scroll to it.
      await page.locator(".view-line", { hasText: '"cover"' }).first().click({ button: "right" });
      await page.getByRole("menuitem").first().waitFor();
    },
    "menu-of-title": async ({ workbench: { page } }) => {
      await page.keyboard.press("Escape");
      await page.locator(".editor-actions").getByRole("button", { name: "More Actions" }).click();
      await page.getByRole("menuitem").first().waitFor();
    },
  },
  values: {
    completion: all(open("Articles", tea), cursorAt("kind"), completion),
    "choose-value": all(key("Escape"), command("CMS: Choose…")),
    "choose-relation": all(key("Escape"), cursorAt("category"), command("CMS: Choose…")),
    "choose-media": all(key("Escape"), cursorAt("cover"), command("CMS: Choose…")),
    "choose-nothing": all(key("Escape"), cursorAt("seo"), command("CMS: Choose…")),
    upload: all(key("Escape"), cursorAt("cover"), command("CMS: Upload File…")),
  },
  saving: {
    changed: all(
      open("Articles", tea),
      change({ summary: "What the kettle knows in January." }),
      async ({ workbench: { page } }) => {
        await page.locator(".codelens-decoration:visible").getByText("1 change").waitFor();
      },
    ),
    request: command("CMS: Show Save Request"),
    "publish-unsaved": all(command("View: Close Editor"), command("CMS: Publish")),
    saved: all(key("Escape"), save),
    publish: command("CMS: Publish"),
    published: all(press("Publish"), async ({ workbench: { tree } }) => {
      await tree.says(tree.row("Articles", tea), "published");
    }),
    "failed-save": all(change({ title: "T".repeat(200) }), pressSave, notified("Failed to save")),
    problems: command("Problems: Focus on Problems View"),
    "problems-closed": all(command("View: Hide Panel"), command("File: Revert File")),
  },
  past: {
    history: all(open("Articles", tea), command("CMS: Show History")),
    "history-change": async ({ workbench: { quickInput } }) => {
      await quickInput.pick((await quickInput.items())[0] ?? "");
    },
    "undo-last-save": all(open("Articles", tea), command("CMS: Undo Last Save")),
    undone: async ({ workbench: { page } }) => {
      const undo = page.locator(".monaco-dialog-box .monaco-button").first();
      if (await undo.isVisible()) await undo.click();
    },
    "compare-with-published": command("CMS: Compare with Published"),
  },
  locales: {
    other: choose(["Articles", tea], "Open Other Locale…"),
    translate: all(key("Escape"), choose(["Articles", tea], "Translate…")),
    "delete-localization": all(key("Escape"), choose(["Articles", tea], "Delete Localization")),
  },
  publishing: {
    "all-locales": choose(["Articles", tea], "Publish All Locales"),
    "with-relations": all(key("Escape"), choose(["Articles", tea], "Publish with Relations")),
    "referenced-by": all(key("Escape"), choose(["Articles", tea], "Show Referencing Documents")),
    "copy-as": all(key("Escape"), choose(["Articles", tea], "Copy As…")),
    duplicate: all(key("Escape"), choose(["Articles", tea], "Duplicate")),
    "new-document": choose("Articles", "New Document"),
  },
  administrator: {
    "sign-in": choose(["Articles", tea], "Unpublish"),
    email: pick("Use email and password"),
    password: async (walk) => type(walk.service.admin.email)(walk),
    "password-refused": all(type("not-the-password"), message("Invalid credentials")),
    unpublish: async (walk) => type(walk.service.admin.password)(walk),
    unpublished: all(press("Unpublish"), async ({ workbench: { tree } }) => {
      await tree.says(tree.row("Articles", tea), "draft");
    }),
    "create-token": choose("Magazine", "Create Token…"),
  },
  deleting: {
    question: choose(["Articles", "Trees Older Than the Border"], "Delete"),
    deleted: press("Delete"),
    restore: choose("Articles", "Restore Deleted Document…"),
    "restore-question": pick("Trees Older Than the Border"),
    restored: press("Restore"),
  },
  conflict: {
    question: conflict,
    stopped: key("Escape"),
    compare: command("CMS: Compare with the Service"),
  },
  deleted: { question: deletedElsewhere, stopped: key("Escape") },
  markdown: {
    choose: all(open("Articles", tea), command("CMS: Edit as Markdown")),
  },
  batch: {
    "menu-selection": all(make(drafts), selectDrafts, menu(["Articles", drafts[0]])),
    publish: all(key("Escape"), choose(["Articles", drafts[0]], "Publish Selected")),
    "publish-choose": pick("Choose Items…"),
    "publish-done": all(accept, pick("Publish 3 Documents"), notified("Published")),
    "publish-results": pressInNotification("Published", "Show Results"),
    "unpublish-selected": all(selectDrafts, choose(["Articles", drafts[0]], "Unpublish Selected")),
    delete: all(key("Escape"), choose(["Articles", drafts[0]], "Delete Selected")),
    "set-field": all(key("Escape"), choose(["Articles", drafts[0]], "Set Field of Selected…")),
    "set-field-value": pick("kicker"),
    "set-field-preview": type("Tides"),
    "set-field-running": all(
      answersSlowly,
      pick("Update 3 Documents"),
      inStatusBar("Setting kicker"),
    ),
    "set-field-paused": all(command("CMS: Pause Running Action"), inStatusBar("paused")),
    "set-field-done": all(
      answers(true),
      command("CMS: Continue Paused Action"),
      notified("Updated"),
    ),
    undo: choose("Magazine", "Undo Batch…"),
    "undo-question": accept,
  },
  replace: {
    find: all(
      make(marshes),
      select("Articles", ...marshes),
      choose(["Articles", marshes[0]], "Find and Replace in Selected…"),
    ),
    with: type("Reed"),
    preview: type("Rush"),
    fields: pick("Fields…"),
    "show-all": all(accept, pick("Show All")),
    done: async ({ workbench: { quickInput } }) => {
      await quickInput.pick((await quickInput.items())[0] ?? "");
    },
  },
  "all-that-match": {
    publish: choose("Categories", "Set Field of All Matching Documents…"),
    "delete-preview": all(key("Escape"), choose("Categories", "Delete All Matching Documents")),
  },
  export: {
    format: choose("Categories", "Export…"),
    fields: pick("CSV"),
    locales: accept,
    file: accept,
  },
  import: {
    file: choose("Categories", "Import into Content Type…"),
    columns: chooseNew(
      "categories.csv",
      "Heading;slug;colour\nEstuaries;estuaries;blue\nHalf;a;b;c\n",
    ),
    field: pick("Heading"),
    mapped: pick("name"),
    match: pick("Continue"),
    preview: pick("slug"),
    error: async ({ workbench: { quickInput } }) => {
      await quickInput.pick("Line 3");
    },
    done: all(pick("Import 1 Record"), notified("Imported")),
  },
  folder: {
    choose: choose("Categories", "Pull into Folder…"),
    question: inContentFolder,
    pulled: all(press("Pull"), notified("Pulled")),
    review: all(changeCategories, choose("Categories", "Pull into Folder…"), inContentFolder),
    conflict: async ({ workbench: { page, quickInput } }) => {
      const [file = ""] = (await quickInput.items()).filter((item) => item.includes(".json"));
      await quickInput.pick(file);
      await page.locator(".monaco-diff-editor").waitFor();
    },
    status: all(key("Escape"), command("CMS: Show Folder Status"), inContentFolder),
    compared: pick("Compare with Magazine"),
    closed: all(key("Escape"), ({ folder }) => {
      rmSync(join(folder, "content"), { recursive: true });
      return Promise.resolve();
    }),
  },
  "all-content": {
    format: choose("Magazine", "Export All Content…"),
    folder: pick("NDJSON"),
    exported: all(async (walk) => {
      await saveAs(walk.workbench.quickInput, join(walk.folder, "content"));
    }, notified("Exported")),
    review: all(
      ({ service }) => changeTea(service, "Changed since"),
      foreignType("content"),
      choose("Magazine", "Import Exported Folder…"),
      async ({ workbench: { quickInput }, folder }) => {
        await openFolder(quickInput, join(folder, "content"));
        await quickInput.item("Import 1 Record").waitFor();
      },
    ),
    report: all(pick("Import 1 Record"), notified("Imported")),
    undo: pressInNotification("Imported", "Undo"),
    undone: all(press("Undo 1 Change"), notified("Undid")),
  },
  find: {
    empty: ({ workbench }) => workbench.tree.viewAction("Find Content"),
    found: fill("kettle"),
    results: async ({ workbench: { quickInput, tree } }) => {
      await quickInput.press("Keep Results in a View");
      await tree.row("Find 'kettle' on Magazine", "Articles", tea).click();
    },
    "no-results": all(command("CMS: Close All Results"), ({ workbench }) =>
      workbench.tree.viewAction("Find Content"),
    ),
    nothing: fill("no such words"),
  },
  managing: {
    edit: choose("Magazine", "Edit Connection…"),
    "edit-url": pick("URL"),
    "edit-environment": all(
      key("Escape"),
      choose("Magazine", "Edit Connection…"),
      pick("Environment"),
    ),
    rename: all(key("Escape"), choose("Magazine", "Rename Connection…")),
    duplicate: all(key("Escape"), choose("Magazine", "Duplicate Connection…")),
    token: all(key("Escape"), choose("Magazine", "Edit Token…")),
    "sign-in-user": all(key("Escape"), choose("Magazine", "Sign In as User…")),
    "sign-in-password": async (walk) => type(walk.service.user.identifier)(walk),
    permissions: all(key("Escape"), choose("Magazine", "Check Permissions")),
    diagnose: all(key("Escape"), choose("Magazine", "Diagnose Connection")),
    types: choose("Magazine", "Generate Types…"),
    export: all(key("Escape"), choose("Magazine", "Export Connections…")),
    import: all(key("Escape"), command("CMS: Import Connections…")),
    forget: all(key("Escape"), choose("Magazine", "Delete Local Data")),
    remove: all(key("Escape"), choose("Magazine", "Remove Connection")),
  },
  users: {
    open: all(collapse("Articles"), expand("Users")),
    "menu-of-users": menu("Users"),
    menu: all(key("Escape"), menu(["Users", "gideon.farrow"])),
    "menu-account": all(key("Escape", "Escape"), menu(["Users", "gideon.farrow"], "Account")),
    password: all(key("Escape", "Escape"), choose(["Users", "gideon.farrow"], "Set Password…")),
    role: all(key("Escape"), choose(["Users", "gideon.farrow"], "Change Role of User…")),
    block: all(key("Escape"), choose(["Users", "gideon.farrow"], "Block User")),
    delete: all(key("Escape"), choose(["Users", "gideon.farrow"], "Delete User")),
    document: all(key("Escape"), open("Users", "gideon.farrow")),
    "new-user": choose("Users", "New User"),
    closed: collapse("Users"),
  },
  "after-closing": {
    problems: command("Problems: Focus on Problems View"),
    "problems-closed": command("View: Hide Panel"),
  },
  media: {
    open: expand("Media"),
    "menu-of-media": menu("Media"),
    menu: all(key("Escape"), menu(["Media", "night-sky.png"])),
    hover: async ({ workbench: { page, tree }, translateText }) => {
      await page.keyboard.press("Escape");
      await tree.row(translateText("Media"), "night-sky.png").hover();
      await page.locator(".monaco-hover img").first().waitFor();
    },
    file: click(["Media", "night-sky.png"]),
    "where-used": choose(["Media", "night-sky.png"], "Show File Usage"),
    search: all(key("Escape"), choose("Media", "Search Media…")),
    upload: all(key("Escape"), choose("Media", "Upload Files…")),
    replace: all(key("Escape"), choose(["Media", "night-sky.png"], "Replace File…")),
    delete: all(key("Escape"), choose(["Media", "night-sky.png"], "Delete File")),
    closed: all(key("Escape"), collapse("Media")),
  },
  outage: {
    "failed-command": all(answers(false), choose("Categories", "Count Documents")),
    rows: all(command("CMS: Refresh"), expand("Tags")),
    "menu-of-row": async ({ workbench: { page } }) => {
      const failure = page.locator(".customview-tree [role=treeitem]", { hasText: "502" });
      await failure.first().click({ button: "right" });
      await page.getByRole("menuitem").first().waitFor();
    },
    again: all(
      key("Escape"),
      answers(true),
      command("CMS: Refresh"),
      async ({ workbench: { tree } }) => tree.row("Articles").waitFor(),
    ),
  },
  production: {
    "other-connection": collapse("Magazine"),
    ...connect(production, "Production"),
    menu: menu(production),
    document: all(key("Escape"), expand([production, "Articles"]), click(["Articles", tea])),
    unlock: command("CMS: Unlock Connection"),
    unlocked: press("Unlock"),
    "unlocked-menu": menu(production),
    changed: all(key("Escape"), change({ kicker: "Live" })),
    saved: save,
    publish: command("CMS: Publish"),
    delete: all(key("Escape"), command("CMS: Delete")),
    "undo-last-save": all(key("Escape"), command("CMS: Undo Last Save")),
    unpublish: all(key("Escape"), command("CMS: Unpublish")),
    "set-field": all(
      key("Escape"),
      choose([production, "Categories"], "Set Field of All Matching Documents…"),
      pick("name"),
      type("Tides"),
    ),
    "delete-all": all(
      key("Escape"),
      choose([production, "Categories"], "Delete All Matching Documents"),
    ),
    "locked-again": all(key("Escape"), command("CMS: Lock Connection")),
    "locked-save": all(
      command("CMS: Unlock Connection"),
      press("Unlock"),
      change({ kicker: "Late" }),
      command("CMS: Lock Connection"),
      pressSave,
    ),
  },
  environments: {
    ...connectOther(staging, "Staging"),
    document: all(
      async ({ service }) => changeTea(service, "On the Service"),
      expand(["Magazine", "Articles"]),
      click(["Magazine", "Articles", tea]),
    ),
    comparison: command("CMS: Compare with Connection…"),
    difference: click([`Compare Magazine with ${staging}`, "Articles", tea]),
    "all-differences": click([`Compare Magazine with ${staging}`, "Show All Differences"]),
    "whole-comparison": choose("Magazine", "Compare with Connection…"),
    "copy-status": all(choose(["Magazine", "Articles", tea], "Copy to Connection…")),
    copy: pick("Copy as Drafts"),
    "choose-fields": pick("Choose Fields…"),
    "fields-chosen": all(pick("kicker"), accept),
    question: accept,
    copied: press("Copy 1 Document"),
    results: pressInNotification("Copied", "Show Results"),
    menu: all(key("Escape"), menu(["Magazine", "Articles", tea], "Compare and Copy")),
  },
};
