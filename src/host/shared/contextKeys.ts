import * as vscode from "vscode";
import { isLocal } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { Disposable } from "../../model/foundation/events.ts";
import type { Projects } from "../../model/schemas/projects.ts";

/**
 * Sets the context keys for menus: whether there is a connection, a signed-in administrator, a
 * local service, a production or development connection, or more than one connection.
 */
export function followConnections(connections: Connections): Disposable {
  const tell = (): void => {
    const { all } = connections;
    const keys = {
      "cms.admin": all.some(({ adminEmail }) => adminEmail !== undefined),
      // The key is negated so that commands stay visible until the value is known.
      "cms.noLocal": !all.some(isLocal),
      "cms.noProduction": all.every(({ environment }) => environment !== "production"),
      "cms.severalConnections": all.length > 1,
      "cms.development": all.some(({ environment }) => environment === "development"),
      "cms.connected": all.length > 0,
      // Both keys are set. While the extension host restarts, neither is known, and the welcome
      // view stays hidden.
      "cms.unconnected": all.length === 0,
    };
    for (const [key, value] of Object.entries(keys))
      void vscode.commands.executeCommand("setContext", key, value);
  };
  tell();
  return connections.onDidChange(tell);
}

/**
 * Sets the context key that tells whether the workspace is a Strapi project. The view uses it if
 * the user shows the view only in Strapi projects.
 */
export function followProjects(projects: Projects): vscode.Disposable {
  const tell = async (): Promise<void> => {
    const everywhere = vscode.workspace
      .getConfiguration("cms")
      .get<boolean>("view.everywhere", true);
    // The files are read only if the user's setting needs them.
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

/** Sets a context key that completes a step of the walkthrough. */
export const reached = (milestone: "browsed" | "saved" | "published" | "found"): void =>
  void vscode.commands.executeCommand("setContext", `cms.${milestone}`, true);
