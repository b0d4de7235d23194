import * as vscode from "vscode";
import type { ContentType } from "../model/catalog.ts";
import { headingOf } from "../model/catalog.ts";
import type { Content, Place } from "../model/content.ts";
import type { Listing } from "../model/listing.ts";
import { DocumentNode } from "./documentNode.ts";
import { EmptyNode } from "./emptyNode.ts";
import { listedRows } from "./listedRows.ts";
import type { TreeNode } from "./node.ts";

interface Collection {
  readonly place: Place;
  readonly type: ContentType;
  /** The locale that is chosen now. */
  readonly locale: () => string | undefined;
}

/** A collection, in the locale that it is shown in. */
export class CollectionNode implements TreeNode {
  readonly kind = "collection";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: Place;
  readonly type: ContentType;
  readonly #locale: () => string | undefined;
  readonly #content: Content;

  constructor(parent: TreeNode, { place, type, locale }: Collection, content: Content) {
    this.id = `${parent.id}/${place.type}`;
    this.parent = parent;
    this.place = place;
    this.type = type;
    this.#locale = locale;
    this.#content = content;
  }

  get locale(): string | undefined {
    return this.#locale();
  }

  item(): vscode.TreeItem {
    const label = headingOf(this.type);
    const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
    const { total } = this.#listing.view;
    const order = total === undefined ? undefined : vscode.l10n.t("last changed first");
    const parts = [total?.toString(), this.locale, order].filter((part) => part !== undefined);
    item.id = this.id;
    item.description = parts.join(" · ");
    item.iconPath = new vscode.ThemeIcon("files");
    item.contextValue = this.type.localized ? "collection.localized" : "collection";
    item.accessibilityInformation = { label: [label, ...parts].join(", ") };
    return item;
  }

  children(): Promise<readonly TreeNode[]> {
    const plural = this.place.type.replaceAll("-", " ");
    return listedRows(this, this.#listing, {
      toNode: (row) => new DocumentNode(this, row, this.place),
      toEmpty: () => new EmptyNode(this, vscode.l10n.t("No {0}", plural), this.locale),
    });
  }

  get #listing(): Listing {
    return this.#content.listing(this.place);
  }
}
