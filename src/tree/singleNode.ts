import * as vscode from "vscode";
import { singleId } from "../model/address.ts";
import type { Address } from "../model/address.ts";
import type { ContentType } from "../model/catalog.ts";
import type { Place } from "../model/content.ts";
import { noChildren, opening } from "./node.ts";
import type { TreeNode } from "./node.ts";

interface Single {
  readonly place: Place;
  readonly type: ContentType;
  /** The locale that is chosen now. */
  readonly locale: () => string | undefined;
}

/** A single type: one document, which opens at once. */
export class SingleNode implements TreeNode {
  readonly kind = "single";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: Place;
  readonly type: ContentType;
  readonly children = noChildren;
  readonly action = opening;
  readonly #locale: () => string | undefined;

  constructor(parent: TreeNode, { place, type, locale }: Single) {
    this.id = `${parent.id}/${place.type}`;
    this.parent = parent;
    this.place = place;
    this.type = type;
    this.#locale = locale;
  }

  get address(): Address {
    const locale = this.#locale();
    return { ...this.place, id: singleId, ...(locale && { locale }) };
  }

  item(): vscode.TreeItem {
    const { displayName, localized, draftAndPublish } = this.type;
    const { locale } = this.address;
    const item = new vscode.TreeItem(displayName);
    item.id = this.id;
    item.description = locale ?? "";
    item.iconPath = new vscode.ThemeIcon("file");
    item.contextValue = [
      "single",
      ...(draftAndPublish ? ["publishable"] : []),
      ...(localized ? ["localized"] : []),
    ].join(".");
    return item;
  }
}
