import { deepEqual, equal, rejects } from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ContentFolder } from "../../../src/model/folder/contentFolder.ts";
import { newSettings, withEnvironment } from "../../../src/model/folder/folderSettings.ts";
import { headsIn } from "../../../src/model/folder/heads.ts";
import { folderSchemaText } from "../../../src/model/folder/schemas/folderSchema.ts";
import { checkFolder } from "../../../src/model/folder/status/folderCheck.ts";
import { folderStatus } from "../../../src/model/folder/status/folderStatus.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";
import { kitchen, typeOf } from "../kitchen.ts";
import { must, why } from "../outcomes.ts";

describe("Symbolic links in a content folder", () => {
  let temporary: TemporaryFolder;
  let folder: ContentFolder;
  const type = typeOf("cooks");
  const heads = headsIn("- 1 abc -\n");
  const outside = (path = ""): string => join(temporary.path, "outside", path);
  const inside = (path: string): string => join(temporary.path, "content", path);
  const open = () => ContentFolder.open(inside(""), { asksGit: false });
  const link = (path: string, target: string): void => {
    mkdirSync(dirname(inside(path)), { recursive: true });
    symlinkSync(target, inside(path));
  };
  const schemaText = folderSchemaText([type], kitchen);
  const prepare = () => folder.prepare(withEnvironment(newSettings(), live), schemaText, []);
  const live = { name: "Live", url: "https://cms.example.com" };

  beforeEach(async () => {
    temporary = temporaryFolder();
    mkdirSync(outside());
    writeFileSync(outside("mara.json"), '{ "name": "Secret" }');
    folder = must(await open());
  });
  afterEach(() => temporary.remove());

  const untouched = (): void => {
    deepEqual(readdirSync(outside()), ["mara.json"]);
    equal(readFileSync(outside("mara.json"), "utf8"), '{ "name": "Secret" }');
  };

  for (const [what, path, target] of [
    ["a content type", "cooks", ""],
    ["a file", "cooks/mara.json", "mara.json"],
  ] as const)
    it(`${what} that is a link out of the folder is neither read, written nor deleted`, async () => {
      link(path, outside(target));
      equal(why(await folder.read("cooks/mara.json")), "outside-folder");
      equal(await folder.replace("cooks/mara.json", { name: "Secret" }), false);
      equal(await folder.replace("cooks/mara.json", { name: "Secret" }, { name: "New" }), false);
      untouched();
    });

  const refuseFolder = async (failure: string): Promise<void> => {
    await prepare();
    const schema = must(await folder.schema()) ?? kitchen;
    const request = { environment: "live", schema, types: undefined };
    equal(why(await folderStatus(folder, request)), failure);
    const check = { schema, types: undefined, rules: {}, onFindings: () => Promise.resolve() };
    equal(why(await checkFolder(folder, check)), failure);
  };

  it("a status and a check refuse a folder whose content type is a link out of it", async () => {
    link("cooks", outside());
    await refuseFolder("outside-folder");
  });

  it("a status and a check refuse a folder whose content type is a file, or a link to itself", async () => {
    link("cooks", "cooks");
    await refuseFolder("unreadable-file");
    rmSync(inside("cooks"));
    writeFileSync(inside("cooks"), "");
    await refuseFolder("unreadable-file");
  });

  for (const path of [".cms", ".cms/state", ".cms/state/live", ".cms/state/live/cooks"])
    it(`a state is neither read nor written where ${path} is a link out of the folder`, async () => {
      link(path, outside());
      const entry = { type: "cooks", name: "mara", heads };
      await rejects(folder.writeState("live", entry));
      await rejects(folder.writeState("live", { ...entry, heads: [] }));
      await rejects(folder.changeState("live", entry, () => heads));
      await rejects(folder.entries("live", type));
      untouched();
    });

  it("a repair, new settings and the log of a push refuse links out of the folder", async () => {
    link(".cms/state/live", outside());
    equal(why(await folder.repair("live")), "outside-folder");
    link(".cms/runs/live.results.ndjson", outside("new"));
    await rejects(folder.runsPath("live"));
    link(".gitattributes", outside("new"));
    await rejects(prepare());
    untouched();
  });

  it("settings that are a link out of the folder are refused", async () => {
    link("cms.json", outside("mara.json"));
    equal(why(await open()), "outside-folder");
  });

  it("a new file and a state that are links count like any other, and are refused if they lead out", async () => {
    await folder.replace("cooks/tim.json", undefined, { name: "Tim" });
    link("cooks/mara.json", outside("mara.json"));
    link("cooks/tom.json", inside("cooks/tim.json"));
    const paths = ["cooks/mara.json", "cooks/tim.json", "cooks/tom.json"];
    deepEqual(await folder.paths(type), paths);
    deepEqual(must(await folder.read("cooks/tom.json")), { name: "Tim" });
    await folder.writeState("live", { type: "cooks", name: "tim", heads });
    link(".cms/state/live/cooks/tom", "tim");
    deepEqual(
      (await folder.entries("live", type)).map(({ name }) => name),
      ["tim", "tom"],
    );
    link(".cms/state/live/cooks/mara", outside("mara.json"));
    await rejects(folder.entries("live", type));
  });

  it("a link that stays in the folder works, and so does a link to the folder itself", async () => {
    mkdirSync(inside("people"), { recursive: true });
    link("cooks", "people");
    symlinkSync("content", join(temporary.path, "alias"));
    const alias = must(await ContentFolder.open(join(temporary.path, "alias")));
    equal(await alias.replace("cooks/tim.json", undefined, { name: "Tim" }), true);
    deepEqual(must(await folder.read("people/tim.json")), { name: "Tim" });
    equal(await alias.realPath(), await folder.realPath());
  });
});
