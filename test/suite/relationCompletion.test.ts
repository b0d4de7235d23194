import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Json } from "../../src/model/json.ts";
import { until } from "../window/until.ts";
import { contentOf, edit, open } from "./editors.ts";
import { connect, unique, useMagazine } from "./useMagazine.ts";

/** Asks VS Code what may stand at the `|` of a value that is put into the document. */
async function offersAt(document: vscode.TextDocument, attribute: string, value: string) {
  const at = await mark(document, attribute, value);
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    at,
  );
  return items.filter(({ kind }) => kind === vscode.CompletionItemKind.Reference);
}

/** Puts a value that is JSON but for its `|` there, and gives the place of the `|`. */
async function mark(document: vscode.TextDocument, attribute: string, value: string) {
  await edit(document, { [attribute]: "HERE" });
  const from = document.positionAt(document.getText().indexOf('"HERE"'));
  const change = new vscode.WorkspaceEdit();
  const range = new vscode.Range(from, from.translate(0, '"HERE"'.length));
  change.replace(document.uri, range, value.replace("|", ""));
  await until("The value was not taken", async () => vscode.workspace.applyEdit(change));
  return document.positionAt(document.offsetAt(from) + value.indexOf("|"));
}

const titles = (items: readonly vscode.CompletionItem[]) =>
  items.map(({ label }) => (typeof label === "string" ? label : label.label));

/** What the text holds once an offer was taken, as VS Code takes it. */
async function take(document: vscode.TextDocument, item: vscode.CompletionItem): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  const { range, insertText, additionalTextEdits = [] } = item;
  assert.ok(range instanceof vscode.Range && typeof insertText === "string");
  change.set(document.uri, [vscode.TextEdit.replace(range, insertText), ...additionalTextEdits]);
  await until("The offer was not taken", async () => vscode.workspace.applyEdit(change));
}

describe("The value of a relation", () => {
  const magazine = useMagazine();

  const openArticle = async () => open(magazine.article(await magazine.makeArticle()));

  it("offers what it may point to by title, searched on the service", async () => {
    const name = unique("Puddings");
    const wanted = await magazine.make("categories", { name });
    await magazine.make("categories", { name: unique("Soups") });
    const document = await openArticle();

    const items = await offersAt(document, "category", `"${name.slice(2).toUpperCase()}|"`);
    await take(document, items[0]!);

    assert.deepEqual(titles(items), [name]);
    assert.deepEqual(contentOf(document)["category"], { documentId: wanted, name });
  });

  it("offers what was changed last where nothing has been typed", async () => {
    const name = unique("Newest");
    await magazine.make("tags", { name });
    const document = await openArticle();

    const items = await offersAt(document, "tags", "[|]");

    assert.equal(titles(items)[0], name);
    assert.equal(items.length, 25);
  });

  it("takes the place of the value that stands there, on however many lines", async () => {
    const [name, other] = [unique("Stews"), unique("Roasts")];
    const [id, wanted] = [
      await magazine.make("categories", { name }),
      await magazine.make("categories", { name: other }),
    ];
    const value = `{\n    "documentId": "${id}",\n    "name": "${other}|"\n  }`;
    const document = await openArticle();

    const items = await offersAt(document, "category", value);
    await take(document, items[0]!);

    assert.deepEqual(contentOf(document)["category"], { documentId: wanted, name: other });
  });

  it("becomes one more of a list, which stays JSON", async () => {
    const name = unique("tag");
    const wanted = await magazine.make("tags", { name });
    const document = await openArticle();

    const [item] = await offersAt(document, "tags", `[{ "documentId": "a" }, "${name}|"]`);
    await take(document, item!);

    assert.deepEqual(contentOf(document)["tags"], [
      { documentId: "a" },
      { documentId: wanted, name },
    ]);
  });

  it("offers only what is there in the locale of the document: the service refuses others", async () => {
    const title = unique("Only in English");
    const english = await magazine.makeArticle({ title });
    const id = await magazine.makeArticle();
    await magazine.change(`articles/${id}?locale=fr&status=draft`, { title: unique("Thé") });
    const inEnglish = await open(magazine.article(id));
    const inFrench = await open(magazine.article(id, "fr"));

    const offered = [
      titles(await offersAt(inEnglish, "sequel", `"${title}|"`)),
      titles(await offersAt(inFrench, "sequel", `"${title}|"`)),
    ];

    assert.deepEqual(offered, [[title], []]);
    await edit(inFrench, { sequel: { documentId: english } });
    assert.equal(await inFrench.save(), false);
  });

  it("is found in a part of a zone, and may be a user", async () => {
    const name = unique("Quoted");
    const author = await magazine.make("authors", { name });
    const document = await openArticle();

    const inZone = `[{ "__component": "sections.quote", "author": "${name}|" }]`;
    const [item] = await offersAt(document, "sections", inZone);
    await take(document, item!);
    const zone = contentOf(document)["sections"] as readonly Readonly<Record<string, Json>>[];
    const users = await offersAt(document, "editor", '"nora|"');
    await take(document, users[0]!);

    assert.deepEqual(zone[0]?.["author"], { documentId: author, name });
    assert.deepEqual(titles(users), ["nora.whitlock"]);
    assert.equal(
      (contentOf(document)["editor"] as Readonly<Record<string, Json>>)["username"],
      "nora.whitlock",
    );
  });

  it("is saved as it was offered", async () => {
    const name = unique("Saved");
    const wanted = await magazine.make("categories", { name });
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));

    const [item] = await offersAt(document, "category", `"${name}|"`);
    await take(document, item!);

    assert.equal(await document.save(), true);
    const kept = await magazine.draft(id, "en&populate=category");
    assert.equal((kept?.["category"] as { documentId: string }).documentId, wanted);
  });

  it("waits for no answer while somebody types, and then searches for what was typed on", async () => {
    await magazine.make("categories", { name: unique("Stews") });
    const { document, asked, hold } = await openAside();
    const release = hold();

    await typeKeys("s", "t", "e");
    await until("Nothing was asked", () => Promise.resolve(asked().length === 1));
    await typeKeys("w", "s");
    const typed = await category(document);
    release();
    await until("Nothing more was asked", () => Promise.resolve(asked().length === 2));

    assert.equal(typed, "stews");
    assert.deepEqual(asked(), ["ste", "stews"]);
  });

  it("gives up a search when the cursor goes elsewhere", async () => {
    const { document, asked, detour } = await openAside();
    let isGivenUp = false;
    detour.inject(/GET \/api\/categories/, (response) => {
      response.on("close", () => (isGivenUp = true));
    });
    await typeKeys("s", "t");
    await until("Nothing was asked", () => Promise.resolve(asked().length === 1));

    const top = document.positionAt(0);
    vscode.window.activeTextEditor!.selection = new vscode.Selection(top, top);

    await until("The search went on", () => Promise.resolve(isGivenUp));
  });

  /** An article by a way on which requests can be held, with the cursor in its category. */
  async function openAside() {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    const before = detour.requests.length;
    const searches = /GET \/api\/categories/;
    const at = await mark(document, "category", '"|"');
    vscode.window.activeTextEditor!.selection = new vscode.Selection(at, at);
    const asked = () =>
      detour.requests
        .slice(before)
        .filter(({ path }) => path === "/api/categories")
        .map(({ query }) => (query["filters"] as { name: { $containsi: string } }).name.$containsi);
    return { document, detour, asked, hold: () => detour.hold(searches) };
  }

  it("offers nothing where the token may not look", async () => {
    const { service } = magazine;
    const connection = await connect(service, service.tokens.custom);
    const id = await magazine.makeArticle();
    const document = await open({ ...magazine.article(id), connection });

    const offered = [
      titles(await offersAt(document, "author", '"a|"')),
      titles(await offersAt(document, "editor", '"a|"')),
    ];

    assert.deepEqual(offered, [[], []]);
  });

  it("offers nothing, and says nothing, where the service can't be asked", async () => {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    detour.inject(/GET \/api\/categories/, (response) => response.socket?.destroy());

    assert.deepEqual(await offersAt(document, "category", '"a|"'), []);
    assert.deepEqual(await offersAt(document, "title", '"a|"'), []);
  });
});

/** Several keys within the time of one pause, as a person who types. */
const typeKeys = (...keys: readonly string[]) =>
  Promise.all(keys.map((text) => vscode.commands.executeCommand("type", { text })));

function category(document: vscode.TextDocument): Promise<Json | undefined> {
  try {
    return Promise.resolve(contentOf(document)["category"]);
  } catch {
    return Promise.resolve(undefined);
  }
}
