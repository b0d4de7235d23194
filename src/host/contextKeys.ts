import * as vscode from "vscode";
import { isLocal } from "../model/connections/connection.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Disposable } from "../model/foundation/events.ts";
import type { Projects } from "../model/schemas/projects.ts";

/** Tells VS Code whether there is a connection, an administrator, a service on this computer, production: menus ask. */
export function followConnections(connections: Connections): Disposable {
  const tell = (): void => {
    const { all } = connections;
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand("setContext", key, value);
    set(
      "cms.admin",
      all.some(({ adminEmail }) => adminEmail !== undefined),
    );
    // Said the other way round: before it is known, a command is not hidden.
    set("cms.noLocal", !all.some(isLocal));
    set(
      "cms.noProduction",
      all.every(({ environment }) => environment !== "production"),
    );
    set("cms.connected", all.length > 0);
    // Said both ways round: while the extension host restarts, neither is known, and the welcome is not shown.
    set("cms.unconnected", all.length === 0);
  };
  tell();
  return connections.onDidChange(tell);
}

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

/** Tells VS Code that this has been done once: the walkthrough's step is done with it. */
export const reached = (milestone: "browsed" | "saved" | "published" | "found"): void =>
  void vscode.commands.executeCommand("setContext", `cms.${milestone}`, true);
