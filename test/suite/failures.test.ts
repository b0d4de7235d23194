import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Failed } from "../../src/host/failed.ts";
import { Failures } from "../../src/host/failures.ts";
import { SignIns } from "../../src/host/signIn.ts";
import { Desk } from "../model/desk.ts";
import { hangUp, refusal, startLoopback } from "../support/loopback.ts";
import type { Loopback, Reply } from "../support/loopback.ts";
import { until } from "../window/until.ts";

interface Notification {
  readonly words: string;
  readonly buttons: readonly string[];
  /** Presses a button, or closes it. */
  answer(button?: string): void;
}

describe("A notification of what failed", () => {
  const { showErrorMessage } = vscode.window;
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
    Object.assign(vscode.window, { showErrorMessage });
    log.dispose();
    await service.stop();
  });

  const busy = (words: string) => refusal(503, "ServiceUnavailableError", words);

  /** Has a request for the connection fail, and shows that. */
  async function fail(reply: Reply, id: string): Promise<void> {
    service.answer(reply);
    const [failure] = await desk.catalogs.service(desk.connection.id);
    assert.ok(failure);
    void failures.show(new Failed(failure), { id, args: [], again: () => done.push(id) });
  }

  const words = () => shown.map((one) => one.words.replace(/^Magazine: 127\.0\.0\.1:\d+:? /, ""));
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
    await fail(hangUp, "one");
    await fail(refusal(429, "RateLimitError", "Slow"), "other");
    await fail(refusal(500, "InternalServerError", "Out of steam"), "third");

    const before = words();
    shown[0]?.answer("Try Again");
    await isUp("Out of steam");

    assert.deepEqual(before, ["can't be reached: UND_ERR_SOCKET."]);
    assert.deepEqual(done, ["one", "other"]);
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
    await until("It was not done again", () => Promise.resolve(done.length > 0));

    assert.deepEqual([first?.words, first === again], [again?.words, false]);
    assert.deepEqual(done, ["one", "other"]);
  });

  it("that wants no answer holds the next one back for a moment alone", async () => {
    const attempt = { id: "one", args: [], again: () => undefined };
    void failures.show(new Failed({ code: "no-drafts" }), attempt);
    await fail(hangUp, "other");
    const before = shown.length;

    await until("The next one does not come", () => Promise.resolve(shown.length === 2));

    assert.equal(before, 1);
  });
});
