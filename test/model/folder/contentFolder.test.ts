import { deepEqual, equal } from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  byDocumentId,
  ContentFolder,
  pathOf,
  unitsOf,
} from "../../../src/model/folder/contentFolder.ts";
import { folderSchemaText } from "../../../src/model/folder/folderSchema.ts";
import { newSettings, withEnvironment } from "../../../src/model/folder/folderSettings.ts";
import { folderStatus } from "../../../src/model/folder/folderStatus.ts";
import { headsIn } from "../../../src/model/folder/heads.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";
import { kitchen, recipes, typeOf } from "../kitchen.ts";
import { must, why } from "../outcomes.ts";

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
    await folder.prepare(settings, folderSchemaText([typeOf("cooks")], kitchen));
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
    await folder.prepare(folder.settings, folderSchemaText([typeOf("cooks")], kitchen));
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
    deepEqual(await folderStatus(folder, { environment: "live", schema, types: undefined }), [
      { path: "cooks/one.json", kind: "unclear", why: "several-names" },
      { path: "cooks/two.json", kind: "unclear", why: "several-names" },
    ]);
  });

  it("a localized document has a file for what its locales share, and one for each locale", () => {
    const entry = { type: "recipes", name: "tea" };
    deepEqual(
      unitsOf(recipes, ["fr", "en", "fr", undefined]).map(({ locale }) => pathOf(entry, locale)),
      ["recipes/tea.json", "recipes/tea.en.json", "recipes/tea.fr.json"],
    );
    deepEqual(
      unitsOf(typeOf("cooks"), [undefined]).map(({ locale }) => pathOf(entry, locale)),
      ["recipes/tea.json"],
    );
  });

  it("the name of a locale can't lead to another folder", () => {
    equal(pathOf({ type: "recipes", name: "tea" }, "../../x"), "recipes/tea...%2F..%2Fx.json");
  });
});
