import assert from "node:assert/strict";
import * as vscode from "vscode";
import { untilEqual } from "../../window/until.ts";
import { open } from "../editors.ts";
import { useMagazine } from "../useMagazine.ts";
import { article, useWorkspaceProject } from "./workspaceProject.ts";

describe("Ctrl+click on a key", () => {
  const magazine = useMagazine();
  const project = useWorkspaceProject();

  /** Follows the link of a key in a document. Resolves with the file and the text that is marked in it. */
  async function follow(document: vscode.TextDocument, key: string): Promise<string[]> {
    const position = document.positionAt(document.getText().indexOf(`"${key}"`) + 2);
    const links = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      "vscode.executeDefinitionProvider",
      document.uri,
      position,
    );
    return Promise.all(
      links.map(async ({ targetUri, targetRange }) => {
        const file = await vscode.workspace.openTextDocument(targetUri);
        const name = vscode.workspace.asRelativePath(targetUri);
        return `${name}: ${file.getText(targetRange)}`;
      }),
    );
  }

  it("Ctrl+click on a key opens its line in the workspace schema of the type or component, and nothing on other text", async () => {
    const id = await magazine.makeArticle({
      seo: { metaTitle: "Tea" },
      sections: [{ __component: "sections.quote", text: "Warm", speaker: "Ada" }],
    });
    const document = await open(magazine.article(id));
    const withoutProject = await follow(document, "kicker");
    project.fill();

    await untilEqual(() => follow(document, "kicker"), [`magazine/${article}: "kicker"`]);
    assert.deepEqual(
      [await follow(document, "metaTitle"), await follow(document, "__component")],
      [
        ['magazine/src/components/shared/seo.json: "metaTitle"'],
        ["magazine/src/components/sections/quote.json: {"],
      ],
    );
    // A value, and a property that the service sets.
    const others = [await follow(document, "Made"), await follow(document, "updatedAt")];
    assert.deepEqual([withoutProject, others], [[], [[], []]]);
  });
});
