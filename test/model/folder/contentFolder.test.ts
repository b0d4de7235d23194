import { deepEqual, equal, match, ok } from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { AttributeSchema } from "../../../src/client/index.ts";
import {
  byDocumentId,
  ContentFolder,
  newPlaceIn,
  placeIn,
  unitsOf,
} from "../../../src/model/folder/contentFolder.ts";
import { inOtherFormat } from "../../../src/model/folder/fileFormat.ts";
import { FileNames } from "../../../src/model/folder/fileNames.ts";
import { folderSchemaText } from "../../../src/model/folder/schemas/folderSchema.ts";
import { newSettings, withEnvironment } from "../../../src/model/folder/folderSettings.ts";
import type { FolderSettings } from "../../../src/model/folder/folderSettings.ts";
import { folderStatus } from "../../../src/model/folder/status/folderStatus.ts";
import { headsIn } from "../../../src/model/folder/heads.ts";
import type { ContentType } from "../../../src/model/schemas/catalog.ts";
import { isLongRun } from "../../support/longRun.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";
import { kitchen, recipes, typeOf } from "../kitchen.ts";
import { must, why } from "../outcomes.ts";
import { anyKey } from "./anyKey.ts";

const live = { name: "Live", url: "https://cms.example.com" };

describe("Content folder", () => {
  let temporary: TemporaryFolder;
  let folder: ContentFolder;
  const at = (...path: readonly string[]): string => join(temporary.path, ...path);
  const state = (name: string, text: string): void => {
    mkdirSync(at(".cms/state/live/cooks"), { recursive: true });
    writeFileSync(at(".cms/state/live/cooks", name), text);
  };
  const open = async (): Promise<ContentFolder> => must(await ContentFolder.open(temporary.path));
  const prepare = async (): Promise<void> => {
    const settings = withEnvironment(newSettings(), live);
    await folder.prepare(settings, folderSchemaText([typeOf("cooks")], kitchen), []);
    folder = await open();
  };

  beforeEach(async () => {
    temporary = temporaryFolder();
    folder = await open();
  });
  afterEach(() => temporary.remove());

  it("a content folder ignores what an interrupted write left beside its state files", async () => {
    state("mara", "- 1 abc p\n");
    state("0f1e.new", "- 1 def p\n");
    state("empty", "");
    const entries = await folder.entries("live", { name: "cooks" });
    deepEqual(
      entries.map(({ name }) => name),
      ["mara"],
    );
  });

  it("a content folder names documents that have several names, and names of several documents", () => {
    const entry = (name: string, text: string) => ({ type: "cooks", name, heads: headsIn(text) });
    const [one, two, both, plain] = [
      entry("one", "- 1 abc p\n"),
      entry("two", "- 1 abc p\n"),
      entry("both", "en 1 def p\nfr 1 ghi p\n"),
      entry("plain", "- 1 jkl p\n"),
    ];
    const { byId, problems } = byDocumentId([one, two, both, plain]);
    deepEqual(
      [...problems].map(([{ name }, problem]) => [name, problem]),
      [
        ["two", "several-names"],
        ["one", "several-names"],
        ["both", "several-documents"],
      ],
    );
    equal(byId.get("jkl"), plain);
  });

  it("a content folder keeps its own files as their owner wrote them", async () => {
    await prepare();
    writeFileSync(at(".gitattributes"), "");
    writeFileSync(at("cms.json"), JSON.stringify(folder.settings));
    const before = readFileSync(at("cms.json"), "utf8");
    await folder.prepare(folder.settings, folderSchemaText([typeOf("cooks")], kitchen), []);
    deepEqual(
      [readFileSync(at("cms.json"), "utf8"), readFileSync(at(".gitattributes"), "utf8")],
      [before, ""],
    );
  });

  it("a content folder with settings that can't be used is refused", async () => {
    writeFileSync(at("cms.json"), '{ "state": 2 }');
    equal(why(await ContentFolder.open(temporary.path)), "misfit");
  });

  it("a file that isn't UTF-8 is unreadable, so that no pull writes it in part", async () => {
    mkdirSync(at("cooks"));
    writeFileSync(at("cooks/mara.json"), Buffer.from('{ "name": "Jos\u00e9" }', "latin1"));
    equal(why(await folder.read("cooks/mara.json")), "unreadable-file");
  });

  it("a file that was changed since it was read is neither written nor removed", async () => {
    const path = "cooks/mara.json";
    equal(await folder.replace(path, undefined, { name: "Mara" }), true);
    equal(await folder.replace(path, undefined, { name: "New" }), false);
    const earlier = must(await folder.read(path));
    writeFileSync(at(path), '{ "name": "Edited" }');
    equal(await folder.replace(path, earlier, { name: "New" }), false);
    equal(await folder.replace(path, earlier), false);
    equal(readFileSync(at(path), "utf8"), '{ "name": "Edited" }');
    equal(await folder.replace(path, { name: "Edited" }, { name: "New" }), true);
    deepEqual(must(await folder.read(path)), { name: "New" });
    equal(await folder.replace(path, { name: "New" }), true);
    equal(must(await folder.read(path)), undefined);
  });

  it("the name of an environment in the settings can't lead to another folder", async () => {
    const heads = headsIn("- 1 abc -\n");
    await folder.writeState("../../../escaped", { type: "cooks", name: "mara", heads });
    const states = readdirSync(at(".cms/state"));
    deepEqual(states, ["escaped"]);
    deepEqual(await folder.entries("../../../escaped", { name: "cooks" }), [
      { type: "cooks", name: "mara", heads },
    ]);
  });

  it("a status tells of each file whose state can't be used, and of no other one", async () => {
    await prepare();
    state("one", "- 1 abc -\n");
    state("two", "- 1 abc -\n");
    await folder.replace("cooks/one.json", undefined, {});
    const schema = must(await folder.schema()) ?? kitchen;
    deepEqual(must(await folderStatus(folder, { environment: "live", schema, types: undefined })), [
      { path: "cooks/one.json", kind: "unclear", why: "several-names" },
      { path: "cooks/two.json", kind: "unclear", why: "several-names" },
    ]);
  });

  it("a localized document has a file for what its locales share, and one for each locale", () => {
    const entry = { type: "recipes", name: "tea" };
    deepEqual(
      unitsOf(recipes, ["fr", "en", "fr", undefined]).map(({ locale }) =>
        folder.pathOf(entry, locale),
      ),
      ["recipes/tea.json", "recipes/tea.en.json", "recipes/tea.fr.json"],
    );
    deepEqual(
      unitsOf(typeOf("cooks"), [undefined]).map(({ locale }) => folder.pathOf(entry, locale)),
      ["recipes/tea.json"],
    );
  });

  it("the path of a file tells its document and locale, and that a new one has a dot in its name", () => {
    const placeOf = (path: string, localized = true) =>
      newPlaceIn(path, { ...recipes, localized }, ["en", "zh-Hans"]);
    deepEqual(placeIn("recipes/tea.json"), { type: "recipes", name: "tea", locale: undefined });
    deepEqual(placeIn("recipes/tea.zh-Hans.md").locale, "zh-Hans");
    deepEqual(placeOf("recipes/tea.en.json"), { type: "recipes", name: "tea", locale: "en" });
    for (const [path, isLocalized] of [
      ["recipes/tea.xx.json", true],
      ["recipes/tea.1.en.json", true],
      ["recipes/tea.en.json", false],
    ] as const) {
      const { name, locale } = placeOf(path, isLocalized);
      deepEqual([`recipes/${name}.json`, locale], [path, undefined]);
    }
  });

  it("the name of a locale can't lead to another folder", () => {
    equal(
      folder.pathOf({ type: "recipes", name: "tea" }, "../../x"),
      "recipes/tea...%2F..%2Fx.json",
    );
  });

  const story = { type: "richtext", pluginOptions: { i18n: { localized: true } } };
  const withFields = (fields: Readonly<Record<string, AttributeSchema>>): ContentType => ({
    ...recipes,
    attributes: new Map([...recipes.attributes, ...Object.entries(fields)]),
  });
  const tea = { type: "recipes", name: "tea" };
  /** The folder, and the endings of a file without and with a locale. */
  const formats = async (type: ContentType, body?: FolderSettings["body"]) => {
    const settings = { ...folder.settings, body };
    folder = await folder.withFormats(settings, [type]);
    return [undefined, "en"].map((locale) => folder.pathOf(tea, locale).split(".").at(-1));
  };

  it("files with the only rich text of a type are Markdown, or those with the field in the settings", async () => {
    const uid = recipes.uid;
    const { type: richText } = story;
    deepEqual(await formats(recipes), ["json", "json"]);
    deepEqual(await formats(withFields({ story })), ["json", "md"]);
    deepEqual(await formats(withFields({ story: { type: richText } })), ["md", "json"]);
    deepEqual(await formats(withFields({ story, other: story })), ["json", "json"]);
    deepEqual(await formats(withFields({ story, other: story }), { [uid]: "other" }), [
      "json",
      "md",
    ]);
    deepEqual(await formats(withFields({ story }), { [uid]: "summary" }), ["md", "json"]);
    deepEqual(await formats(withFields({ story }), { [uid]: null }), ["json", "json"]);
    deepEqual(await formats(withFields({ story }), { [uid]: "servings" }), ["json", "json"]);
    deepEqual(await formats({ ...withFields({ story }), localized: false }), ["md", "json"]);
    equal(
      await folder.withFormats(newSettings(), []).then(({ settings }) => "markdown" in settings),
      false,
    );
  });

  it("files for people and tools beside the documents of a type are no documents", async () => {
    const type = withFields({ story });
    await formats(type);
    mkdirSync(at("recipes"));
    const documents = ["readme.en.md", "Tea.json", "tea-2.json"];
    const others = ["README.md", "AGENTS.md", "README.en.md", "TO-DO_2.json", "_notes.md"];
    for (const name of [...documents, ...others, ".lint.json", "tea.txt"])
      writeFileSync(at("recipes", name), "");
    deepEqual(
      new Set(await folder.paths(type)),
      new Set(documents.map((name) => `recipes/${name}`)),
    );
  });

  it("a folder whose format changes keeps each content in one file, with its edits", async () => {
    const type = withFields({ story });
    const content = { title: "Tea", story: "# Tea" };
    equal(await folder.replace("recipes/tea.en.json", undefined, content), true);
    await formats(type);
    const path = folder.pathOf(tea, "en");
    deepEqual(must(await folder.read(path)), content);
    deepEqual(await folder.paths(type), ["recipes/tea.en.json"]);
    await folder.convert([path]);
    equal(readFileSync(at(path), "utf8"), "---\ntitle: Tea\n---\n\n# Tea\n");
    deepEqual(await folder.paths(type), [path]);
    await folder.convert([path]);
    await formats(type, { [type.uid]: null });
    equal(await folder.replace(folder.pathOf(tea, "en"), content, { title: "Tea" }), true);
    deepEqual(await folder.paths(type), ["recipes/tea.en.json"]);
    await formats(type, { [type.uid]: null });
    equal(folder.settings.markdown, undefined);
  });

  it("a content in two files is read if they are equal, and refused if not", async () => {
    const type = withFields({ story });
    await folder.replace("recipes/tea.en.json", undefined, { title: "Tea" });
    await formats(type);
    const path = folder.pathOf(tea, "en");
    writeFileSync(at(path), "---\ntitle: Green\n---\n");
    equal(why(await folder.read(path)), "invalid-markdown-file");
    await folder.convert([path]);
    equal((await folder.paths(type)).length, 2);
    writeFileSync(at(path), "---\ntitle: Tea # mine\n---\n");
    await folder.convert([path]);
    deepEqual(await folder.paths(type), [path]);
    equal(readFileSync(at(path), "utf8"), "---\ntitle: Tea # mine\n---\n");
  });

  it("a Markdown file may have a byte order mark, and stays as it is if it can't be read", async () => {
    const type = withFields({ story });
    await formats(type);
    const path = folder.pathOf(tea, "en");
    await folder.replace(path, undefined, { title: "Tea" });
    writeFileSync(at(path), "\ufeff---\r\ntitle: Tea\r\n---\r\n\r\nText\r\n");
    deepEqual(must(await folder.read(path)), { title: "Tea", story: "Text" });
    const unreadable = ["---\ntitle: Jos\u00e9\n---\n", "<<<<<<< HEAD\n---\na: 1\n---\n", "Text"];
    for (const text of unreadable) {
      writeFileSync(at(path), Buffer.from(text, "latin1"));
      match(why(await folder.read(path)) ?? "", /^(unreadable-file|invalid-markdown-file)$/);
      equal(await folder.replace(path, { title: "Tea" }, { title: "New" }), false);
      equal(readFileSync(at(path), "latin1"), text);
    }
  });

  it("a folder never reads the text of a Markdown file as another field", async () => {
    const type = withFields({ story, other: story });
    const path = "recipes/tea.en.md";
    deepEqual(await formats(type, { [type.uid]: "story" }), ["json", "md"]);
    await folder.replace(path, undefined, { story: "A" });
    deepEqual(await formats(type, { [type.uid]: "other" }), ["json", "json"]);
    await folder.convert([folder.pathOf(tea, "en")]);
    deepEqual(must(await folder.read(folder.pathOf(tea, "en"))), { story: "A" });
    deepEqual(await formats(type, { [type.uid]: "other" }), ["json", "md"]);
    await folder.convert([path]);
    deepEqual(must(await folder.read(path)), { story: "A" });
    equal(existsSync(at("recipes/tea.en.json")), false);
  });

  const documentCount = isLongRun ? 2_000 : 100;

  it(`${documentCount} documents with odd names have a file each on every file system, and a second pull or CRLF changes no byte`, async () => {
    const type = withFields({ story });
    await formats(type);
    const keys = fc.sample(anyKey, { seed: 20_261_130, numRuns: documentCount });
    const names = new FileNames([]);
    const entries = keys.map((key, at) => ({
      type: "recipes",
      name: names.choose(key, `id${at}`),
    }));
    const locales = [undefined, "en", "EN-gb", "zh-Hans-HK"];
    const paths = entries.flatMap((entry) => locales.map((locale) => folder.pathOf(entry, locale)));
    const onDisk = [...paths, ...paths.map(inOtherFormat), ...paths.map((path) => `${path}.new`)];
    equal(new Set(onDisk.map((path) => path.normalize("NFD").toUpperCase())).size, onDisk.length);
    ok(onDisk.every((path) => Buffer.byteLength(path.split("/")[1] ?? "") < 200));
    const contents = keys.map((title) => ({ title, story: `# ${title}\n\n${title}` }));
    const pull = () =>
      Promise.all(
        entries.map(async (entry, index) => {
          const path = folder.pathOf(entry, "en");
          equal(await folder.replace(path, must(await folder.read(path)), contents[index]), true);
        }),
      );
    const texts = () => paths.map((path) => existsSync(at(path)) && readFileSync(at(path), "utf8"));
    await pull();
    const pulled = texts();
    await pull();
    deepEqual(texts(), pulled);
    const crlf = pulled.map((text) => text && text.replaceAll("\n", "\r\n"));
    for (const [index, text] of crlf.entries())
      if (text) writeFileSync(at(paths[index] ?? ""), text);
    await pull();
    deepEqual(texts(), crlf);
  });
});
