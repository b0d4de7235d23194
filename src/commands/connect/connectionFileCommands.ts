import * as vscode from "vscode";
import { tell } from "../../host/surfaces/messages.ts";
import { Guidance } from "../../host/shared/commandFailure.ts";
import { askFile, askSaveTarget, pickMany } from "../../host/shared/prompts.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import { textAt, writeText } from "../../host/shared/workspaceFiles.ts";
import type { Connection } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import { toSetting, toShared } from "../../model/connect/connectionSettings.ts";
import { connectionsInText } from "../../model/connect/connectionsFile.ts";
import type { CommandRow } from "../shared/targets.ts";
import { toJson } from "../../model/foundation/json.ts";

const maxFileBytes = 1_000_000;

/** A file of connections contains no credentials. */
export const connectionFileCommands = (connections: Connections): CommandTable => ({
  "cms.connection.export": async (row?: CommandRow) => {
    const title = vscode.l10n.t("Export Connections");
    if (connections.all.length === 0) {
      throw new Guidance(vscode.l10n.t("There are no connections to export."));
    }
    const chosen = row?.connection
      ? [row.connection]
      : await pickConnections(title, connections.all);
    const uri = await askSaveTarget(
      { title: "connections", ending: "json" },
      { title, saveLabel: vscode.l10n.t("Export") },
    );
    if (!uri) return;
    await writeText(uri, `${toJson(toSetting(chosen), 2)}\n`);
    tell(
      [
        chosen.length === 1
          ? vscode.l10n.t("Exported 1 connection.")
          : vscode.l10n.t("Exported {count} connections.", { count: numeral(chosen.length) }),
        vscode.l10n.t(
          "Tokens, users, certificate files and keys in preview URLs are not included.",
        ),
      ].join(" "),
    );
  },

  "cms.connection.import": async () => {
    const title = vscode.l10n.t("Import Connections");
    const uri = await askFile({ title, filters: { JSON: ["json"] } });
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > maxFileBytes) {
      throw new Guidance(
        vscode.l10n.t("The file is larger than 1 MB. Choose a file that Export Connections wrote."),
      );
    }
    const [failure, shared] = connectionsInText((await textAt(uri)) ?? "");
    if (failure) throw new Guidance(describe(failure));
    if (shared.length === 0) {
      throw new Guidance(vscode.l10n.t("The file contains no connections."));
    }
    const chosen = await pickConnections(title, shared, connections.all);
    for (const connection of chosen) {
      const { name, url, ...details } = toShared(connection);
      await connections.add(connections.freeName(name), { url }, details);
    }
    tell(
      chosen.length === 1
        ? vscode.l10n.t("Imported 1 connection. It asks for a token.")
        : vscode.l10n.t("Imported {count} connections. Each connection asks for a token.", {
            count: numeral(chosen.length),
          }),
    );
  },
});

/** An import would duplicate existing connections, so they are not preselected. */
async function pickConnections(
  title: string,
  all: readonly Connection[],
  existingConnections: readonly Connection[] = [],
): Promise<readonly Connection[]> {
  const choices = all.map((value) => {
    const isKnown = existingConnections.some(
      ({ name, url }) => name === value.name && url === value.url,
    );
    const detail = isKnown ? { detail: vscode.l10n.t("Already added") } : {};
    const label = value.name;
    return { label, description: value.url, ...detail, picked: !isKnown, value };
  });
  return pickMany(choices, { title, placeholder: "" });
}
