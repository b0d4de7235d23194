import * as vscode from "vscode";
import {
  blockingWords,
  changingRoleWords,
  confirmingWords,
  deletingWords,
  unblockingWords,
} from "../../texts/batch/batchActionWords.ts";
import type { BatchActionWords } from "../../texts/batch/batchActionWords.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { must } from "../../host/shared/commandFailure.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { withBack } from "../../host/shared/stepInput.ts";
import { ask, choose, confirm, askNewPassword } from "../../host/shared/prompts.ts";
import { isUser, usersType } from "../../model/foundation/address.ts";
import { deleteAction, setFieldAction } from "../../model/batch/documentActions.ts";
import { titleWords } from "../../texts/batch/batchWords.ts";
import type { Json } from "../../model/foundation/json.ts";
import { readRolesInUse, type Role } from "../../model/reading/userReader.ts";
import { inboundDetail } from "../runs/inboundDetail.ts";
import { runBatch } from "../runs/runBatch.ts";
import { allThatMatch, connectionOf, selectedRows } from "../runs/batchSelection.ts";
import type { BatchSelection } from "../runs/batchSelection.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import { tellDone } from "../../host/surfaces/messages.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { setPassword } from "../../model/users/password.ts";
import { readForPreview } from "../shared/previewedDocument.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import type { Accounts } from "../../model/connect/accounts.ts";

interface UserContext extends RunContext {
  readonly accounts: Accounts;
}

export function userCommands(dependencies: UserContext, targets: Targets): CommandTable {
  type Rows = readonly CommandRow[];
  const act = async (name: keyof typeof userActions, row?: CommandRow, rows?: Rows) => {
    const user = row ?? { address: await targets.user(undefined, titles[name]()) };
    await userActions[name](dependencies, selectedRows(user, rows, isUser));
  };
  return {
    "cms.user.block": (row?: CommandRow, rows?: Rows) => act("block", row, rows),
    "cms.user.unblock": (row?: CommandRow, rows?: Rows) => act("unblock", row, rows),
    "cms.user.confirm": (row?: CommandRow, rows?: Rows) => act("confirm", row, rows),
    "cms.user.changeRole": (row?: CommandRow, rows?: Rows) => act("changeRole", row, rows),
    "cms.user.delete": (row?: CommandRow, rows?: Rows) => act("delete", row, rows),
    "cms.user.changeAll": async (row?: CommandRow) => {
      const connection = row?.collection?.connection ?? (await targets.connection(undefined)).id;
      const names = Object.keys(userActions) as (keyof typeof userActions)[];
      const choices = names.map((value) => ({ label: titles[value](), value }));
      const title = vscode.l10n.t("Change All Matching Users");
      const actionName = await choose(choices, { title });
      const collection = { connection, type: usersType };
      await userActions[actionName](dependencies, await allThatMatch(dependencies, collection));
    },

    "cms.user.setPassword": async (on?: Argument) => {
      const address = await targets.user(on, vscode.l10n.t("Set the Password of a User"));
      await requireUnlocked(dependencies.locks, address.connection);
      const { snapshot, title: user, connection } = await readForPreview(dependencies, address);
      const { url = "" } = dependencies.connections.get(address.connection) ?? {};
      const password = await askNewPassword(user, `${connection} (${new URL(url).host})`);
      await runTask(
        vscode.l10n.t("Setting the password of {user}", { user }),
        // Cancelling would leave it unknown whether the old or the new password applies.
        () => setPassword(dependencies, address, { password, now: snapshot }),
        vscode.l10n.t("The password of {user} was not set.", { user }),
      );
      tellDone(vscode.l10n.t("Set the password of {user} on {connection}", { user, connection }));
    },
  };
}

const titles = {
  block: () => vscode.l10n.t("Block"),
  unblock: () => vscode.l10n.t("Unblock"),
  confirm: () => vscode.l10n.t("Confirm"),
  changeRole: () => vscode.l10n.t("Change Role"),
  delete: () => vscode.l10n.t("Delete"),
};

type UserAction = (dependencies: UserContext, selection: BatchSelection) => Promise<void>;

const setting =
  (name: string, value: Json, words: () => BatchActionWords): UserAction =>
  (context, selection) =>
    runBatch(context, { selection, ...words(), batchAction: setFieldAction(context, name, value) });

const userActions: Record<keyof typeof titles, UserAction> = {
  block: setting("blocked", true, blockingWords),
  unblock: setting("blocked", false, unblockingWords),
  confirm: setting("confirmed", true, confirmingWords),
  changeRole: async (context, selection) => {
    const connection = connectionOf(selection.target);
    await requireUnlocked(context.locks, connection);
    const roles = must(await readRolesInUse(must(await context.catalogs.service(connection))));
    const choices = roles.map((value) => ({
      label: value.name,
      description: String(value.id),
      value,
    }));
    const other = { label: vscode.l10n.t("Enter Role ID…"), value: undefined };
    const title = titles.changeRole();
    const role = await withBack(async () => {
      const chosenRole = await choose<Role | undefined>([...choices, other], { title });
      if (chosenRole) return chosenRole;
      const typedId = await ask({
        title,
        prompt: vscode.l10n.t("ID of the role, such as 1"),
        validateInput: (text) =>
          /^[1-9]\d*$/.test(text) ? undefined : vscode.l10n.t("Enter a whole number."),
      });
      return { id: Number(typedId), name: typedId };
    });
    await setting("role", { ...role }, () => changingRoleWords(role.name))(context, selection);
  },
  delete: async (context, selection) => {
    const { connections, accounts } = context;
    const id = connectionOf(selection.target);
    let isMe = false;
    await runBatch(context, {
      selection,
      ...deletingWords([usersType]),
      batchAction: deleteAction(context),
      detail: [vscode.l10n.t("This can't be undone.")],
      lookUpDetail: (planned) => inboundDetail(context, planned),
      // Users may delete their own account.
      askAgain: async (planned) => {
        const me = await accounts.myself(id);
        isMe = me !== undefined && planned.some(({ address }) => address.id === me.id);
        if (!me || !isMe) return;
        const [user, connection] = [titleWords(me), connectionName(connections, id)];
        await confirm(
          vscode.l10n.t("Delete your own user {user} from {connection}?", { user, connection }),
          vscode.l10n.t("You're signed in as this user. You won't be able to sign in again."),
          vscode.l10n.t("Delete User"),
        );
      },
      // The batch may have deleted the user that is signed in.
      onDone: () => {
        if (isMe) connections.renew(id);
      },
    });
  },
};
