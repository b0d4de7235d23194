import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Targets } from "../../../src/commands/shared/targets.ts";
import { register } from "../../../src/host/failures/commandRegistry.ts";
import { must } from "../../../src/host/shared/commandFailure.ts";
import { FailureNotifications } from "../../../src/host/failures/failureNotifications.ts";
import { SignIns } from "../../../src/host/connect/signIns.ts";
import { refusal } from "../../support/loopback.ts";
import { until } from "../../window/until.ts";
import { usePrompts } from "../prompts.ts";
import { launchedService } from "../launchedService.ts";
import { useTrees } from "../trees.ts";
import { useFaults } from "../useFaults.ts";

describe("Failure of two connections", () => {
  const { tokens } = launchedService();
  const openTree = useTrees();
  const { showErrorMessage } = vscode.window;
  const prompts = usePrompts();
  const faults = useFaults();
  afterEach(() => {
    Object.assign(vscode.window, { showErrorMessage });
  });

  for (const name of ["Magazine", "Twin"]) {
    it(`a failure of two connections with one URL names ${name} with its remedies when the user has chosen ${name}`, async () => {
      const { model } = openTree({ url: faults().url });
      const { connections } = model;
      await connections.add("Twin", { url: faults().url, token: tokens.full });
      faults().inject(/./, refusal(401, "UnauthorizedError", "Missing or invalid credentials"));
      const notifications: string[][] = [];
      Object.assign(vscode.window, {
        showErrorMessage: (...words: string[]) => Promise.resolve(void notifications.push(words)),
      });
      const log = vscode.window.createOutputChannel("Named", { log: true });
      const failures = new FailureNotifications({
        connections,
        signIns: new SignIns(connections),
        log,
      });
      const targets = new Targets(model);
      const table = {
        "test.read": async () => {
          const { id } = await targets.connection(undefined);
          must(await model.catalogs.service(id));
        },
      };
      const commands = register(Object.keys(table), () => Promise.resolve(table), failures);

      const running = vscode.commands.executeCommand("test.read");
      await prompts.accept("Choose a Connection", name);
      await running;
      await until("Nothing is shown", () => Promise.resolve(notifications.length > 0));

      for (const disposable of [commands, log]) disposable.dispose();
      const host = new URL(faults().url).host;
      const words = `${host} rejected the token. Check it under Settings > API Tokens. Connection: ${name}.`;
      assert.deepEqual(notifications, [[words, "Edit Token"]]);
    });
  }
});
