import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { withProgress } from "../../src/host/progress.ts";

describe("Progress of what takes long", () => {
  const { withProgress: show } = vscode.window;
  const shown: vscode.ProgressOptions[] = [];
  before(() => {
    Object.assign(vscode.window, {
      withProgress: (...[options, task]: Parameters<typeof show>) => {
        if (options.location === vscode.ProgressLocation.Notification) shown.push(options);
        return show(options, task);
      },
    });
  });
  after(() => {
    Object.assign(vscode.window, { withProgress: show });
  });

  it("has Cancel where that is heard, and nowhere else", async () => {
    await Promise.all([
      withProgress("Reading", (signal) => pause(2_000, undefined, { signal })),
      withProgress("Writing", () => pause(2_000)),
    ]);

    const named = shown.map(({ title, cancellable }) => [title, cancellable]);
    assert.deepEqual(named.toSorted(), [
      ["Reading", true],
      ["Writing", false],
    ]);
  });
});
