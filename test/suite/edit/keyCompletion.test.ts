import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { propertySnippet } from "../../../src/model/edit/componentSnippet.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { until } from "../../window/until.ts";
import { contentOf, open, type } from "../editors.ts";
import { useMagazine } from "../useMagazine.ts";

const labelOf = ({ label }: vscode.CompletionItem): string =>
  typeof label === "string" ? label : label.label;

const { Property } = vscode.CompletionItemKind;

describe("Completion of keys", () => {
  const magazine = useMagazine();
  let article: vscode.TextDocument;

  beforeEach(async () => {
    article = await open(magazine.article(await magazine.makeArticle()));
  });

  /** Replaces the text, and puts the cursor where it has a bar. */
  async function show(text: string): Promise<vscode.Position> {
    await type(article, text.replace("|", ""));
    const at = article.positionAt(text.indexOf("|"));
    vscode.window.activeTextEditor!.selection = new vscode.Selection(at, at);
    return at;
  }

  async function keysAt(at: vscode.Position): Promise<vscode.CompletionItem[]> {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      article.uri,
      at,
    );
    return items.filter(({ kind }) => kind === Property);
  }

  /** Accepts a key as Enter in the list does. Resolves with the text, with a bar at the cursor. */
  async function accept(text: string, key: string): Promise<string> {
    const at = await show(text);
    let item: vscode.CompletionItem | undefined;
    await until(`${key} is not offered`, async () => {
      const items = (await keysAt(at)).filter((offer) => labelOf(offer) === key);
      assert.ok(items.length <= 1, `${key} is offered ${items.length} times`);
      [item] = items;
      return item !== undefined;
    });
    const editor = vscode.window.activeTextEditor!;
    const { range, insertText, additionalTextEdits = [] } = item!;
    const replaced = range instanceof vscode.Range ? range : range?.replacing;
    assert.ok(insertText instanceof vscode.SnippetString && replaced);
    // VS Code makes the other edits first.
    await editor.edit((builder) => {
      for (const { range: target, newText } of additionalTextEdits)
        builder.replace(target, newText);
    });
    await editor.insertSnippet(insertText, replaced);
    const offset = article.offsetAt(editor.selection.active);
    const result = article.getText();
    return `${result.slice(0, offset)}|${result.slice(offset)}`;
  }

  const written: readonly (readonly [what: string, text: string, key: string, result: string])[] = [
    ["a text behind a quote", '{\n  "su|"\n}', "summary", '{\n  "summary": "|"\n}'],
    ["a text for a bare word", "{\n  su|\n}", "summary", '{\n  "summary": "|"\n}'],
    ["a text on an empty line", "{\n  |\n}", "summary", '{\n  "summary": "|"\n}'],
    [
      "a comma before the next property",
      '{\n  "su|"\n  "title": "Tea"\n}',
      "summary",
      '{\n  "summary": "|",\n  "title": "Tea"\n}',
    ],
    [
      "a comma behind the property above",
      '{\n  "title": "Tea"\n  su|\n}',
      "summary",
      '{\n  "title": "Tea",\n  "summary": "|"\n}',
    ],
    [
      "only the key of a property that has a value",
      '{\n  "kick|": "Hot",\n  "title": "Tea"\n}',
      "summary",
      '{\n  "summary"|: "Hot",\n  "title": "Tea"\n}',
    ],
    ["a relation as null", '{\n  "au|"\n}', "author", '{\n  "author": null|\n}'],
    [
      "a text inside a component",
      '{\n  "seo": { "metaT|" }\n}',
      "metaTitle",
      '{\n  "seo": { "metaTitle": "|" }\n}',
    ],
    [
      "a text inside an entry of a dynamic zone",
      '{\n  "sections": [{ "__component": "sections.quote", spe| }]\n}',
      "speaker",
      '{\n  "sections": [{ "__component": "sections.quote", "speaker": "|" }]\n}',
    ],
  ];
  it("accepting a key writes its colon and a fitting value, or the values to choose from", async () => {
    for (const [what, text, key, result] of written)
      assert.equal(await accept(text, key), result, what);
    const component = await accept('{\n  "se|"\n}', "seo");
    const { seo } = JSON.parse(component.replace("|", "")) as { seo: JsonObject };
    assert.deepEqual(Object.keys(seo).slice(0, 2), ["metaTitle", "metaDescription"]);
    assert.match(component, /"metaTitle": "\|"/);
    const at = await show("{\n  |\n}");
    await until("No key is offered", async () => (await keysAt(at)).length > 0);

    const items = await keysAt(at);

    const textOf = (key: string) => {
      const text = items.find((item) => labelOf(item) === key)?.insertText;
      return text instanceof vscode.SnippetString ? text.value : "";
    };
    assert.equal(textOf("featured"), '"featured": ${1|false,true|}');
    assert.match(textOf("kind"), /^"kind": \$\{1\|"feature","guide"/);
  });

  it("accepting the key of an enumeration inserts a value with characters of the snippet syntax as it is", async () => {
    const empty = createCatalog({ contentTypes: [], components: [], locales: [] });
    for (const value of ["a$b", "c}d", "e,f", "g|h", "i\\j", 'k"l', "${1}"]) {
      await show("|");
      const attribute = { type: "enumeration", enum: [value, "other"] } as const;
      const text = propertySnippet("kind", attribute, empty);

      await vscode.window.activeTextEditor!.insertSnippet(new vscode.SnippetString(text));

      assert.equal(article.getText(), `"kind": ${JSON.stringify(value)}`);
    }
  });

  it("completion of keys omits the keys that the object has, explains the others, and offers none where a value belongs", async () => {
    const at = await show('{\n  "title": "Tea",\n  |\n  "kicker": "Hot"\n}');
    await until("No key is offered", async () => (await keysAt(at)).length > 0);

    const items = await keysAt(at);

    const labels = items.map(labelOf);
    assert.deepEqual(
      ["title", "kicker", "prequel", "summary"].map((key) => labels.includes(key)),
      [false, false, false, true],
    );
    assert.equal(new Set(labels).size, labels.length);
    const { documentation } = items.find((item) => labelOf(item) === "summary")!;
    assert.match((documentation as vscode.MarkdownString).value, /at most 500 characters/);
    for (const text of [
      '{\n  "kicker": |\n}',
      '{\n  "kicker": "t|"\n}',
      '{\n  "kicker": "a, t|"\n}',
      '{\n  "tags": [\n  t|\n  ]\n}',
      '{\n  "kicker":\n  t|\n}',
    ]) {
      const keys = (await keysAt(await show(text))).map(labelOf);
      assert.ok(!keys.includes("title"), `${text}: ${keys.join(", ")}`);
    }
  });
});

describe("Insert All Fields", () => {
  const magazine = useMagazine();

  const begin = async (): Promise<vscode.TextDocument> => {
    const collection = { connection: magazine.connection, type: "articles" };
    await vscode.commands.executeCommand("cms.collection.newDocument", { collection });
    return vscode.window.activeTextEditor!.document;
  };

  it("Insert All Fields is offered until it has added every writable field in the order of the schema, and keeps values", async () => {
    const document = await begin();
    const text = document.getText().replace('"title": ""', '"title": "Tea ${1} \\\\ }"');
    await type(document, text);
    const behindFirstLine = document.positionAt(text.indexOf("\n", 2) + 1);

    const titles = async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
      );
      return lenses.map(({ command }) => command?.title);
    };
    await until("There is no lens", async () => (await titles()).includes("Insert All Fields"));
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      behindFirstLine,
    );
    await vscode.commands.executeCommand("cms.document.insertAllFields", document.uri);

    const content = contentOf(document);
    const keys = Object.keys(content);
    assert.equal(content["title"], "Tea ${1} \\ }");
    assert.deepEqual(keys.slice(0, 6), ["title", "slug", "code", "kicker", "summary", "body"]);
    assert.deepEqual(keys.slice(-2), ["sections", "$schema"]);
    assert.ok(!keys.includes("prequel"));
    const values: Json[] = ["kicker", "rating", "seo", "tags", "cover", "featured", "kind"].map(
      (key) => content[key] ?? null,
    );
    assert.deepEqual(values, ["", null, null, [], null, false, "feature"]);
    assert.ok(items.map(labelOf).includes("Insert All Fields"));
    await until("The lens stays", async () => !(await titles()).includes("Insert All Fields"));
  });

  const texts: readonly (readonly [where: string, text: string])[] = [
    ["behind the last comma", '{\n  "title": "Tea",\n  |\n}'],
    ["for a word behind the last comma", '{\n  "title": "Tea",\n  ki|\n}'],
    ["behind a quote", '{\n  "title": "Tea",\n  "ki|"\n}'],
    ["between properties without a comma", '{\n  "title": "Tea"\n  |\n  "slug": "tea"\n}'],
    ["in an empty object", "{|}"],
  ];
  it("Insert All Fields, accepted as a key, leaves valid JSON, and isn't offered at a key that has a value", async () => {
    const document = await begin();
    const offers = async (at: vscode.Position) => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        at,
      );
      return items;
    };
    for (const [where, text] of texts) {
      await type(document, text.replace("|", ""));
      const at = document.positionAt(text.indexOf("|"));
      let item: vscode.CompletionItem | undefined;
      await until("It is not offered", async () => {
        item = (await offers(at)).find((each) => labelOf(each) === "Insert All Fields");
        return item !== undefined;
      });

      const { range, additionalTextEdits = [], command } = item!;
      const word = range instanceof vscode.Range ? range : range!.replacing;
      const edit = new vscode.WorkspaceEdit();
      edit.set(document.uri, [vscode.TextEdit.delete(word), ...additionalTextEdits]);
      await vscode.workspace.applyEdit(edit);
      assert.equal(command?.command, "cms.document.insertAllFields");
      await vscode.commands.executeCommand(command.command, document.uri);

      const keys = Object.keys(JSON.parse(document.getText()) as JsonObject);
      assert.ok(keys.includes("kicker"), `${where}: ${keys.join(", ")}`);
    }

    const text = '{\n  "ki": "Hot"\n}';
    await type(document, text);
    const labels = (await offers(document.positionAt(text.indexOf("i")))).map(labelOf);
    assert.deepEqual(
      ["kicker", "Insert All Fields"].map((label) => labels.includes(label)),
      [true, false],
    );
  });

  it("Insert All Fields changes no document that the service has: its private fields aren't in the text", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const text = document.getText();

    await vscode.commands.executeCommand("cms.document.insertAllFields", document.uri);

    assert.equal(document.getText(), text);
  });
});
