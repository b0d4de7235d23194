import assert from "node:assert/strict";
import * as vscode from "vscode";
import { withProgress } from "../../../src/host/shared/progressNotification.ts";
import { until } from "../../window/until.ts";

describe("Progress notification", () => {
  const { withProgress: show } = vscode.window;
  const progresses: vscode.ProgressOptions[] = [];
  const of = (location: vscode.ProgressLocation) =>
    progresses.filter((options) => options.location === location);
  before(() => {
    Object.assign(vscode.window, {
      withProgress: (...[options, task]: Parameters<typeof show>) => {
        progresses.push(options);
        return show(options, task);
      },
    });
  });
  beforeEach(() => {
    progresses.length = 0;
  });
  after(() => {
    Object.assign(vscode.window, { withProgress: show });
  });

  it("a progress notification has Cancel only for a task that can be cancelled", async () => {
    const areShown = () =>
      until("Not both are shown", () =>
        Promise.resolve(of(vscode.ProgressLocation.Notification).length === 2),
      );

    await Promise.all([
      withProgress("Reading", async (signal) => {
        await areShown();
        signal.throwIfAborted();
      }),
      withProgress("Writing", () => areShown()),
    ]);

    const named = of(vscode.ProgressLocation.Notification).map(({ title, cancellable }) => [
      title,
      cancellable,
    ]);
    assert.deepEqual(named.toSorted(), [
      ["Reading", true],
      ["Writing", false],
    ]);
  });

  it("a short task shows its title in the status bar, where the side bar is hidden, and no notification", async () => {
    assert.equal(await withProgress("Counting", () => Promise.resolve(7)), 7);

    const locations = progresses.map(({ location, title }) => [location, title]);
    assert.deepEqual(locations, [
      [{ viewId: "cms.content" }, ""],
      [vscode.ProgressLocation.Window, "Counting"],
    ]);
  });
});
