import { isAbsolute } from "node:path";
import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import { openConnectionSetting } from "../../host/connectionSettings.ts";
import { keepAlike } from "../../host/journalSettings.ts";
import { ask, askRole, choose } from "../../host/prompts.ts";
import type { Choice } from "../../host/prompts.ts";
import { roleWord } from "../../host/words/roleWords.ts";
import { noUrl } from "../../host/words/urlWords.ts";
import { isFromSetting } from "../../model/connections/connection.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { ConnectionChange } from "../../model/connections/connectionChange.ts";
import type { Connections } from "../../model/connections/connections.ts";
import { adminUrlIn, isAdminUrl, isUrlTemplate, usualAdminUrl } from "../../model/documentUrls.ts";
import { legible } from "../../model/legible.ts";
import { askMove, typedUrlOf } from "./movingConnection.ts";
import type { Move } from "./movingConnection.ts";
import { askNames } from "../schemaCommands.ts";
import type { HasConnection, Targets } from "../targets.ts";

/** Commands that change what a connection is. */
export function editingCommands(connections: Connections, targets: Targets): CommandTable {
  const edit = async (
    row: HasConnection | undefined,
    askFor: (connection: Connection) => Promise<Change>,
  ) => {
    const connection = await targets.connection(row);
    if (isFromSetting(connection)) {
      await openConnectionSetting(connection);
      return;
    }
    const { token, ...change } = await askFor(connection);
    // What is not to be recorded of it by its old name is not by its new one.
    if (change.name !== undefined) await keepAlike(connection.name, change.name);
    await connections.change(connection, change, token);
  };
  return {
    "cms.connection.edit": async (row?: HasConnection) => {
      await edit(row, async (connection) => {
        const title = vscode.l10n.t("Edit {0}", connection.name);
        const part = await choose(partsOf(connections, connection), { title });
        return part(title);
      });
    },

    "cms.connection.rename": async (row?: HasConnection) => {
      await edit(row, async ({ name }) => ({
        name: await askName(vscode.l10n.t("Rename {0}", name), name),
      }));
    },

    "cms.connection.duplicate": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      const title = vscode.l10n.t("Duplicate {0}", connection.name);
      const name = await askName(title, vscode.l10n.t("{0} Copy", connection.name));
      await keepAlike(connection.name, name);
      await connections.duplicate(connection, name);
    },
  };
}

type Change = ConnectionChange & Pick<Move, "token">;

/** Asks under a title for what is to be changed. */
type Part = (title: string) => Promise<Change>;

function partsOf(connections: Connections, connection: Connection): Choice<Part>[] {
  const { name, role, locale, show, hide, previewUrl, certificateFile } = connection;
  const part = (label: string, description: string | undefined, value: Part): Choice<Part> => ({
    label,
    ...(description && { description }),
    value: (title) => value(`${title}: ${label}`),
  });
  return [
    part(vscode.l10n.t("Name"), name, async (title) => ({ name: await askName(title, name) })),
    part(vscode.l10n.t("URL"), typedUrlOf(connection), (title) =>
      askMove(connections, connection, title),
    ),
    part(vscode.l10n.t("Role"), role && roleWord(role), async (title) => ({
      role: await askRole(title),
    })),
    part(vscode.l10n.t("Default Locale"), locale, async (title) => ({
      locale: await askLocale(title, locale),
    })),
    part(vscode.l10n.t("Shown Collections"), show?.join(", "), async (title) => ({
      show: orNone(await askNames({ title, prompt: all() }, show)),
    })),
    part(vscode.l10n.t("Hidden Collections"), hide?.join(", "), async (title) => ({
      hide: orNone(await askNames({ title }, hide)),
    })),
    part(vscode.l10n.t("Preview URL"), previewUrl, (title) => askPreview(title, previewUrl)),
    part(vscode.l10n.t("Admin URL"), adminUrlIn(connection), (title) =>
      askAdmin(title, connection),
    ),
    part(vscode.l10n.t("Certificate File"), certificateFile, async (title) => ({
      certificateFile: await askFile(title, certificateFile),
    })),
    ...keptFor(connection, part),
  ];
}

const all = (): string => vscode.l10n.t("Leave it empty to show all.");

const orNone = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);

/** Without a folder there is no workspace that it could be kept for. */
function keptFor(
  { source }: Connection,
  part: (label: string, description: string, value: Part) => Choice<Part>,
): Choice<Part>[] {
  if (!vscode.workspace.workspaceFolders) return [];
  const choices = [
    { label: vscode.l10n.t("All Workspaces"), value: undefined },
    { label: vscode.l10n.t("This Workspace"), value: "workspace" as const },
  ];
  const now = choices.find(({ value }) => value === source)?.label ?? "";
  return [
    part(vscode.l10n.t("Kept For"), now, async (title) => ({
      source: await choose<"workspace" | undefined>(choices, { title }),
    })),
  ];
}

async function askName(title: string, value: string): Promise<string> {
  const name = await ask({
    title,
    value,
    validateInput: (typed) => (legible(typed) ? undefined : vscode.l10n.t("Give it a name.")),
  });
  return legible(name);
}

async function askText(
  options: vscode.InputBoxOptions,
  isGood: (text: string) => boolean,
  complaint: string,
): Promise<string> {
  const typed = await ask({
    ...options,
    validateInput: (text) => (text.trim() === "" || isGood(text.trim()) ? undefined : complaint),
  });
  return typed.trim();
}

const askLocale = async (title: string, value = ""): Promise<string | undefined> => {
  const prompt = vscode.l10n.t("Leave it empty for the service's own.");
  const complaint = vscode.l10n.t("Give the code of a locale, such as fr.");
  const isGood = (text: string) => /^[\w-]+$/.test(text);
  return (await askText({ title, value, prompt }, isGood, complaint)) || undefined;
};

const askFile = async (title: string, value = ""): Promise<string | undefined> => {
  const prompt = vscode.l10n.t(
    "A PEM file with authorities that are trusted beside the usual ones",
  );
  const complaint = vscode.l10n.t("Give the whole path of a file.");
  return (await askText({ title, value, prompt }, isAbsolute, complaint)) || undefined;
};

async function askPreview(title: string, value = ""): Promise<ConnectionChange> {
  const options = {
    ...{ title, value, placeHolder: "https://www.example.com/{locale}/{slug}" },
    prompt: vscode.l10n.t(
      "With any field in braces, and {locale}, {type} and {documentId}. Leave it empty for no preview.",
    ),
  };
  return { previewUrl: await askText(options, isUrlTemplate, noUrl()) };
}

async function askAdmin(title: string, connection: Connection): Promise<ConnectionChange> {
  const options = { title, value: adminUrlIn(connection) };
  const adminUrl = await askText(options, isAdminUrl, noUrl());
  return { adminUrl: adminUrl === usualAdminUrl(connection) ? "" : adminUrl };
}
