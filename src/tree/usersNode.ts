import * as vscode from "vscode";
import { narrowingWords } from "../host/narrowingWords.ts";
import { numeral } from "../host/words.ts";
import type { Content, Place } from "../model/content.ts";
import type { Listing } from "../model/listing.ts";
import { hidesRows, isNarrowed } from "../model/narrowing.ts";
import { EmptyNode } from "./emptyNode.ts";
import { listedRows, movedWords } from "./listedRows.ts";
import { nothingMatches } from "./narrowedNode.ts";
import type { TreeNode } from "./node.ts";
import type { ListedNode } from "./rowNode.ts";

/** The user accounts of a connection. */
export class UsersNode implements ListedNode {
  readonly kind = "users";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: Place;
  readonly #content: Content;

  constructor(parent: TreeNode, place: Place, content: Content) {
    this.id = `${parent.id}/${place.type}`;
    this.parent = parent;
    this.place = place;
    this.#content = content;
  }

  item(): vscode.TreeItem {
    const label = vscode.l10n.t("Users");
    const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
    const { total, hasMoved } = this.listing.view;
    const narrowing = this.#content.narrowing(this.place);
    const parts = [
      ...(total === undefined ? [] : [numeral(total)]),
      ...narrowingWords(narrowing),
      ...(hasMoved ? [movedWords()] : []),
    ];
    item.id = this.id;
    item.description = parts.join(" · ");
    // A narrow view cuts the description.
    item.tooltip = [label, ...parts].join("\n");
    item.iconPath = new vscode.ThemeIcon("organization");
    item.contextValue = isNarrowed(narrowing) ? "users.narrowed" : "users";
    item.accessibilityInformation = { label: [label, ...parts].join(", ") };
    return item;
  }

  children(): Promise<readonly TreeNode[]> {
    const narrowing = this.#content.narrowing(this.place);
    return listedRows(this, {
      narrowing,
      toEmpty: () =>
        hidesRows(narrowing)
          ? nothingMatches(this, this.place)
          : new EmptyNode(this, vscode.l10n.t("No users")),
    });
  }

  get listing(): Listing {
    return this.#content.listing(this.place);
  }
}
