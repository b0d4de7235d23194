"use strict";
const vscode = require("vscode");

/**
 * Adds the demo's connections, once in a profile. It uses the command that any other extension would use. Then it shows
 * the demo's first page, if there is one, beside the tree.
 */
exports.activate = async ({ extensionUri, globalState }) => {
  const given = JSON.parse(process.env.CMS_DEMO_CONNECTIONS || "[]");
  for (const connection of given) {
    const connected = globalState.get("connected", []);
    if (connected.includes(connection.url)) continue;
    await vscode.commands.executeCommand("cms.connection.add", connection);
    await globalState.update("connected", [...connected, connection.url]);
  }
  const page = process.env.CMS_DEMO_PAGE;
  if (page && !globalState.get("shown", false)) {
    await globalState.update("shown", true);
    await vscode.commands.executeCommand("workbench.view.extension.cms");
    await vscode.commands.executeCommand(
      "markdown.showPreview",
      vscode.Uri.joinPath(extensionUri, page),
    );
  }
};
