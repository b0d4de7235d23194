import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { FailureError, Guidance } from "../../../src/host/shared/commandFailure.ts";
import { itLong } from "../../support/longRun.ts";
import { hangUp, refusal } from "../../support/loopback.ts";
import { until } from "../../window/until.ts";
import { closeEditors } from "../editors.ts";
import { badGateway, busy, overloaded, refused, useFailures } from "./useFailures.ts";

describe("Failure notifications", () => {
  const failing = useFailures();
  const { notifications, done, words, press, fail, mend, areDone, isUp } = failing;

  it("failure notifications appear one after the other", async () => {
    await fail(refusal(500, "InternalServerError", "Out of steam"), "one");
    await fail(busy("Closed for tea"), "other");

    const before = words();
    notifications[0]?.answer();
    await isUp("Closed for tea");

    assert.deepEqual([before, done], [["Out of steam"], []]);
  });

  it("failure notifications about what may pass by itself are warnings, which VS Code hides after a moment", async () => {
    await fail(hangUp, "one");
    const ofOutage = notifications[0]?.severity;
    notifications[0]?.answer();
    await fail(refusal(500, "InternalServerError", "Out of steam"), "other");
    await isUp("Out of steam");

    assert.deepEqual([ofOutage, notifications[0]?.severity], ["warning", "error"]);
  });

  it("failure notifications don't wait for one whose command has succeeded in the meantime", async () => {
    await fail(refusal(500, "InternalServerError", "Out of steam"), "one");
    failing.failures.forget({ id: "one", args: [] });

    await fail(busy("Closed for tea"), "other");

    await until("The next one does not come", () => Promise.resolve(notifications.length === 2));
    // The extension learns that it is closed before the other one is.
    notifications[1]?.answer();
    await pause(0);
  });

  itLong(
    "failure notifications that VS Code hides delay the next one only for some seconds, and keep their buttons",
    async () => {
      await fail(busy("Closed for tea"), "one");
      await fail(refusal(500, "InternalServerError", "Out of steam"), "other");
      const [hidden] = notifications;
      await until("The next one does not come", () =>
        Promise.resolve(notifications.some(({ severity }) => severity === "error")),
      );

      hidden?.answer("Retry");

      await areDone("one");
    },
  );

  it("failure notifications have a button for guidance, and Show Log only for a bug", async () => {
    const attempt = { id: "one", args: [], again: () => undefined };
    const help = { title: "Add Connection", command: "cms.connection.add" };

    void failing.failures.show(new Guidance("Add a connection first.", help), attempt);
    await isUp("Add a connection first.");
    const guiding = notifications[0]?.buttons;
    press();
    await until("It is still up", () => Promise.resolve(notifications.length === 0));
    // The extension learns that it is closed.
    await pause(0);
    void failing.failures.show(new Error("The boiler is cold"), attempt);
    await isUp("The boiler is cold");

    assert.deepEqual([guiding, notifications[0]?.buttons], [["Add Connection"], ["Show Log"]]);
  });

  it("a failure notification opens the proxy setting when the proxy can't be used", async () => {
    const attempt = { id: "one", args: [], again: () => undefined };
    const failure = {
      code: "invalid-network-setting",
      url: "https://cms.example.com",
      part: "proxy",
    } as const;
    void failing.failures.show(new FailureError(failure), attempt);
    await until("Nothing is up", () => Promise.resolve(notifications.length === 1));

    press("Open Settings");

    await until("The settings are not open", () =>
      Promise.resolve(vscode.window.tabGroups.activeTabGroup.activeTab?.label === "Settings"),
    );
    await closeEditors();
  });

  it("failure notifications are skipped when the first one fixed the cause, and all is retried", async () => {
    await fail(refused("Withdrawn"), "one");
    await fail(refused("Expired"), "other");
    await fail(busy("Out of steam"), "third");

    const before = words();
    mend();
    await isUp("Out of steam");
    await areDone("one", "other");

    assert.deepEqual(before, [
      "rejected the token: Withdrawn. Check it under Settings > API Tokens",
    ]);
  });

  it("failure notifications retry only their own command with Retry", async () => {
    await fail(badGateway, "one");
    await fail(overloaded, "other");

    press("Retry");
    await areDone("one");
    await until("The other one is not up", () => Promise.resolve(notifications.length === 1));
    press("Retry");

    await areDone("one", "other");
  });

  it("failure notifications retry a command once when it failed twice", async () => {
    await fail(refused("Withdrawn"), "one");
    await fail(refused("Expired"), "one");
    await fail(refused("Expired"), "other");

    mend();

    await areDone("one", "other");
  });

  it("failure notifications are skipped when Retry of the first one ran the same command", async () => {
    await fail(badGateway, "one");
    await fail(overloaded, "one");
    await fail(busy("Out of steam"), "other");

    press("Retry");

    await isUp("Out of steam");
    assert.deepEqual(done, ["one"]);
  });

  it("failure notifications are skipped when the connection has another URL or was removed", async () => {
    await fail(refusal(500, "InternalServerError", "Out of steam"), "one");
    await fail(badGateway, "other");
    const { model } = failing;
    await model.connections.change(model.connection, { url: "http://127.0.0.1:9" });
    notifications[0]?.answer();
    await fail(hangUp, "third");

    await isUp("Couldn't connect to 127.0.0.1:9. Is the service running?");
  });

  it("failure notifications are shown again when another one waits", async () => {
    await fail(badGateway, "one");
    const [first] = notifications;
    await fail(overloaded, "other");

    const [again] = notifications;
    again?.answer("Retry");
    await areDone("one");

    assert.deepEqual([first?.words, first === again], [again?.words, false]);
  });

  it("failure notifications explain an answer that has only a status", async () => {
    await fail(badGateway, "one");

    await isUp("responded with HTTP 502");
  });

  itLong(
    "failure notifications without buttons delay the next one only for some seconds",
    async () => {
      const attempt = { id: "one", args: [], again: () => undefined };
      void failing.failures.show(new FailureError({ code: "no-drafts" }), attempt);
      await fail(badGateway, "other");
      const before = notifications.length;

      await until("The next one does not come", () => Promise.resolve(notifications.length === 2));

      assert.equal(before, 1);
    },
  );
});
