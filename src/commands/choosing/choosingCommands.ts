import * as vscode from "vscode";
import { choosableAt } from "../../editor/fieldActions.ts";
import { contentOf, slugEdit } from "../../editor/slugs.ts";
import { fromUri } from "../../files/uri.ts";
import type { CommandTable } from "../../host/commands.ts";
import { Guidance, must } from "../../host/commandFailure.ts";
import { withBack } from "../../host/multiStep.ts";
import { choose } from "../../host/prompts.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import { textIn } from "../../model/foundation/json.ts";
import type { Locks } from "../../model/connections/locks.ts";
import type { MediaLibrary } from "../../model/documents/media/mediaLibrary.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { freeSlug, slugFieldsOf, slugIn } from "../../model/schemas/slugs/slugs.ts";
import { insertComponent } from "./components.ts";
import { chooseReference } from "./references.ts";
import { chooseValue } from "./values.ts";
import { writeValue } from "./writing.ts";
import type { DocumentField } from "./writing.ts";
import { editorOf } from "../targets.ts";

interface ChooseValueCommands {
  readonly catalogs: Catalogs;
  readonly locks: Locks;
  readonly media: { readonly library: MediaLibrary };
}

/** Commands that fill the field at the cursor. Nothing is sent before the document is saved. */
export function choosingCommands(choosing: ChooseValueCommands): CommandTable {
  return {
    "cms.document.choose": async (on?: vscode.Uri, position?: vscode.Position) => {
      const field = await fieldOf(choosing, editorOf(on), position);
      await withBack(() => chooseFor(field, choosing));
    },

    "cms.document.regenerateSlug": async (on?: vscode.Uri) => {
      await regenerate(choosing, editorOf(on).document);
    },
  };
}

async function typedDocument(
  { catalogs, locks }: ChooseValueCommands,
  document: vscode.TextDocument,
) {
  const address = fromUri(document.uri);
  if (!address) throw new Guidance(vscode.l10n.t("Open the document first."));
  const service = must(await serviceFor(address, contentOf(document), catalogs));
  await requireUnlocked(locks, address.connection);
  return { address, service };
}

async function fieldOf(
  choosing: ChooseValueCommands,
  editor: vscode.TextEditor,
  position: vscode.Position | undefined,
): Promise<DocumentField> {
  const { document } = editor;
  const offset = document.offsetAt(position ?? editor.selection.active);
  const { version } = document;
  const text = document.getText();
  const { address, service } = await typedDocument(choosing, document);
  const place = choosableAt(text, offset, service);
  if (!place) {
    throw new Guidance(
      vscode.l10n.t(
        "There is nothing to choose here. Put the cursor in a relation, a media file, a date or an enumeration.",
      ),
    );
  }
  return { editor, address, service, place, offset, version };
}

async function chooseFor(
  field: DocumentField,
  { catalogs, media }: ChooseValueCommands,
): Promise<void> {
  const { type } = field.place.attribute;
  if (type === "relation" || type === "media") {
    await chooseReference(field, { catalogs, library: media.library });
  } else if (type === "component" || type === "dynamiczone") {
    await insertComponent(field);
  } else {
    await writeValue(field, await chooseValue(field));
  }
}

async function regenerate(
  choosing: ChooseValueCommands,
  document: vscode.TextDocument,
): Promise<void> {
  const { address, service } = await typedDocument(choosing, document);
  const fields = slugFieldsOf(service.type).map((value) => ({ label: value.name, value }));
  if (fields.length === 0) throw new Guidance(vscode.l10n.t("This document has no slug."));
  const field = await choose(fields, { title: vscode.l10n.t("Regenerate Slug") });
  const slug = slugIn(contentOf(document), field);
  if (slug === "") {
    throw new Guidance(vscode.l10n.t("Enter a value for {0} first.", field.target));
  }
  const free = must(await freeSlug(service, address, { name: field.name, slug }));
  if (textIn(contentOf(document), field.name) === free) {
    void vscode.window.showInformationMessage(vscode.l10n.t("The slug is up to date."));
    return;
  }
  const change = slugEdit(document, field, free);
  const edit = new vscode.WorkspaceEdit();
  if (change) edit.set(document.uri, [change]);
  if (!change || !(await vscode.workspace.applyEdit(edit))) {
    throw new Guidance(vscode.l10n.t("The slug can't be written into this text."));
  }
}
