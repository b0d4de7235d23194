import { isEmptyValue } from "../../model/foundation/json.ts";
import * as vscode from "vscode";
import { codeLens, type Lens, type Plain } from "../../host/surfaces/editorTexts.ts";
import { describeUnsupportedBlock } from "../../texts/edit/markdownWords.ts";
import { findUnsupportedBlock } from "../../model/content/markdown/unsupportedBlock.ts";
import type { Catalog } from "../../model/schemas/catalog.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { toSegments } from "../../model/content/markdown/proseField.ts";
import { proseFieldsIn, type ProseField } from "../../model/content/markdown/proseFieldsInText.ts";
import { rememberedType, documentWithType } from "./valueCompletionProvider.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { isFromTemplate } from "../../model/create/documentTemplate.ts";
import { lacksFields } from "./keyCompletionProvider.ts";
import { untilQuiet } from "../shared/editorTasks.ts";

export function proseLenses(catalogs: Catalogs) {
  /** VS Code asks again whenever other lenses change. */
  const lensesByText = new WeakMap<
    vscode.TextDocument,
    { version: number; catalog: Catalog; lenses: Plain<vscode.CodeLens>[] }
  >();
  return {
    async provideCodeLenses(document) {
      await untilQuiet(document);
      // A keystroke must not send a request to a service.
      const shape =
        rememberedType(document, catalogs) ?? (await documentWithType(document, catalogs))?.service;
      if (!shape) return [];
      const { version } = document;
      const cacheEntry = lensesByText.get(document);
      if (cacheEntry?.version === version && cacheEntry.catalog === shape.catalog)
        return cacheEntry.lenses;
      const lenses = proseFieldsIn(document.getText(), shape).map((proseField) => {
        const start = document.positionAt(proseField.offset);
        return codeLens(new vscode.Range(start, start), lensOf(proseField, document.uri));
      });
      const address = fromUri(document.uri);
      if (address && isFromTemplate(address) && lacksFields(document, shape))
        lenses.unshift(codeLens(new vscode.Range(0, 0, 0, 0), allFieldsLens(document.uri)));
      lensesByText.set(document, { version, catalog: shape.catalog, lenses });
      return lenses;
    },
  } satisfies vscode.CodeLensProvider;
}

const allFieldsLens = (uri: vscode.Uri): Lens => ({
  command: "cms.document.insertAllFields",
  title: vscode.l10n.t("Insert All Fields"),
  tooltip: [vscode.l10n.t("Empty fields of a new document aren't sent.")],
  arguments: [uri],
});

function lensOf({ field, kind, value }: ProseField, uri: vscode.Uri): Lens {
  const isFilled = kind === "blocks" && !isEmptyValue(value);
  // Only some unsupported blocks are detected at once. Others are when the field is opened.
  const unsupported = isFilled ? findUnsupportedBlock(value) : undefined;
  if (unsupported) {
    const title = describeUnsupportedBlock(unsupported);
    return { command: "", title, tooltip: [title] };
  }
  if (!field) {
    const title = vscode.l10n.t("Save the document to edit this field as Markdown");
    return { command: "workbench.action.files.save", title };
  }
  return {
    command: "cms.document.editAsMarkdown",
    title: vscode.l10n.t("Edit as Markdown"),
    arguments: [uri, toSegments(field).join("/")],
  };
}
