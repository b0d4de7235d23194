import assert from "node:assert/strict";
import * as vscode from "vscode";
import { listQueryCommands } from "../../../src/commands/browse/listQueryCommands.ts";
import { Targets } from "../../../src/commands/shared/targets.ts";
import {
  deleteFilter,
  renameFilter,
  savedFilters,
  saveFilter,
} from "../../../src/host/browse/savedFilters.ts";
import { RecentFilters } from "../../../src/host/browse/collectionState.ts";
import type { CollectionAddress } from "../../../src/model/foundation/address.ts";
import type { ListQuery } from "../../../src/model/content/listQuery.ts";
import { ListQueriesInMemory } from "../../model/ports.ts";
import { accepting } from "../accepting.ts";
import { usePrompts } from "../prompts.ts";
import { useQuestions } from "../questions.ts";
import { useSettings } from "../settings.ts";
import { until } from "../../window/until.ts";
import { StateInMemory } from "../stateInMemory.ts";
import { descriptionOf, labelOf, useTrees } from "../trees.ts";
import type { Tree } from "../trees.ts";

const placeOf = ({ model }: Tree, type: string) => ({ connection: model.connection.id, type });

const limit = (tree: Tree, type: string, listQuery: ListQuery): void => {
  tree.model.lists.changeListQuery(placeOf(tree, type), listQuery);
};

/** Runs a command on the tree item of a type. Returns the types whose tree items it expanded. */
async function run(
  tree: Tree,
  command: string,
  type: string,
  recentFilters = new RecentFilters({ globalState: new StateInMemory() }),
): Promise<string[]> {
  const expanded: string[] = [];
  const expandRow = ({ type: name }: CollectionAddress) =>
    Promise.resolve(void expanded.push(name));
  const table = listQueryCommands(
    Object.assign(tree.model, { recentFilters, expandRow }),
    new Targets(tree.model),
  );
  const row = { collection: placeOf(tree, type) };
  await (table[`cms.collection.${command}`] as (on: object) => Promise<void>)(row);
  return expanded;
}

const described = async (tree: Tree, label: string): Promise<string | undefined> =>
  (await tree.items("Magazine")).filter((item) => labelOf(item) === label).map(descriptionOf)[0];

const pagesIn = async (next: Tree) => (await next.items("Magazine", "Pages")).map(labelOf);

describe("List query of a collection", () => {
  const openTree = useTrees();
  const prompts = usePrompts();
  const questions = useQuestions();
  const change = useSettings();

  it("a list query shows its filter, count and sort in the tree item of the collection", async () => {
    const tree = openTree();
    const said: unknown[] = [];
    for (const listQuery of [
      { state: "modified", filter: { title: { $containsi: "a" } } },
      { sort: { field: "title", descending: true } },
      { search: "about", sort: undefined, state: undefined, filter: undefined },
    ] as const) {
      limit(tree, "pages", listQuery);
      const closed = await described(tree, "Pages");
      const rows = await tree.rows("Magazine", "Pages");
      said.push([closed, (await described(tree, "Pages"))?.replace(`${rows.length} · `, "N · ")]);
    }

    assert.deepEqual(said, [
      [
        "modified · title contains a · en",
        "N · modified · title contains a · en · last changed first",
      ],
      [
        "modified · title contains a · en · sorted by title, descending",
        "N · modified · title contains a · en · sorted by title, descending",
      ],
      ["“about” · en", "N · “about” · en · last changed first"],
    ]);
  });

  it("a list query shows a nested filter as it was typed", async () => {
    const tree = openTree();

    limit(tree, "users", { filter: { $or: [{ blocked: true }, { confirmed: false }] } });

    assert.equal(await described(tree, "Users"), '{"$or":[{"blocked":true},{"confirmed":false}]}');
  });

  it("a list query can be cleared, and keeps its locale", async () => {
    const tree = openTree();
    const kinds = async () =>
      (await tree.items("Magazine"))
        .filter((item) => ["Pages", "Users"].includes(labelOf(item)))
        .map(({ contextValue }) => contextValue);
    limit(tree, "pages", {
      locale: "fr",
      state: "draft",
      sort: { field: "title", descending: false },
    });
    limit(tree, "users", { filter: { blocked: true } });
    const before = await kinds();

    const expanded = [
      ...(await run(tree, "clearFilter", "pages")),
      ...(await run(tree, "clearFilter", "users")),
    ];

    assert.deepEqual(expanded, []);
    assert.deepEqual(
      [before, await kinds(), await described(tree, "Pages")],
      [
        ["collection.states.filtered.localized", "users.filtered"],
        ["collection.states.localized", "users"],
        "fr",
      ],
    );
  });

  it("a list query shows that nothing matches, with Clear Filter", async () => {
    const tree = openTree();
    limit(tree, "pages", { filter: { title: "no such page" } });
    limit(tree, "users", { search: "no such user" });

    const rows = [
      ...(await tree.rows("Magazine", "Pages")),
      ...(await tree.rows("Magazine", "Users")),
    ];

    const said = ["No matches", "Clear Filter", "cms.collection.clearFilter"];
    assert.deepEqual(
      rows.map((row) => [labelOf(row.item()), descriptionOf(row.item()), row.action]),
      [said, said],
    );
  });

  it("a list query shows why the service rejected its filter, and opens the filter", async () => {
    const tree = openTree();
    limit(tree, "pages", { filter: { bogus: "x" } });

    const [why, change] = await tree.rows("Magazine", "Pages");

    assert.match(labelOf(why!.item()), /Invalid key bogus/);
    assert.deepEqual(
      [labelOf(change!.item()), change!.action],
      ["Change Filter", "cms.collection.filter"],
    );
  });

  it("a list query stays in the next window", async () => {
    const listQueries = new ListQueriesInMemory();
    const filter = { title: { $containsi: "about" } };
    limit(openTree({ listQueries }), "pages", { filter });

    const next = openTree({ listQueries });

    assert.equal(await described(next, "Pages"), "title contains about · en");
    assert.deepEqual(await pagesIn(next), ["About"]);
  });

  it("a list query changes a condition step by step, each step with its current value, and expands its collection", async () => {
    const tree = openTree();
    const filter = { title: { $startsWithi: "about" } };
    limit(tree, "pages", { filter });

    const running = run(tree, "filter", "pages");
    await accepting(running);

    assert.deepEqual(await running, ["pages"]);
    const changed = tree.model.lists.listQuery(placeOf(tree, "pages")).filter;
    assert.deepEqual(changed, { title: { $containsi: "about" } });
  });

  it("a list query has its own icon, and shows its conditions before its locale", async () => {
    const tree = openTree();
    const iconOf = async () =>
      (await tree.items("Magazine")).find((item) => labelOf(item) === "Pages")?.iconPath;
    const before = await iconOf();

    limit(tree, "pages", { filter: { title: { $containsi: "about" } } });

    assert.deepEqual(
      [before, await iconOf(), await described(tree, "Pages")],
      [
        new vscode.ThemeIcon("files"),
        new vscode.ThemeIcon("filter-filled"),
        "title contains about · en",
      ],
    );
  });

  it("a list query can be a named filter of the settings, which are offered in the order of their names", async () => {
    const tree = openTree();
    const filter = { title: { $containsi: "about" } };
    const entry = (name: string, collection = "pages") => ({
      name,
      collection,
      filter: { title: "former" },
    });
    await change("cms.savedFilters", [
      ...["Short", "About", "New"].map((name) => entry(name)),
      entry("About", "articles"),
    ]);
    const target = vscode.ConfigurationTarget.Global;
    const saved = { name: "About", collection: "pages", filter, target };
    const names = () => savedFilters("pages").map(({ name }) => name);

    await saveFilter(saved);
    const before = names();
    // The first item of the quick pick is the first saved filter.
    await accepting(run(tree, "filter", "pages"));
    await renameFilter(saved, "Us");
    const renamed = names();
    await deleteFilter({ ...saved, name: "Us" });

    assert.deepEqual(tree.model.lists.listQuery(placeOf(tree, "pages")).filter, filter);
    assert.deepEqual(
      [before, renamed, names()],
      [
        ["About", "New", "Short"],
        ["New", "Short", "Us"],
        ["New", "Short"],
      ],
    );
    assert.deepEqual(savedFilters("articles"), [{ ...entry("About", "articles"), target }]);
  });

  it("a named filter is deleted only after a confirmation, and is named as long as it is the current one", async () => {
    const tree = openTree();
    const filter = { title: { $containsi: "about" } };
    const target = vscode.ConfigurationTarget.Global;
    await saveFilter({ name: "About", collection: "pages", filter, target });
    const deleteFirst = async () => {
      const running = run(tree, "filter", "pages");
      await prompts.pressOn("Filter Pages", 0, "Delete");
      await running.catch((error: unknown) => assert.ok(error instanceof vscode.CancellationError));
    };

    await deleteFirst();
    const afterCancel = savedFilters("pages").map(({ name }) => name);
    limit(tree, "pages", { filter });
    const running = run(tree, "filter", "pages").catch(() => undefined);
    const pick = await prompts.waitForPick("Filter Pages");
    const saving = pick.items.find(({ label }) => label === "Save Filter…");
    pick.hide();
    await running;
    limit(tree, "pages", { filter: undefined });
    questions.answer("Delete Filter");
    await deleteFirst();

    assert.equal(saving?.description, "Saved as 'About'");
    assert.deepEqual([afterCancel, savedFilters("pages")], [["About"], []]);
    assert.deepEqual(
      questions.history.map(({ words }) => words),
      ["Delete the saved filter 'About'?", "Delete the saved filter 'About'?"],
    );
  });

  it("a list query asks for a date with an example, and rejects another value by the name of the field", async () => {
    const tree = openTree();
    limit(tree, "articles", { filter: { issueDate: { $eq: "2026-03-01" } } });
    const boxes: vscode.InputBox[] = [];
    const { createInputBox } = vscode.window;
    const create = () => {
      const box = createInputBox();
      boxes.push(box);
      return box;
    };
    Object.assign(vscode.window, { createInputBox: create });

    try {
      const running = run(tree, "filter", "articles").catch(() => undefined);
      await prompts.accept("Filter Articles");
      await prompts.accept("Filter Articles: issueDate");
      await until("No box asks for the date", () => Promise.resolve(boxes.length === 1));
      const [box] = boxes;
      assert.ok(box);
      box.value = "soon";
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      await until("The box accepts the value", () =>
        Promise.resolve(box.validationMessage !== undefined),
      );
      const texts = [box.prompt, box.validationMessage];
      box.hide();
      await running;

      assert.deepEqual(texts, [
        "is (a date, such as 2026-03-01)",
        "issueDate must be a date, such as 2026-03-01.",
      ]);
    } finally {
      Object.assign(vscode.window, { createInputBox });
    }
  });

  it("a list query can be a recent filter, newest first", async () => {
    const tree = openTree();
    const recent = new RecentFilters({ globalState: new StateInMemory() });
    const collection = placeOf(tree, "pages");
    for (const title of ["a", "b", "c", "d", "e", "f", "c"]) {
      await recent.note(collection, { filter: { title } });
    }

    await accepting(run(tree, "filter", "pages", recent));

    assert.deepEqual(tree.model.lists.listQuery(collection).filter, { title: "c" });
    assert.deepEqual(
      recent.of(collection).map(({ filter }) => filter["title"]),
      ["c", "f", "e", "d", "b"],
    );
    assert.deepEqual(recent.of({ ...collection, type: "articles" }), []);
    await recent.drop(collection.connection);
    assert.deepEqual(recent.of(collection), []);
  });

  it("a list query rejects a named filter that the service can't evaluate", async () => {
    const tree = openTree();
    const target = vscode.ConfigurationTarget.Global;
    const saved = { name: "Gone", collection: "pages", filter: { nothing: true }, target };
    await saveFilter(saved);

    try {
      await assert.rejects(
        accepting(run(tree, "filter", "pages")),
        /The saved filter 'Gone' can't be applied\. There is no field nothing/,
      );
    } finally {
      await deleteFilter(saved);
    }
    assert.deepEqual(tree.model.lists.listQuery(placeOf(tree, "pages")), {});
  });

  it("a list query shows the title of the document in a relation condition", async () => {
    const tree = openTree();

    const filter = { category: { documentId: { $eq: "abc" } } };

    limit(tree, "articles", { filter });
    const byId = await described(tree, "Articles");
    limit(tree, "articles", { titles: { abc: "Slow Travel" } });

    assert.equal(byId, "category is abc · en");
    assert.equal(await described(tree, "Articles"), "category is Slow Travel · en");
  });

  it("a list query asks for a document when a relation condition is changed", async () => {
    const tree = openTree();
    limit(tree, "articles", { filter: { category: { documentId: { $eq: "abc" } } } });

    await accepting(run(tree, "filter", "articles"));

    const { filter, titles } = tree.model.lists.listQuery(placeOf(tree, "articles"));
    const [id = "", title = ""] = Object.entries(titles ?? {})[0] ?? [];
    assert.deepEqual(filter, { category: { documentId: { $eq: id } } });
    assert.match(id, /^[a-z0-9]{24}$/);
    assert.equal(await described(tree, "Articles"), `category is ${title} · en`);
  });

  it("a list query includes every status again after the first choice, and expands its collection", async () => {
    const tree = openTree();
    limit(tree, "pages", { state: "draft" });

    const running = run(tree, "chooseState", "pages");
    await accepting(running);

    assert.deepEqual(await running, ["pages"]);
    assert.equal(await described(tree, "Pages"), "en");
  });

  it("a list query marks the current status in the choices, also when it is every status", async () => {
    const tree = openTree();
    const offered: (string | undefined)[][] = [];
    const { createQuickPick } = vscode.window;
    const look = () => {
      const pick = createQuickPick();
      const show = pick.show.bind(pick);
      pick.show = () => {
        offered.push(pick.items.map(({ description }) => description));
        show();
        pick.hide();
      };
      return pick;
    };
    Object.assign(vscode.window, { createQuickPick: look });

    try {
      await assert.rejects(run(tree, "chooseState", "pages"), vscode.CancellationError);
      limit(tree, "pages", { state: "draft" });
      await assert.rejects(run(tree, "chooseState", "pages"), vscode.CancellationError);
    } finally {
      Object.assign(vscode.window, { createQuickPick });
    }
    const marked = offered.map((all) =>
      all.map((label) => (label ?? "").endsWith("currently shown")),
    );
    assert.deepEqual(marked, [
      [true, false, false, false],
      [false, true, false, false],
    ]);
  });

  it("a list query offers no status without Draft & Publish", async () => {
    const tree = openTree();

    await assert.rejects(
      run(tree, "chooseState", "categories"),
      /collection Categories has no drafts/,
    );
    await assert.rejects(run(tree, "chooseState", "users"), /Users have no drafts/);
  });
});
