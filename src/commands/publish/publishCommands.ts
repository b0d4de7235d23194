import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { publishWithRelations } from "./publishWithRelations.ts";
import type { PublishContext } from "./publishWithRelations.ts";
import { publishAllLocales } from "./publishAllLocales.ts";
import { publishDocument } from "./publishDocument.ts";
import type { Argument, Targets } from "../shared/targets.ts";
import { unpublishOrDiscard } from "./unpublishOrDiscard.ts";

export const publishCommands = (context: PublishContext, targets: Targets): CommandTable => ({
  "cms.document.publish": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Publish a Document"));
    const withRelations = () => publishWithRelations(context, address, on);
    await publishDocument(context, address, withRelations, on);
  },

  "cms.document.publishAllLocales": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Publish All Locales of a Document"));
    const withRelations = () => publishWithRelations(context, address, on);
    await publishAllLocales(context, address, withRelations, on);
  },

  "cms.document.publishWithRelations": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Publish a Document with Relations"));
    await publishWithRelations(context, address, on);
  },

  "cms.document.unpublish": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Unpublish a Document"));
    await unpublishOrDiscard(context, "unpublish", address, on);
  },

  "cms.document.discardChanges": async (on?: Argument) => {
    const title = vscode.l10n.t("Discard the Changes to a Document");
    const address = await targets.document(on, title);
    await unpublishOrDiscard(context, "discard", address, on);
  },
});
