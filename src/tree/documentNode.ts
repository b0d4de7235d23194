import * as vscode from "vscode";
import { ago, stateWord, untitled } from "../host/words.ts";
import type { Address } from "../model/address.ts";
import type { Place } from "../model/content.ts";
import type { Row } from "../model/rows.ts";
import type { State } from "../model/states.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";

/** A document of a collection. */
export class DocumentNode implements TreeNode {
  readonly kind = "document";
  readonly id: string;
  readonly parent: TreeNode;
  readonly address: Address;
  readonly row: Row;
  readonly children = noChildren;

  constructor(parent: TreeNode, row: Row, place: Place) {
    const { locale } = row.kind === "document" ? row : {};
    this.id = `${parent.id}/${row.id}`;
    this.parent = parent;
    this.row = row;
    this.address = { ...place, id: row.id, ...(locale && { locale }) };
  }

  item(): vscode.TreeItem {
    const { state, updatedAt, publishable } = { ...noFacts, ...this.row };
    const label = this.row.title || untitled();
    const item = new vscode.TreeItem(label);
    const description = [state && stateWord(state), ago(updatedAt)].filter(Boolean).join(" · ");
    item.id = this.id;
    item.description = description;
    item.iconPath = iconOf(state);
    item.tooltip = `${label}\n${description}\n${this.row.id}`;
    item.contextValue = `document.${state ?? (publishable ? "unknown" : "plain")}`;
    item.command = {
      command: "cms.document.open",
      title: vscode.l10n.t("Open"),
      arguments: [this],
    };
    item.accessibilityInformation = { label: `${label}, ${description}` };
    return item;
  }
}

const noFacts = { state: undefined, updatedAt: "", publishable: false };

/** Told apart by shape as well as by colour. */
function iconOf(state: State | undefined): vscode.ThemeIcon {
  switch (state) {
    case "draft":
      return new vscode.ThemeIcon("circle-outline");
    case "published":
      return new vscode.ThemeIcon("pass-filled", new vscode.ThemeColor("charts.green"));
    case "modified":
      return new vscode.ThemeIcon("record", new vscode.ThemeColor("charts.orange"));
    default:
      return new vscode.ThemeIcon("file");
  }
}
