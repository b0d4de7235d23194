import * as vscode from "vscode";

/** The titles of the CodeLenses above the first line of a document. */
export async function aboveOf({ uri }: vscode.TextDocument): Promise<string[]> {
  return (await commandsAbove(uri)).map(({ title }) => title);
}

/** Only the CodeLenses about unsaved changes, without the publication status and the actions. */
export async function lensesOf({ uri }: vscode.TextDocument): Promise<string[]> {
  const said = (await commandsAbove(uri)).filter(({ command }) => !actions.includes(command));
  const hasHeading = said[0]?.command === "";
  return said.slice(hasHeading ? 1 : 0).map(({ title }) => title);
}

const actions = ["publish", "compareWithPublished", "showActions", "openInAdmin"].map(
  (verb) => `cms.document.${verb}`,
);

async function commandsAbove(uri: vscode.Uri): Promise<vscode.Command[]> {
  const command = "vscode.executeCodeLensProvider";
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(command, uri);
  const top = new vscode.Position(0, 0);
  return lenses.flatMap(({ range, command: on }) => (range.start.isEqual(top) && on ? [on] : []));
}
