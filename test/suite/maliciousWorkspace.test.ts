import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { localUrls, WorkspaceFiles } from "../../src/host/projectFiles.ts";
import { projectsIn } from "../../src/model/schemas/project.ts";
import { startFaults } from "../support/faults.ts";
import { json, startLoopback } from "../support/loopback.ts";
import { plainRequest } from "../support/plainHttp.ts";
import { untilEqual } from "../window/until.ts";
import { edit, open } from "./editors.ts";
import { placeOf } from "./mediaFiles.ts";
import { enterToken, idOf, setInWorkspace } from "./settingConnections.ts";
import { useSettings } from "./settings.ts";
import { labelOf, useTrees } from "./trees.ts";
import { connect, unique, useMagazine } from "./useMagazine.ts";
import { useWorkspaceProject } from "./workspaceProject.ts";

describe("A workspace that means harm", () => {
  const magazine = useMagazine();
  const project = useWorkspaceProject();
  const set = useSettings();
  afterEach(() => setInWorkspace(undefined));

  it("gives the token of an id to no other URL, and asks nothing there before", async () => {
    const elsewhere = await startLoopback();
    elsewhere.answer(json({ data: [] }));
    const entry = { id: unique("known"), url: magazine.service.url };
    await set("cms.connections", [entry]);
    await enterToken(idOf(entry), entry.url, magazine.service.tokens.full);
    const id = await magazine.makeArticle();
    await open({ ...magazine.article(id), connection: idOf(entry) });

    await setInWorkspace([{ ...entry, url: elsewhere.url }]);
    const other = idOf({ ...entry, url: elsewhere.url }, "workspaceSetting");
    const asked = elsewhere.requests.length;
    await open({ ...magazine.article(id), connection: other }).then(undefined, () => undefined);

    await elsewhere.stop();
    const sent = elsewhere.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual([asked, sent.length > 0, sent.filter(Boolean)], [0, true, []]);
    assert.notEqual(other, idOf(entry));
  });

  it("has no schema read that is huge, is deep, or leads out of it by a link", async () => {
    const outside = join(tmpdir(), unique("outside").replace(" ", "-"));
    const whole = JSON.stringify({
      kind: "collectionType",
      info: { singularName: "tea", pluralName: "teas", displayName: "Tea" },
      attributes: { title: { type: "string" } },
    });
    const at = (name: string) => `src/api/${name}/content-types/${name}/schema.json`;
    mkdirSync(join(outside, "content-types/folder"), { recursive: true });
    writeFileSync(join(outside, "content-types/folder/schema.json"), whole);
    writeFileSync(join(outside, "schema.json"), whole);
    project.write(at("good"), whole);
    project.write(at("huge"), whole + " ".repeat(1_000_001));
    project.write(
      at("deep"),
      whole.replace('"attributes"', `"x":${"[".repeat(9_000)}${"]".repeat(9_000)},"attributes"`),
    );
    project.write(at("odd"), '{"info":{"singularName":"../a","pluralName":"__proto__"}}');
    project.write(at("none"), "[".repeat(100_000));
    mkdirSync(join(project.path, "src/api/linked/content-types/linked"), { recursive: true });
    symlinkSync(join(outside, "schema.json"), join(project.path, at("linked")));
    symlinkSync(outside, join(project.path, "src/api/folder"), "junction");
    const log = vscode.window.createOutputChannel("Harm", { log: true });
    const files = new WorkspaceFiles(log);

    const read = await files.read();
    const left: string[] = [];
    const [found] = projectsIn(read, ({ path }) => left.push(path));

    files.dispose();
    log.dispose();
    rmSync(outside, { recursive: true });
    assert.deepEqual([...(found?.files.keys() ?? [])], ["api::good.good"]);
    assert.deepEqual(left.map((path) => path.replace(/^.*\/api\/(\w+)\/.*$/, "$1")).sort(), [
      "deep",
      "none",
      "odd",
    ]);
  });

  it("has no .env looked at that is huge or leads out of it, and none that names another computer", async () => {
    const outside = join(tmpdir(), unique("outside").replace(" ", "-"));
    writeFileSync(outside, "PORT=1400");
    project.fill();
    const log = vscode.window.createOutputChannel("Harm", { log: true });
    const files = new WorkspaceFiles(log);
    const projects = projectsIn(await files.read(), () => undefined);
    const urls = [await localUrls(projects)];

    project.write(".env", "HOST=cms.evil.example\nPORT=1400");
    urls.push(await localUrls(projects));
    project.write(".env", `PORT=1400\n${" ".repeat(1_000_001)}`);
    urls.push(await localUrls(projects));
    rmSync(join(project.path, ".env"));
    symlinkSync(outside, join(project.path, ".env"));
    urls.push(await localUrls(projects));

    files.dispose();
    log.dispose();
    rmSync(outside);
    const usual = "http://localhost:1337";
    assert.deepEqual(urls.flat(), [usual, "http://localhost:1400", usual, usual]);
  });
});

describe("A service that means harm", () => {
  const magazine = useMagazine();
  const openTree = useTrees();

  it("shows titles that turn nothing around, and hides no word of ours", async () => {
    const faults = await startFaults(magazine.service.url);
    const tree = openTree({ url: faults.url });
    const titles = ["Tea\u202egnp.exe", "One\nTwo\u0007", "[go](command:x) $(error)"];
    const data = titles.map((title, at) => ({ id: at + 1, documentId: `tea${at}`, title }));
    faults.inject(/^GET \/api\/pages/, json({ data, meta: { pagination: { total: 3 } } }));

    const items = await tree.items("Magazine", "Pages");

    await faults.stop();
    assert.deepEqual(items.slice(0, 3).map(labelOf), [
      "Teagnp.exe",
      "One Two",
      "[go](command:x) $(error)",
    ]);
    assert.deepEqual(
      items.map(({ tooltip }) => typeof tooltip).filter((type) => type === "object"),
      [],
    );
  });

  it("leads with a documentId to no other route", async () => {
    const detour = await magazine.detour();
    const ids = ["../users/1", "..%2Fusers", "a/../../users", "?x", "#", "%2e%2e"];
    const before = detour.requests.length;

    for (const id of ["..", ".", ...ids]) {
      const opening = vscode.commands.executeCommand("cms.document.open", {
        address: detour.article(id),
      });
      await Promise.resolve(opening).catch(() => undefined);
    }

    const paths = new Set(detour.requests.slice(before).map(({ path }) => path));
    const asked = [...paths].filter((path) => !/builder|i18n|articles$/.test(path));
    assert.deepEqual(
      asked,
      ids.map((id) => `/api/articles/${encodeURIComponent(id)}`),
    );
  });

  it("runs no command from a hover, whatever it says of fields and files", async () => {
    const faults = await startFaults(magazine.service.url);
    const connection = await connect({ ...magazine.service, url: faults.url });
    const evil = "[go](command:cms.document.delete) <a href='command:x'>go</a>";
    const { body } = await plainRequest(
      magazine.service,
      "GET",
      "content-type-builder/content-types",
    );
    const { data } = body as { data: { uid: string; schema: { attributes: object } }[] };
    const kicker = { type: "string", description: evil, maxLength: evil, regex: `\`${evil}` };
    Object.assign(data.find(({ uid }) => uid === "api::article.article")?.schema.attributes ?? {}, {
      kicker,
    });
    const file = { id: 1, documentId: "evil", url: "/x.txt", mime: evil, ext: evil, size: 1 };
    const words = { name: evil, alternativeText: evil, caption: evil };
    faults.inject(/content-types$/, json({ data }));
    faults.inject(/upload\/files/, json([{ ...file, ...words }]));
    const id = await magazine.makeArticle();
    const document = await open({ ...magazine.article(id), connection });
    await edit(document, { cover: { documentId: "evil" } });

    const over = async (text: string) => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        placeOf(document, text, 2),
      );
      return hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
    };
    await untilEqual(async () => (await over('"kicker"')).length > 0, true);
    const parts = [...(await over('"kicker"')), ...(await over('"evil"'))];

    // What is known of its types is held against every project that is open later.
    faults.heal();
    await vscode.commands.executeCommand("cms.content.refresh", { connection: { id: connection } });
    await untilEqual(async () => {
      const now = await over('"kicker"');
      return now.some(({ value }) => value.includes("command:"));
    }, false);
    await faults.stop();
    const texts = parts.map(({ value }) => value);
    assert.deepEqual(
      parts.filter(({ isTrusted, supportHtml }) => Boolean(isTrusted) || Boolean(supportHtml)),
      [],
    );
    assert.equal(texts.filter((text) => text.split("command:").length > 2).length, 2);
    // In code nothing is Markdown.
    const bare = texts.map((text) => text.replaceAll(/`[^`]*`/g, ""));
    assert.deepEqual(
      bare.filter((text) => /(?<!\\)\]\(command:/.test(text)),
      [],
    );
  });

  it("may name a type __proto__ or constructor: no object learns from it", async () => {
    const faults = await startFaults(magazine.service.url);
    const tree = openTree({ url: faults.url });
    const type = (name: string) => ({
      uid: `api::${name}.${name}`,
      schema: {
        ...{ kind: "collectionType", singularName: name, pluralName: name, displayName: name },
        draftAndPublish: false,
        attributes: JSON.parse(
          `{"__proto__":{"type":"string"},"toString":{"type":"string"}}`,
        ) as object,
      },
    });
    const data = ["__proto__", "constructor"].map(type);
    faults.inject(/content-types$/, json({ data }));

    const labels = (await tree.items("Magazine")).map(labelOf);

    await faults.stop();
    assert.deepEqual(labels, ["__proto__", "Constructor", "Users"]);
    assert.deepEqual(
      [Object.hasOwn(Object.prototype, "type"), ({} as { kind?: unknown }).kind],
      [false, undefined],
    );
  });
});
