import assert from "node:assert/strict";
import * as vscode from "vscode";
import { register } from "../../../src/host/failures/commandRegistry.ts";
import { must } from "../../../src/host/shared/commandFailure.ts";
import { json } from "../../support/loopback.ts";
import { until } from "../../window/until.ts";
import { badGateway, busy, refused, useFailures } from "./useFailures.ts";

describe("Failure of a command run by a key", () => {
  const failing = useFailures();
  const { notifications, done, press, fail, mend, areDone, isUp } = failing;

  const open = async (path: string, { id } = failing.model.connection) => {
    const uri = vscode.Uri.parse(`cms-failing://${id}/${path}`);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  };
  /** Asks the service, runs `meanwhile`, and then records the active document as published. */
  const publish = async (meanwhile?: () => Promise<void>) => {
    const { catalogs, connection } = failing.model;
    const outcome = await catalogs.service(connection.id);
    await meanwhile?.();
    must(outcome);
    done.push(vscode.window.activeTextEditor?.document.uri.path ?? "nothing");
  };
  const run = () => vscode.commands.executeCommand("test.publish");
  let meanwhile: (() => Promise<void>) | undefined;
  let registered: vscode.Disposable;
  before(() => {
    registered = vscode.workspace.registerTextDocumentContentProvider("cms-failing", {
      provideTextDocumentContent: ({ path }) => path,
    });
  });
  let commands: vscode.Disposable;
  beforeEach(() => {
    meanwhile = undefined;
    const table = { "test.publish": () => publish(meanwhile) };
    commands = register(Object.keys(table), () => Promise.resolve(table), failing.failures);
  });
  afterEach(async () => {
    commands.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => {
    registered.dispose();
  });

  it("a failure of a command run by a key retries for each document that was active", async () => {
    failing.service.answer(refused("Withdrawn"));
    await open("a");
    await run();
    await open("b");
    await run();

    mend();

    await areDone("/a", "/b");
  });

  it("a failure of a command run by a key names the connection whose document was active at the start", async () => {
    const { model, service } = failing;
    const twin = await model.connections.add("Twin", { url: service.url, token: "secret" });
    service.answer(refused("Withdrawn"));
    await open("a");
    meanwhile = () => open("b", twin);

    await run();
    await until("Nothing is up", () => Promise.resolve(notifications.length > 0));

    assert.match(notifications[0]!.words, / Connection: Magazine\.$/);
  });

  it("a failure of a command run by a key is not shown after the user has run it again", async () => {
    const { service } = failing;
    await fail(badGateway, "one");
    service.answer(refused("Withdrawn"));
    await open("a");
    await run();
    await fail(busy("Out of steam"), "third");
    service.answer(json({ data: [] }));
    await run();

    press();

    await isUp("Out of steam");
    assert.deepEqual(done, ["/a"]);
  });
});
