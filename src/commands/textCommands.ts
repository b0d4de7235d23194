import * as vscode from "vscode";
import { activeAddress, openDocuments } from "../files/openDocuments.ts";
import { textTab } from "../files/openTexts.ts";
import { proseTextOf } from "../files/prose.ts";
import type { Prose } from "../files/prose.ts";
import { addressIn, fromTextUri, toTextUri } from "../files/textUri.ts";
import { fromUri } from "../files/uri.ts";
import type { CommandTable } from "../host/commands.ts";
import { Guidance, must } from "../host/commandFailure.ts";
import { choose } from "../host/prompts.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import { fromSegments } from "../model/content/prose/field.ts";
import type { ProseFieldPath } from "../model/content/prose/field.ts";
import { proseFieldsIn } from "../model/content/prose/proseFields.ts";
import type { CommandDependencies } from "./dependencies.ts";

/** Commands on the prose fields of a document. */
export function textCommands(texts: CommandDependencies): CommandTable {
  return {
    "cms.document.editAsMarkdown": async (on?: vscode.Uri, segments?: string) => {
      const document = documentOf(on);
      const field =
        fromSegments(segments?.split("/") ?? []) ?? (await ask(document, texts.catalogs));
      await show(toTextUri(document.uri, field), texts.prose);
    },
  };
}

/** The document of the CodeLens that the user pressed, or otherwise the active one. */
function documentOf(on: vscode.Uri | undefined): vscode.TextDocument {
  const address = (on && addressIn(on)) ?? activeAddress();
  const [document] = address ? openDocuments(address) : [];
  if (!document) throw new Guidance(vscode.l10n.t("Open the document first."));
  return document;
}

/** Asks for one of the fields. */
async function ask(document: vscode.TextDocument, catalogs: Catalogs): Promise<ProseFieldPath> {
  const { connection, type } = fromUri(document.uri) ?? { connection: "", type: "" };
  const shape = must(await catalogs.type(connection, type));
  const choices = proseFieldsIn(document.getText(), shape).flatMap(({ field, label, value }) =>
    field ? [{ label, detail: beginningOf(value), value: field }] : [],
  );
  if (choices.length === 0) {
    throw new Guidance(vscode.l10n.t("This document has no text that can be edited as Markdown."));
  }
  return choose(choices, { title: vscode.l10n.t("Edit as Markdown") });
}

const beginningOf = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, 100).replaceAll(/\s+/g, " ") : "";

/** Shows the existing tab, or otherwise opens one beside the document. */
async function show(uri: vscode.Uri, prose: Prose): Promise<void> {
  const place = fromTextUri(uri);
  const tab = place && textTab(place);
  // An editor would hide why the text can't be shown.
  if (place) proseTextOf(await prose.held(uri, place));
  const shown = tab?.input instanceof vscode.TabInputText ? tab.input.uri : uri;
  await vscode.window.showTextDocument(shown, {
    viewColumn: tab?.group.viewColumn ?? vscode.ViewColumn.Beside,
    preview: false,
  });
}
