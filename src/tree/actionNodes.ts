import * as vscode from "vscode";
import type { SettingNotice } from "../host/connect/connectionSetting.ts";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import {
  describeInvalidEntry,
  nameOfEntry,
  shortFlaw,
} from "../texts/connect/connectionSettingWords.ts";
import { describe } from "../texts/shared/failureWords.ts";
import type { Connection } from "../model/connect/connection.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import { noChildren, type TreeNode } from "./treeNode.ts";
import { shortReason } from "../texts/shared/serviceErrorWords.ts";
import { remediesOf } from "../model/remedies.ts";
import type { Failure } from "../model/failure.ts";

/**
 * A row that shows a message instead of content of the service. Most action rows run a command on
 * click, on the connection or the collection. Menus identify an action row by its kind.
 */
export function actionRow(
  parent: TreeNode | undefined,
  kind: string,
  text: Pick<TreeRow, "label" | "description" | "tooltip"> &
    Pick<TreeNode, "action"> & {
      readonly icon?: string;
      readonly connection?: Connection;
      readonly collection?: CollectionAddress;
      readonly notice?: SettingNotice;
    },
): TreeNode {
  const { label, description = "", tooltip, icon, ...target } = text;
  const id = parent ? `${parent.id}/…${kind}` : `…${kind}`;
  const item = (): TreeRow => ({
    ...{ id, label, description, contextValue: kind, tooltip },
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
  });
  const row = { ...target, kind, id, parent, children: noChildren, item };
  return row;
}

/** A row below the connections that says why one of the settings is missing. */
export function noticeRow(notice: SettingNotice, at: number): TreeNode {
  const [label, description, tooltip, icon] = noticeTexts(notice);
  const action = "cms.content.openNotice";
  const text = { label, description, tooltip: [tooltip], icon, action, notice };
  return actionRow(undefined, `notice${at}`, text);
}

function noticeTexts(
  notice: SettingNotice,
): readonly [label: string, description: string, tooltip: string, icon: string] {
  switch (notice.code) {
    case "invalid": {
      const { entry } = notice;
      return [nameOfEntry(entry), shortFlaw(entry), describeInvalidEntry(entry), "warning"];
    }
    case "untrusted":
      return [
        notice.count === 1
          ? vscode.l10n.t("1 connection waits for trust")
          : vscode.l10n.t("{count} connections wait for trust", { count: notice.count }),
        "",
        vscode.l10n.t(
          "Connections in the settings of this workspace are used after you trust the workspace.",
        ),
        "workspace-untrusted",
      ];
    case "ignored": {
      const { name: folder } = notice.folder;
      const setting = "cms.connections";
      return [
        vscode.l10n.t("{setting} in {folder}", { setting, folder }),
        vscode.l10n.t("ignored in a folder"),
        vscode.l10n.t(
          "In a workspace with several folders, VS Code ignores cms.connections in the settings of {folder}. Move it to the settings of the workspace.",
          { folder },
        ),
        "warning",
      ];
    }
  }
}

/**
 * A row that shows why rows are missing. Selecting it retries. `collection` is the one whose page
 * failed to load; absent if the connection itself failed.
 */
export function failureRow(
  parent: TreeNode,
  failure: Failure,
  collection?: CollectionAddress,
): TreeNode {
  const id = `${parent.id}/…failure`;
  let root: TreeNode & { readonly connection?: Connection; readonly isAway?: boolean } = parent;
  while (root.parent) root = root.parent;
  const item = (): TreeRow => {
    const { isAway } = root;
    const why = isAway ? retrying() : describe(failure);
    const retry = vscode.l10n.t({
      message: "Retry",
      comment: ["At the end of the description of a tree item that retries when it is selected"],
    });
    // A narrow view cuts off the end of a sentence.
    const [label, ...facts] = isAway ? [why] : (shortReason(failure) ?? [why]);
    return {
      id,
      label,
      description: isAway ? "" : [...facts, retry].join(" · "),
      tooltip: [why],
      spoken: isAway ? why : `${why} ${retry}`,
      iconPath: isAway
        ? new vscode.ThemeIcon("loading~spin")
        : new vscode.ThemeIcon("error", new vscode.ThemeColor("errorForeground")),
      contextValue: ["failure", ...remediesOf(failure)].join("."),
    };
  };
  // Commands that fix the failure use the connection.
  const { connection } = root;
  const target = { action: "cms.content.retry", connection, collection };
  const row = { ...target, kind: "failure", id, parent, children: noChildren, item };
  return row;
}

export const retrying = (): string => vscode.l10n.t("Not reachable, retrying");
