import assert from "node:assert/strict";
import * as vscode from "vscode";
import { withProgress } from "../../../src/host/shared/progressNotification.ts";
import { until } from "../../window/until.ts";

describe("Progress notification", () => {
  const { withProgress: show } = vscode.window;
  const notifications: vscode.ProgressOptions[] = [];
  before(() => {
    Object.assign(vscode.window, {
      withProgress: (...[options, task]: Parameters<typeof show>) => {
        if (options.location === vscode.ProgressLocation.Notification) notifications.push(options);
        return show(options, task);
      },
    });
  });
  after(() => {
    Object.assign(vscode.window, { withProgress: show });
  });

  it("a progress notification has Cancel only for a task that can be cancelled", async () => {
    const areShown = () =>
      until("Not both are shown", () => Promise.resolve(notifications.length === 2));

    await Promise.all([
      withProgress("Reading", async (signal) => {
        await areShown();
        signal.throwIfAborted();
      }),
      withProgress("Writing", () => areShown()),
    ]);

    const named = notifications.map(({ title, cancellable }) => [title, cancellable]);
    assert.deepEqual(named.toSorted(), [
      ["Reading", true],
      ["Writing", false],
    ]);
  });
});
