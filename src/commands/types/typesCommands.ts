import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { FailureError, must, Guidance } from "../../host/shared/commandFailure.ts";
import { withBack, type Choice } from "../../host/shared/stepInput.ts";
import { tellCopied, tellDone } from "../../host/surfaces/messages.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { choose, ask, confirm } from "../../host/shared/prompts.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import {
  fileAt,
  relativePath,
  pathComplaint,
  textAt,
  writeText,
} from "../../host/shared/workspaceFiles.ts";
import { apiUrlOf, type Connection } from "../../model/connect/connection.ts";
import { isUser } from "../../model/foundation/address.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { callText, type CallForm } from "../../model/types/apiCalls.ts";
import {
  contentTypesText,
  isGenerated,
  specifierIn,
} from "../../model/types/contentTypeDeclarations.ts";
import type { RegistryForm } from "../../model/types/contentTypeDeclarations.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

export const codeCommands = (context: ServiceContext, targets: Targets): CommandTable => ({
  "cms.connection.generateTypes": async (on?: CommandRow & GenerateTypesArguments) =>
    generateTypes(context.catalogs, await targets.connection(on), on ?? {}),

  "cms.document.copyAs": async (on?: Argument & { readonly as?: CallForm }) => {
    const address = await targets.document(on, vscode.l10n.t("Copy a Document as Code"));
    const { connection: id, type: name } = address;
    const connection = context.connections.get(id);
    if (!connection) throw new FailureError({ code: "no-connection" });
    const service = isUser(address) ? undefined : must(await context.catalogs.type(id, name));
    const forms: Choice<CallForm>[] = [
      { label: "TypeScript", description: vscode.l10n.t("Client call"), value: "client" },
      { label: "curl", description: "$CMS_TOKEN", value: "curl" },
      { label: "curl (cmd.exe)", description: "%CMS_TOKEN%", value: "curl-cmd" },
      { label: "fetch", description: "process.env.CMS_TOKEN", value: "fetch" },
    ];
    const form = on?.as ?? (await choose(forms, { title: vscode.l10n.t("Copy As") }));
    const facts = { address, apiUrl: apiUrlOf(connection), ...(service && { type: service.type }) };
    await vscode.env.clipboard.writeText(callText(form, facts));
    tellCopied(vscode.l10n.t("Copied the code"));
  },
});

/** Arguments that other extensions may pass to skip the prompts. */
export interface GenerateTypesArguments {
  readonly form?: RegistryForm;
  /** A path that begins with the workspace's first folder. */
  readonly path?: string;
}

async function generateTypes(
  catalogs: Catalogs,
  { id, name, url }: Connection,
  given: GenerateTypesArguments,
): Promise<void> {
  const { uri, form } = await withBack(async () => {
    const uri = await fileFor(given);
    return { uri, form: given.form ?? (await askRegistryForm(await textAt(uri))) };
  });
  const { catalog } = await runTask(
    vscode.l10n.t("Reading the content types of {connection}", { connection: name }),
    () => catalogs.service(id),
  );
  const text = contentTypesText(catalog, { form, source: `${name}, ${url}` });
  const previousText = await textAt(uri);
  const file = relativePath(uri);
  if (previousText === text) {
    await vscode.window.showTextDocument(uri);
    tellDone(vscode.l10n.t("{file} is up to date", { file }));
    return;
  }
  const isThis = (document: vscode.TextDocument) => document.uri.toString() === uri.toString();
  if (vscode.workspace.textDocuments.some((document) => document.isDirty && isThis(document))) {
    throw new Guidance(
      vscode.l10n.t("{file} has unsaved changes. Save or revert them first.", { file }),
    );
  }
  if (previousText !== undefined) {
    await confirm(
      vscode.l10n.t("Replace {file}?", { file }),
      isGenerated(previousText)
        ? vscode.l10n.t(
            "Generate Types created this file, and its content differs. Manual changes to it will be lost.",
          )
        : vscode.l10n.t(
            "Generate Types did not create this file. All of its content will be lost.",
          ),
      vscode.l10n.t("Replace"),
    );
  }
  await writeText(uri, text);
  await vscode.window.showTextDocument(uri);
  const { size } = catalog.types;
  tellDone(
    size === 1
      ? vscode.l10n.t("Generated {file} for 1 content type", { file })
      : vscode.l10n.t("Generated {file} for {count} content types", {
          file,
          count: numeral(size),
        }),
  );
}

const usualPath = "src/cms-content-types.d.ts";

async function fileFor({ path }: GenerateTypesArguments): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first] = folders;
  if (!first)
    throw new Guidance(vscode.l10n.t("Open a folder first. The types are written to it."));
  if (path !== undefined) return fileAt(first, path);
  const choices = folders.map((folder) => ({ label: folder.name, value: folder }));
  const folder = await choose(choices, { title: vscode.l10n.t("Generate Types: Folder") });
  const typedPath = await ask({
    title: vscode.l10n.t("Generate Types: File"),
    prompt: vscode.l10n.t("Path of the types file in {folder}", { folder: folder.name }),
    value: usualPath,
    validateInput: pathComplaint,
  });
  return fileAt(folder, typedPath);
}

/** The form that the existing file uses comes first. */
async function askRegistryForm(previousText = ""): Promise<RegistryForm> {
  const previousSpecifier = specifierIn(previousText);
  const global = {
    label: vscode.l10n.t("Global"),
    description: "declare global",
    detail: vscode.l10n.t("For every import of the client"),
    value: "global" as const,
  };
  const module = {
    label: vscode.l10n.t("Module"),
    description: "declare module",
    detail: vscode.l10n.t("For imports of the client from one module"),
    value: "module" as const,
  };
  const choices = previousSpecifier === undefined ? [global, module] : [module, global];
  const kind = await choose(choices, { title: vscode.l10n.t("Generate Types: Declaration") });
  if (kind === "global") return { kind };
  const specifier = await ask({
    title: vscode.l10n.t("Generate Types: Module"),
    prompt: vscode.l10n.t("Module that the client is imported from, as seen from the types file"),
    placeholder: "cms-content",
    value: previousSpecifier ?? "",
    validateInput: (text) =>
      text.trim()
        ? undefined
        : vscode.l10n.t("Enter the module that the client is imported from, such as cms-content."),
  });
  return { kind, specifier: specifier.trim() };
}
