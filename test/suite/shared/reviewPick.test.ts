import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ListOutdated, review } from "../../../src/host/shared/reviewPick.ts";
import { until } from "../../window/until.ts";
import { usePrompts } from "../prompts.ts";
import { useShownFailures } from "../shownFailures.ts";

describe("List of a review", () => {
  const prompts = usePrompts();
  const failures = useShownFailures();

  const ask = (run: () => Promise<number>) =>
    review<never, number>(0, (state) => ({
      title: `Change ${state}`,
      placeholder: "",
      proceed: { label: "Proceed" },
      actions: [{ label: "Act", icon: "gear", run }],
      rows: [],
      onOpen: () => Promise.resolve(),
    }));

  it("a list of a review stays open when one of its actions fails, and says why", async () => {
    const outcomes = [Promise.resolve(1)];
    const run = () => outcomes.pop() ?? Promise.reject(new Error("No text fields"));
    const running = ask(run);
    await prompts.accept("Change 0", "Act");
    await prompts.accept("Change 1", "Act");
    await until("No message was shown", () => Promise.resolve(failures.length > 0));

    await prompts.accept("Change 1", "Proceed");

    assert.equal(await running, 1);
    assert.deepEqual(
      failures.map(({ words }) => words),
      ["No text fields"],
    );
  });

  it("a list of a review ends when an action makes it outdated", async () => {
    const running = ask(() => Promise.reject(new ListOutdated()));
    void prompts.accept("Change 0", "Act");

    await assert.rejects(running, ListOutdated);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    assert.deepEqual(failures, []);
  });
});
