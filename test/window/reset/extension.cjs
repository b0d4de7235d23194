"use strict";
const { readFileSync, renameSync, writeFileSync } = require("node:fs");
const vscode = require("vscode");

const run = (command, ...words) => vscode.commands.executeCommand(command, ...words);

/** Reads the request of the test, runs it, and writes an answer. If it fails, `error` is the reason. */
exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.commands.registerCommand("cmsReset.reset", async () => {
      const { CMS_RESET_REQUEST: request, CMS_RESET_ANSWER: answer } = process.env;
      const { id, ...wanted } = JSON.parse(readFileSync(request, "utf8"));
      const error = await reset(wanted).then(
        () => undefined,
        (reason) => String(reason?.stack ?? reason),
      );
      // Renaming makes sure that the test never reads half of the answer.
      writeFileSync(`${answer}.part`, JSON.stringify({ id, error }));
      renameSync(`${answer}.part`, answer);
    }),
  );
};

async function reset({ clears, unselects, settings, settingsFile, connection }) {
  if (clears) await clear();
  if (settings) await changeSettings(settings, JSON.parse(readFileSync(settingsFile, "utf8")));
  if (unselects) {
    await run("cms.content.focus");
    await run("list.clear");
  }
  if (connection) await run("cms.connection.add", connection);
  await run("notifications.clearAll");
}

/** Closes everything that a test has opened. */
async function clear() {
  await closeEditors();
  for (const command of [
    "workbench.action.closePanel",
    "workbench.action.closeAuxiliaryBar",
    "notifications.hideList",
  ]) {
    await run(command);
  }
}

/** Closes every editor without saving. */
async function closeEditors() {
  const count = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
  for (let tries = 0; count() > 0 && tries < 50; tries += 1) {
    await run("workbench.action.revertAndCloseActiveEditor");
  }
  if (count() > 0) throw new Error("An editor stays open");
  await run("workbench.action.closeAllGroups");
}

/** Replaces the user settings. The workspace has none. */
async function changeSettings(wanted, present) {
  const { ConfigurationTarget, workspace } = vscode;
  for (const key of Object.keys({ ...present, ...wanted })) {
    if (JSON.stringify(present[key]) === JSON.stringify(wanted[key])) continue;
    await workspace.getConfiguration().update(key, wanted[key], ConfigurationTarget.Global);
  }
}
