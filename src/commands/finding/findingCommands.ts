import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import { tellCopied } from "../../host/notifications.ts";
import { ZonesToggle, showFindContent } from "./findContent.ts";
import type { DocumentActions, Argument } from "../previewedDocument.ts";
import { linkTo } from "./openLink.ts";
import type { HasConnection, Targets } from "../targets.ts";

/** What a key binding or another extension may hand over. */
interface FindArguments {
  readonly text?: string;
}

/** Commands that lead to documents, wherever they are. */
export function findingCommands(
  acting: DocumentActions & { readonly extension: string },
  targets: Targets,
): CommandTable {
  const zones = new ZonesToggle();
  return {
    "cms.content.find": async (on?: Partial<HasConnection> & FindArguments) => {
      await showFindContent(acting, await targets.connection(on), { text: on?.text ?? "", zones });
    },

    "cms.document.copyLink": async (on?: Argument) => {
      const title = vscode.l10n.t("Copy a Link to a Document");
      const address = await targets.document(on, title);
      await vscode.env.clipboard.writeText(linkTo(acting, address, acting.extension));
      tellCopied(vscode.l10n.t("Copied a link"));
    },
  };
}
