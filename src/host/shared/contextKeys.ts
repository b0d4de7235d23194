import * as vscode from "vscode";
import { isLocal } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { Checks } from "../../model/check/checks.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import type { Projects } from "../../model/schemas/projects.ts";

/**
 * Sets the context keys of menus and of the Command Palette: what there is, such as a signed-in
 * administrator, a service on this computer, a production connection or results of a check. Until
 * the extension starts, no key is set, and the palette has only the commands that begin something.
 */
export function followConnections({
  connections,
  connectionSettings,
  catalogs,
  checks,
}: {
  readonly connectionSettings: {
    readonly notices: readonly { readonly code: string }[];
    readonly onDidChange: vscode.Event<void>;
  };
  readonly connections: Connections;
  readonly catalogs: Catalogs;
  readonly checks: Checks;
}): vscode.Disposable {
  const values = new Map<string, boolean>();
  const tell = (): void => {
    const { all } = connections;
    const codes = connectionSettings.notices.map(({ code }) => code);
    const keys = {
      "cms.admin": all.some(({ adminEmail }) => adminEmail !== undefined),
      "cms.signedIn": all.some(({ identifier }) => identifier !== undefined),
      "cms.local": all.some(isLocal),
      "cms.production": all.some(({ environment }) => environment === "production"),
      "cms.development": all.some(({ environment }) => environment === "development"),
      "cms.severalConnections": all.length > 1,
      "cms.inferred": all.some(({ id }) => catalogs.remembered(id)?.source === "inferred"),
      "cms.checked": all.some(({ id }) => checks.summary(id) !== undefined),
      "cms.untrusted": codes.includes("untrusted"),
      // The view has rows without a connection, and no welcome view.
      "cms.misfit": codes.some((code) => code !== "untrusted"),
      "cms.connected": all.length > 0,
      // Set once. After the extension host has restarted, the view Results is empty.
      "cms.results": false,
      // Both keys are set. While the extension host restarts, neither is known, and the welcome
      // view stays hidden.
      "cms.unconnected": all.length === 0,
    };
    for (const [key, value] of Object.entries(keys)) {
      if (values.get(key) !== value) void vscode.commands.executeCommand("setContext", key, value);
      values.set(key, value);
    }
  };
  tell();
  return vscode.Disposable.from(
    connections.onDidChange(tell),
    connectionSettings.onDidChange(tell),
    catalogs.onDidLearn(tell),
    catalogs.onDidForget(tell),
    checks.onDidChangeNumbers(tell),
  );
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

/** Sets the context key of the commands for folders with pulled content. */
export const hasPulledContent = (): void =>
  void vscode.commands.executeCommand("setContext", "cms.pulled", true);

/** Sets a context key that completes a step of the walkthrough. */
export const reached = (milestone: "browsed" | "saved" | "published" | "found"): void =>
  void vscode.commands.executeCommand("setContext", `cms.${milestone}`, true);
