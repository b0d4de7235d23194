import * as vscode from "vscode";
import { isAbsolute } from "node:path";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { openConnectionSetting } from "../../host/connect/connectionSettingEditor.ts";
import { copyJournalSetting } from "../../host/history/journalSettings.ts";
import {
  runSteps,
  askLine,
  askPick,
  askEnvironment,
  askInput,
} from "../../host/shared/stepInput.ts";
import type { StepPosition, Choice, LineOptions } from "../../host/shared/stepInput.ts";
import { environmentWord } from "../../texts/connect/environmentWords.ts";
import { noUrl, noServiceUrl } from "../../texts/connect/urlWords.ts";
import {
  isFromSetting,
  apiUrlOf,
  toServiceUrl,
  isTypeName,
  withChange,
} from "../../model/connect/connection.ts";
import type { Connection, ConnectionChange } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import {
  adminUrlIn,
  isAdminUrl,
  isUrlTemplate,
  defaultAdminUrl,
} from "../../model/connect/documentUrls.ts";
import { legible } from "../../model/foundation/visibleText.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";
import { confirm } from "../../host/shared/prompts.ts";
import { askToken, locateService } from "../../host/connect/signInPrompts.ts";
import { done, failed, isRefusal, type Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import { Guidance } from "../../host/shared/commandFailure.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

export function editingCommands(
  { connections, catalogs }: ServiceContext,
  targets: Targets,
): CommandTable {
  const edit = async (
    row: CommandRow | undefined,
    askFor: (connection: Connection) => Promise<Change>,
  ) => {
    const connection = await targets.connection(row);
    if (isFromSetting(connection)) {
      await openConnectionSetting(connection);
      return;
    }
    const { token, ...change } = await askFor(connection);
    // The journal setting of the old name also applies to the new name.
    if (change.name !== undefined) await copyJournalSetting(connection.name, change.name);
    await connections.change(connection, change, token);
  };
  return {
    "cms.connection.edit": (row?: CommandRow) =>
      edit(row, async (connection) => {
        const choices = partsOf(connections, connection);
        let part: Part | undefined;
        let change: Change = {};
        await runSteps(vscode.l10n.t("Edit {connection}", { connection: connection.name }), () => [
          async (at) => {
            const placeholder = vscode.l10n.t("Choose what to change");
            part = await askPick(at, { choices, placeholder, value: part });
          },
          async (at) => {
            if (part) change = await part(at);
          },
        ]);
        return change;
      }),

    "cms.connection.rename": (row?: CommandRow) =>
      edit(row, async (connection) => ({
        name: await askConnectionName(
          { title: vscode.l10n.t("Rename {connection}", { connection: connection.name }) },
          connection.name,
          (name) => connections.hasName(name, connection),
        ),
      })),

    "cms.connection.duplicate": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      const title = vscode.l10n.t("Duplicate {connection}", { connection: connection.name });
      const name = await askConnectionName(
        { title },
        connections.freeName(vscode.l10n.t("{connection} Copy", { connection: connection.name })),
        (text) => connections.hasName(text),
      );
      await copyJournalSetting(connection.name, name);
      await connections.duplicate(connection, name);
    },

    "cms.connection.nameCollections": async (row?: CommandRow) => {
      const connection = await targets.connection(row);
      const [, service] = await catalogs.service(connection.id);
      if (service && service.catalog.source !== "inferred") {
        throw new Guidance(
          vscode.l10n.t(
            "The content types of {connection} are already known. You don't need to name collections.",
            { connection: connection.name },
          ),
        );
      }
      const { name, collections } = connection;
      const at = { title: vscode.l10n.t("Name Collections of {connection}", { connection: name }) };
      const prompt = vscode.l10n.t(
        "Enter the names from the collection URLs, separated by commas. Attributes are inferred from the documents",
      );
      const named = await askNames(at, collections, prompt);
      await connections.change(connection, { collections: named ?? [] });
    },
  };
}

type Change = ConnectionChange & Pick<ConnectionMove, "token">;

type Part = (at: StepPosition) => Promise<Change>;

function partsOf(connections: Connections, connection: Connection): Choice<Part>[] {
  const { name, environment, locale, show, hide, sendAllFields } = connection;
  const { previewUrl, certificateFile } = connection;
  const part = (label: string, description: string | undefined, value: Part): Choice<Part> => ({
    label,
    ...(description && { description }),
    value,
  });
  return [
    part(vscode.l10n.t("Name"), name, async (at) => ({
      name: await askConnectionName(at, name, (text) => connections.hasName(text, connection)),
    })),
    part(vscode.l10n.t("URL"), typedUrlOf(connection), (at) =>
      confirmMove(connections, connection, at),
    ),
    part(vscode.l10n.t("Environment"), environment && environmentWord(environment), async (at) => ({
      environment: await askEnvironment(at, environment),
    })),
    part(vscode.l10n.t("Default Locale"), locale, async (at) => ({
      locale:
        (await askText(at, locale, {
          prompt: vscode.l10n.t("Leave empty for the default locale of the service"),
          isGood: (typed) => /^[\w-]+$/.test(typed),
          complaint: vscode.l10n.t("Enter the code of a locale, such as fr."),
        })) || undefined,
    })),
    part(vscode.l10n.t("Shown Collections"), show?.join(", "), async (at) => ({
      show: await askNames(at, show, vscode.l10n.t("Leave empty to show all")),
    })),
    part(vscode.l10n.t("Hidden Collections"), hide?.join(", "), async (at) => ({
      hide: await askNames(at, hide),
    })),
    part(vscode.l10n.t("Send All Fields"), sendAllFields?.join(", "), async (at) => ({
      sendAllFields: await askNames(
        at,
        sendAllFields,
        vscode.l10n.t("Content types whose saves send all fields, not only changes"),
      ),
    })),
    part(vscode.l10n.t("Preview URL"), previewUrl, async (at) => ({
      previewUrl: await askText(at, previewUrl, {
        placeholder: "https://www.example.com/{locale}/{slug}",
        prompt: vscode.l10n.t(
          "URL with field names in braces, or with {locale}, {type}, {documentId} and {status}. Leave empty for no preview",
        ),
        isGood: isUrlTemplate,
        complaint: noUrl(),
      }),
    })),
    part(vscode.l10n.t("Admin URL"), adminUrlIn(connection), async (at) => {
      const rules = { isGood: isAdminUrl, complaint: noUrl() };
      const adminUrl = await askText(at, adminUrlIn(connection), rules);
      return { adminUrl: adminUrl === defaultAdminUrl(connection) ? "" : adminUrl };
    }),
    part(vscode.l10n.t("Certificate File"), certificateFile, async (at) => ({
      certificateFile:
        (await askText(at, certificateFile, {
          prompt: vscode.l10n.t("PEM file with additional certificate authorities to trust"),
          isGood: isAbsolute,
          complaint: vscode.l10n.t("Enter the absolute path of a file."),
        })) || undefined,
    })),
    ...availabilityPart(connection, part),
  ];
}

/** Without a folder, there is no workspace that the connection could be stored for. */
function availabilityPart(
  { source }: Connection,
  part: (label: string, description: string, value: Part) => Choice<Part>,
): Choice<Part>[] {
  if (!vscode.workspace.workspaceFolders) return [];
  const choices = [
    { label: vscode.l10n.t("All Workspaces"), value: undefined },
    { label: vscode.l10n.t("This Workspace"), value: "workspace" as const },
  ];
  const currentLabel = choices.find(({ value }) => value === source)?.label ?? "";
  return [
    part(vscode.l10n.t("Available In"), currentLabel, async (at) => ({
      source: await askPick<"workspace" | undefined>(at, {
        choices,
        placeholder: vscode.l10n.t("Choose where the connection is available"),
        value: choices.find(({ value }) => value === source)?.value,
      }),
    })),
  ];
}

export async function askConnectionName(
  at: StepPosition,
  value: string,
  isTaken: (name: string) => boolean,
): Promise<string> {
  const name = await askLine(at, {
    prompt: vscode.l10n.t("Name of the connection"),
    value,
    validateInput: (text) => {
      if (!legible(text)) return vscode.l10n.t("Enter a name.");
      return isTaken(legible(text))
        ? vscode.l10n.t("Another connection has this name. Enter a different name.")
        : undefined;
    },
  });
  return legible(name);
}

async function askText(
  at: StepPosition,
  value: string | undefined,
  {
    isGood,
    complaint,
    ...prompt
  }: Pick<LineOptions, "prompt" | "placeholder"> & {
    readonly isGood: (text: string) => boolean;
    readonly complaint: string;
  },
): Promise<string> {
  const typedText = await askLine(at, {
    ...prompt,
    value: value ?? "",
    validateInput: (text) => (text.trim() === "" || isGood(text.trim()) ? undefined : complaint),
  });
  return typedText.trim();
}

interface ConnectionMove {
  readonly url: string;
  /** Undefined for the default prefix. */
  readonly apiPrefix: string | undefined;
  readonly token?: string;
}

/** Asks until the service responds there. */
async function confirmMove(
  connections: Connections,
  connection: Connection,
  at: StepPosition,
): Promise<ConnectionMove> {
  const { name } = connection;
  const hasToken = await connections.hasSecret(connection, ["token"]);
  const isElsewhere = (url: string) => new URL(url).origin !== new URL(connection.url).origin;
  const move = await askInput<ConnectionMove & { readonly needsToken?: boolean }>(at, {
    prompt: vscode.l10n.t("URL of the content service"),
    value: typedUrlOf(connection),
    validateInput: (text) => (toServiceUrl(text) === undefined ? noServiceUrl() : undefined),
    attempt: async (text, signal) => {
      const url = toServiceUrl(text) ?? text;
      // A secret that was entered for one origin is never sent to another.
      return hasToken && isElsewhere(url)
        ? done({ url, apiPrefix: undefined, needsToken: true })
        : tryMove(connections, connection, { url }, signal);
    },
  });
  if (!move.needsToken) return move;
  const { url } = move;
  const host = new URL(connection.url).host;
  await confirm(
    vscode.l10n.t("Move {connection} to {host}?", { connection: name, host: new URL(url).host }),
    vscode.l10n.t(
      "This deletes the credentials for {host}. Next, you enter an API token for the new service.",
      { host },
    ),
    vscode.l10n.t("Move"),
  );
  const title = vscode.l10n.t("API Token for {connection}", { connection: name });
  return askToken({ title }, { name, url }, (token, signal) =>
    tryMove(connections, connection, { url, token }, signal),
  );
}

/** The URL as the user would type it, with the API prefix unless that is the default. */
const typedUrlOf = (connection: Connection): string =>
  connection.apiPrefix === undefined ? connection.url : apiUrlOf(connection);

/** A connection without a token may move to a service that requires one. */
async function tryMove(
  connections: Connections,
  connection: Connection,
  { url, token }: Pick<ConnectionMove, "url" | "token">,
  signal: AbortSignal,
): Promise<Outcome<ConnectionMove, Failure>> {
  const [locateFailure, location] = await locateService(
    connections,
    withChange(connection, { url }),
    [],
    signal,
  );
  if (locateFailure) return failed(locateFailure);
  const move = { url: location.url, apiPrefix: location.apiPrefix, ...(token && { token }) };
  const hasToken = token !== undefined || (await connections.hasSecret(connection, ["token"]));
  const [failure] = await connections.tryAt(connection, move, signal);
  return failure && (hasToken || !isRefusal(failure)) ? failed(failure) : done(move);
}

/** Undefined for none. */
async function askNames(
  at: StepPosition,
  names: readonly string[] = [],
  prompt?: string,
): Promise<readonly string[] | undefined> {
  const text = await askLine(at, {
    placeholder: "articles, homepage",
    prompt,
    value: names.join(", "),
    validateInput: (typedText) => {
      const invalidName = namesIn(typedText).find((name) => !isTypeName(name));
      return (
        invalidName &&
        vscode.l10n.t("{name} is not a valid collection name.", { name: invalidName })
      );
    },
  });
  const typedNames = namesIn(text);
  return typedNames.length > 0 ? typedNames : undefined;
}

/** Also finds names in pasted URLs. */
const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((part) => part.slice(part.lastIndexOf("/") + 1).replace(/\?.*/, ""))
      .filter(Boolean),
  ),
];
