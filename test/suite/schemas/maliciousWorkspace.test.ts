import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import {
  localUrls,
  WorkspaceProjectFiles,
} from "../../../src/host/schemas/workspaceProjectFiles.ts";
import { projectsIn } from "../../../src/model/schemas/projects.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import { until } from "../../window/until.ts";
import { open } from "../editors.ts";
import { enterToken, idOf, useWorkspaceSetting } from "../connect/settingConnections.ts";
import { useSettings } from "../settings.ts";
import { unique, useMagazine } from "../useMagazine.ts";
import { useWorkspaceProject } from "./workspaceProject.ts";

describe("Malicious workspace", () => {
  const magazine = useMagazine();
  const project = useWorkspaceProject();
  const set = useSettings();
  const setInWorkspace = useWorkspaceSetting();

  it("a malicious workspace can't send the token of a connection to another URL", async () => {
    const elsewhere = await startLoopback();
    elsewhere.answer(json({ data: [] }));
    const entry = { id: unique("known"), url: magazine.service.url };
    await set("cms.connections", [entry]);
    await enterToken(idOf(entry), entry.url, magazine.service.tokens.full);
    const id = await magazine.makeArticle();
    await open({ ...magazine.article(id), connection: idOf(entry) });

    await setInWorkspace([{ ...entry, url: elsewhere.url }]);
    const other = idOf({ ...entry, url: elsewhere.url }, "workspaceSetting");
    const requestCount = elsewhere.requests.length;
    const address = { ...magazine.article(id), connection: other };
    await vscode.commands.executeCommand("cms.document.open", { address });
    await until("Nothing was asked", () => Promise.resolve(elsewhere.requests.length > 0));

    await elsewhere.stop();
    const sent = elsewhere.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual([requestCount, sent.length > 0, sent.filter(Boolean)], [0, true, []]);
    assert.notEqual(other, idOf(entry));
  });

  it("a malicious workspace can't get a schema read that is huge, deep or linked from outside", async () => {
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
    const files = new WorkspaceProjectFiles(log);

    const read = await files.read();
    const skippedPaths: string[] = [];
    const [goodProject] = projectsIn(read, ({ path }) => skippedPaths.push(path));

    files.dispose();
    log.dispose();
    rmSync(outside, { recursive: true });
    assert.deepEqual([...(goodProject?.files.keys() ?? [])], ["api::good.good"]);
    assert.deepEqual(
      skippedPaths.map((path) => path.replace(/^.*\/api\/(\w+)\/.*$/, "$1")).sort(),
      ["deep", "none", "odd"],
    );
  });

  it("a malicious workspace can't get a .env read that is huge, linked or names another host", async () => {
    const outside = join(tmpdir(), unique("outside").replace(" ", "-"));
    writeFileSync(outside, "PORT=1400");
    project.fill();
    const log = vscode.window.createOutputChannel("Harm", { log: true });
    const files = new WorkspaceProjectFiles(log);
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
