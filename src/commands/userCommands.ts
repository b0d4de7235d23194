import * as vscode from "vscode";
import type { CommandTable } from "../host/commands.ts";
import { must } from "../host/commandFailure.ts";
import { tellDone } from "../host/surfaces/messages.ts";
import { askNewPassword } from "../host/prompts.ts";
import { withProgress } from "../host/progress.ts";
import { requireUnlocked } from "../host/unlocking.ts";
import { setPassword } from "../model/changes/saving/password.ts";
import { readForPreview } from "./previewedDocument.ts";
import type { DocumentActions, Argument } from "./previewedDocument.ts";
import type { Targets } from "./targets.ts";

/** Commands on user accounts. */
export function userCommands(acting: DocumentActions, targets: Targets): CommandTable {
  return {
    "cms.user.setPassword": async (on?: Argument) => {
      const address = await targets.user(on, vscode.l10n.t("Set the Password of a User"));
      await requireUnlocked(acting.locks, address.connection);
      const { snapshot, title, connection } = await readForPreview(acting, address);
      const { url = "" } = acting.connections.get(address.connection) ?? {};
      const password = await askNewPassword(title, `${connection} (${new URL(url).host})`);
      const doing = vscode.l10n.t("Setting the password of {user}", { user: title });
      // Cancelling would leave it unknown whether the old or the new password applies.
      const setting = () => setPassword(acting, address, { password, now: snapshot });
      must(
        await withProgress(doing, setting),
        vscode.l10n.t("The password of {user} was not set.", { user: title }),
      );
      const done = vscode.l10n.t("Set the password of {user} on {connection}", {
        user: title,
        connection,
      });
      tellDone(done);
    },
  };
}
