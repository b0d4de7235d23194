import * as vscode from "vscode";
import type { Projects } from "../model/schemas/projects.ts";

/** Tells VS Code whether the workspace is a Strapi project, for whoever wants the view only where it is of use. */
export function followProjects(projects: Projects): vscode.Disposable {
  const tell = async (): Promise<void> => {
    const everywhere = vscode.workspace
      .getConfiguration("cms")
      .get<boolean>("view.everywhere", true);
    // The files are not read for those who don't ask.
    const isProject = !everywhere && (await projects.all()).length > 0;
    await vscode.commands.executeCommand("setContext", "cms.project", isProject);
  };
  void tell();
  return vscode.Disposable.from(
    projects.onDidChange(() => void tell()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("cms.view")) void tell();
    }),
  );
}
