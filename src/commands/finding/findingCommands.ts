import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import { tellCopied } from "../../host/notices.ts";
import { ZonesToggle, showFinding } from "./findContent.ts";
import type { Acting, Argument } from "../looked.ts";
import { linkTo } from "./openLink.ts";
import type { HasConnection, Targets } from "../targets.ts";

/** What a key binding or another extension may hand over. */
interface Given {
  readonly text?: string;
}

/** Commands that lead to documents, wherever they are. */
export function findingCommands(
  acting: Acting & { readonly extension: string },
  targets: Targets,
): CommandTable {
  const zones = new ZonesToggle();
  return {
    "cms.content.find": async (on?: Partial<HasConnection> & Given) => {
      await showFinding(acting, await targets.connection(on), { text: on?.text ?? "", zones });
    },

    "cms.document.copyLink": async (on?: Argument) => {
      const title = vscode.l10n.t("Copy a Link to a Document");
      const address = await targets.document(on, title);
      await vscode.env.clipboard.writeText(linkTo(acting, address, acting.extension));
      tellCopied(vscode.l10n.t("Copied a link"));
    },
  };
}
