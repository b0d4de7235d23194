import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import * as vscode from "vscode";
import { connectionCommands } from "../../../src/commands/connect/connectionCommands.ts";
import { Targets } from "../../../src/commands/shared/targets.ts";
import { SignIns } from "../../../src/host/connect/signIns.ts";
import { Emitter } from "../../../src/model/foundation/events.ts";
import { Projects } from "../../../src/model/schemas/projects.ts";
import { refusal } from "../../support/loopback.ts";
import { until } from "../../window/until.ts";
import { edit, open } from "../editors.ts";
import { launchedService } from "../launchedService.ts";
import { profileFiles } from "../profileFiles.ts";
import { useTrees } from "../trees.ts";
import { useMagazine } from "../useMagazine.ts";

const { url, tokens } = launchedService();
const anyToken = new RegExp(Object.values(tokens).join("|"));

describe("Token of a connection", () => {
  const magazine = useMagazine();

  it("a token is in no file of the profile", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "Unsaved" });

    const files = profileFiles();

    assert.ok(
      files.some((file) => file.endsWith("settings.json")),
      "The profile was not found",
    );
    assert.deepEqual(
      files.filter((file) => anyToken.test(readFileSync(file, "latin1"))),
      [],
    );
  });

  it("a token is in no line of the log", async () => {
    await vscode.commands.executeCommand("_extensionTests.setLogLevel", "trace");
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    detour.inject(/articles/, refusal(401, "UnauthorizedError", "Unauthorized"));
    await vscode.commands.executeCommand("cms.document.copyId", { address: detour.article(id) });

    await vscode.commands.executeCommand(await showLogCommand());
    const logged = () =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === "output")
        .map((document) => document.getText())
        .join("\n");
    await until("The log has no request", () =>
      Promise.resolve(logged().includes(`GET /api/articles/${id} 401`)),
    );
    await vscode.commands.executeCommand("_extensionTests.setLogLevel", "info");

    assert.doesNotMatch(logged(), anyToken);
    assert.doesNotMatch(logged(), /bearer|authorization/i);
  });

  it("a token is in no URI and no file system error", async () => {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    const other = document.uri.with({ query: `${id}x` });
    detour.inject(/./, refusal(401, "UnauthorizedError", "Missing or invalid credentials"));

    const error: unknown = await Promise.resolve(vscode.workspace.fs.readFile(other)).catch(
      (reason: unknown) => reason,
    );

    assert.ok(error instanceof Error);
    assert.match(error.message, /rejected the token/);
    assert.doesNotMatch(inspect([error, document.uri], { depth: 9 }), anyToken);
  });

  it("a token is not returned by the command that adds it", () => {
    assert.match(magazine.connection, /^[a-z0-9]{8}$/);
  });
});

/** An empty workspace. */
const noFiles = { read: () => Promise.resolve([]), warn: () => undefined };

describe("Failing new connection", () => {
  const openTree = useTrees();

  const attempts: Readonly<Record<string, object>> = {
    "an unknown token": { url, token: "wrong" },
    "no token": { url },
    "a closed port": { url: "http://127.0.0.1:9", token: tokens.full },
    "another protocol": { url: "ftp://127.0.0.1", token: tokens.full },
    "a name and a password in its URL": {
      url: url.replace("//", "//ada:secret@"),
      token: tokens.full,
    },
  };
  it("a connection that fails when it is added is not stored, and the failure shows no token", async () => {
    const { model } = openTree();
    const projects = new Projects({ ...noFiles, onDidChange: new Emitter<undefined>().event });
    const { connections, administrators, locks, catalogs, lists } = model;
    const signIns = new SignIns(connections);
    const services = { connections, administrators, locks, catalogs, lists };
    const targets = new Targets(services);
    const commands = connectionCommands(services, targets, projects, signIns);
    const add = commands["cms.connection.add"] as (given: object) => Promise<string>;
    const stored = () => [model.connections.all, [...model.store.tokens]];
    const before = stored();

    for (const [what, given] of Object.entries(attempts)) {
      await assert.rejects(add(given), (error) => !anyToken.test(inspect(error, { depth: 9 })));
      assert.deepEqual(stored(), before, what);
    }
  });

  it("a connection that fails when it is added returns no id, without waiting for the notification", async () => {
    const given = { name: "Wrong", url, token: "wrong" };

    const id = await vscode.commands.executeCommand("cms.connection.add", given);

    assert.equal(id, undefined);
  });
});

/** The command that shows the extension's output channel. VS Code creates one for each channel. */
async function showLogCommand(): Promise<string> {
  const commands = await vscode.commands.getCommands();
  const command = commands.find((name) =>
    /^workbench\.action\.output\.show\.cms-.*\.CMS\b/.test(name),
  );
  assert.ok(command, "There is no output channel");
  return command;
}
