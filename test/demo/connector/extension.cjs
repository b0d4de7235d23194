"use strict";
const vscode = require("vscode");

/** Adds the demo's connections, once in a profile. It uses the command that any other extension would use. */
exports.activate = async ({ globalState }) => {
  const given = JSON.parse(process.env.CMS_DEMO_CONNECTIONS || "[]");
  for (const connection of given) {
    const connected = globalState.get("connected", []);
    if (connected.includes(connection.url)) continue;
    await vscode.commands.executeCommand("cms.connection.add", connection);
    await globalState.update("connected", [...connected, connection.url]);
  }
};
