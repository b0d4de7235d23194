import assert from "node:assert/strict";
import * as vscode from "vscode";
import { register } from "../../src/host/commands.ts";
import { Failed, must } from "../../src/host/failed.ts";
import { Failures } from "../../src/host/failures.ts";
import { SignIns } from "../../src/host/signIn.ts";
import { Desk } from "../model/desk.ts";
import { hangUp, json, refusal, startLoopback } from "../support/loopback.ts";
import type { Loopback, Reply } from "../support/loopback.ts";
import { until } from "../window/until.ts";

interface Notification {
  readonly words: string;
  readonly buttons: readonly string[];
  /** Presses a button, or closes it. */
  answer(button?: string): void;
}

describe("A notification of what failed", () => {
  const { showErrorMessage, showInputBox } = vscode.window;
  const log = vscode.window.createOutputChannel("Failures", { log: true });
  const shown: Notification[] = [];
  const done: string[] = [];
  let service: Loopback;
  let desk: Desk;
  let failures: Failures;

  /** VS Code does not say which ones are up, so those who show one are listened to. */
  const listening = {
    showErrorMessage: (words: string, ...buttons: string[]) =>
      new Promise<string | undefined>((resolve) => {
        // VS Code closes one when the same is shown again.
        const twin = shown.findIndex((one) => one.words === words);
        const [before] = twin < 0 ? [] : shown.splice(twin, 1);
        before?.answer();
        const notification: Notification = {
          words,
          buttons,
          answer: (button) => {
            if (shown.includes(notification)) shown.splice(shown.indexOf(notification), 1);
            resolve(button);
          },
        };
        shown.push(notification);
      }),
    showInputBox: () => Promise.resolve("another"),
  };

  before(async () => {
    Object.assign(vscode.window, listening);
    service = await startLoopback();
  });
  beforeEach(() => {
    desk = new Desk({ url: service.url, token: "secret" });
    const { connections } = desk;
    failures = new Failures({ connections, signIns: new SignIns(connections), log });
  });
  afterEach(() => {
    for (const one of [...shown]) one.answer();
    done.length = 0;
    desk.close();
  });
  after(async () => {
    Object.assign(vscode.window, { showErrorMessage, showInputBox });
    log.dispose();
    await service.stop();
  });

  const refused = (words: string) => refusal(401, "UnauthorizedError", words);
  const busy = (words: string) => refusal(503, "ServiceUnavailableError", words);

  /** Has a request for the connection fail, and shows that. */
  async function fail(reply: Reply, id: string): Promise<void> {
    service.answer(reply);
    const [failure] = await desk.catalogs.service(desk.connection.id);
    assert.ok(failure);
    void failures.show(new Failed(failure), { id, args: [], again: () => done.push(id) });
  }

  const words = () => shown.map((one) => one.words.replace(/^Magazine: 127\.0\.0\.1:\d+:? /, ""));
  const press = (button?: string) => shown[0]?.answer(button);
  /** Presses Edit Token: the service takes whatever token it is given then. */
  const mend = () => {
    service.answer(json({ data: [] }));
    press("Edit Token");
  };
  const areDone = (...expected: string[]) =>
    until(`Not done as expected: ${done.join()}`, () =>
      Promise.resolve(done.join() === expected.join()),
    );
  const isUp = (expected: string) =>
    until(`${expected} is not up: ${words().join()}`, () =>
      Promise.resolve(words().join() === expected),
    );

  it("waits until the one before it is gone", async () => {
    await fail(refusal(500, "InternalServerError", "Out of steam"), "one");
    await fail(busy("Closed for tea"), "other");

    const before = words();
    shown[0]?.answer();
    await isUp("Closed for tea");

    assert.deepEqual([before, done], [["Out of steam"], []]);
  });

  it("is never shown where the button of the one before has mended it: all of it is done again", async () => {
    await fail(refused("Withdrawn"), "one");
    await fail(refused("Expired"), "other");
    await fail(busy("Out of steam"), "third");

    const before = words();
    mend();
    await isUp("Out of steam");
    await areDone("one", "other");

    assert.deepEqual(before, ["refused the token: Withdrawn."]);
  });

  it("is for what it tells of alone where nothing is mended: Try Again does nothing else", async () => {
    await fail(hangUp, "one");
    await fail(refusal(429, "RateLimitError", "Slow"), "other");

    press("Try Again");
    await areDone("one");
    await until("The other one is not up", () => Promise.resolve(shown.length === 1));
    press("Try Again");

    await areDone("one", "other");
  });

  it("has what failed twice, in other words each time, done again once", async () => {
    await fail(refused("Withdrawn"), "one");
    await fail(refused("Expired"), "one");
    await fail(refused("Expired"), "other");

    mend();

    await areDone("one", "other");
  });

  it("does not come where what it tells of was done by Try Again in the one before", async () => {
    await fail(hangUp, "one");
    await fail(refusal(429, "RateLimitError", "Slow"), "one");
    await fail(busy("Out of steam"), "other");

    press("Try Again");

    await isUp("Out of steam");
    assert.deepEqual(done, ["one"]);
  });

  it("is not shown where the connection is elsewhere by then, or gone", async () => {
    await fail(refusal(500, "InternalServerError", "Out of steam"), "one");
    await fail(hangUp, "other");
    await desk.connections.change(desk.connection, { url: "http://127.0.0.1:9" });
    shown[0]?.answer();
    await fail(hangUp, "third");

    await isUp("can't be reached: ECONNREFUSED.");
  });

  it("is up anew when another one waits for it: it may have been put out of sight", async () => {
    await fail(hangUp, "one");
    const [first] = shown;
    await fail(refusal(429, "RateLimitError", "Slow"), "other");

    const [again] = shown;
    again?.answer("Try Again");
    await areDone("one");

    assert.deepEqual([first?.words, first === again], [again?.words, false]);
  });

  it("that wants no answer holds the next one back for a moment alone", async () => {
    const attempt = { id: "one", args: [], again: () => undefined };
    void failures.show(new Failed({ code: "no-drafts" }), attempt);
    await fail(hangUp, "other");
    const before = shown.length;

    await until("The next one does not come", () => Promise.resolve(shown.length === 2));

    assert.equal(before, 1);
  });

  describe("of a command that was called by a key", () => {
    const open = async (path: string, { id } = desk.connection) => {
      const uri = vscode.Uri.parse(`cms-failing://${id}/${path}`);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    };
    /** Asks the service, with that happening meanwhile; done for the document in front at the end. */
    const publish = async (meanwhile?: () => Promise<void>) => {
      const { id } = desk.connection;
      const asked = await desk.catalogs.service(id);
      await meanwhile?.();
      must(asked);
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
      commands = register({ "test.publish": () => publish(meanwhile) }, failures);
    });
    afterEach(async () => {
      commands.dispose();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    });
    after(() => {
      registered.dispose();
    });

    it("has it done again for each document that was in front", async () => {
      service.answer(refused("Withdrawn"));
      await open("a");
      await run();
      await open("b");
      await run();

      mend();

      await areDone("/a", "/b");
    });

    it("names the connection whose document was in front when it began", async () => {
      const twin = await desk.connections.add("Twin", { url: service.url, token: "secret" });
      service.answer(refused("Withdrawn"));
      await open("a");
      meanwhile = () => open("b", twin);

      await run();
      await until("Nothing is up", () => Promise.resolve(shown.length > 0));

      assert.match(shown[0]!.words, /^Magazine: /);
    });

    it("is not shown any more where the person has done it meanwhile", async () => {
      await fail(hangUp, "one");
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
});
