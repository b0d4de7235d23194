import * as vscode from "vscode";
import type { CommandTable } from "../host/commands.ts";
import { tellCopied } from "../host/surfaces/messages.ts";
import { isMediaFile } from "../model/foundation/address.ts";
import type { Row } from "../model/query/listing/rows.ts";
import { publishWithRelations } from "./batch/publishWithRelations.ts";
import { deleteDocument } from "./deleteDocument.ts";
import { documentIdIn, readForPreview } from "./previewedDocument.ts";
import type { Argument } from "./previewedDocument.ts";
import { deleteMediaFile } from "./media/replaceMediaFile.ts";
import { openDocument } from "./finding/openDocument.ts";
import { publishAllLocales } from "./publishAllLocales.ts";
import { publishDocument } from "./publishDocument.ts";
import { showReferences } from "./referencedBy.ts";
import type { HasAddress, Targets } from "./targets.ts";
import type { CommandDependencies } from "./dependencies.ts";

/** Commands on one document. */
export function documentCommands(showing: CommandDependencies, targets: Targets): CommandTable {
  return {
    "cms.document.open": async (row?: Partial<HasAddress> & { readonly row?: Row }) => {
      const title = vscode.l10n.t("Open a Document");
      const address = row?.address ?? (await targets.anyDocument(title));
      await openDocument(showing, address, row?.row?.title);
    },

    "cms.document.publish": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Publish a Document"));
      const withRelations = () => publishWithRelations(showing, address, on);
      await publishDocument(showing, address, withRelations, on);
    },

    "cms.document.publishAllLocales": async (on?: Argument) => {
      const title = vscode.l10n.t("Publish All Locales of a Document");
      const address = await targets.document(on, title);
      const withRelations = () => publishWithRelations(showing, address, on);
      await publishAllLocales(showing, address, withRelations, on);
    },

    "cms.document.publishWithRelations": async (on?: Argument) => {
      const title = vscode.l10n.t("Publish a Document with Relations");
      const address = await targets.document(on, title);
      await publishWithRelations(showing, address, on);
    },

    "cms.document.referencedBy": async (on?: Argument) => {
      const title = vscode.l10n.t("Documents That Reference a Document");
      const address = await targets.document(on, title);
      await showReferences(showing, address, on);
    },

    "cms.document.delete": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Delete a Document"));
      if (isMediaFile(address)) await deleteMediaFile(showing, address);
      else await deleteDocument(showing, address, on);
    },

    "cms.document.copyId": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Copy the ID of a Document"));
      const id = documentIdIn(await readForPreview(showing, address));
      await vscode.env.clipboard.writeText(id);
      tellCopied(vscode.l10n.t("Copied {identifier}", { identifier: id }));
    },
  };
}
