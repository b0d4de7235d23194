import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { singleId } from "../model/foundation/address.ts";
import type { Address, CollectionAddress } from "../model/foundation/address.ts";
import type { ContentType } from "../model/schemas/catalog.ts";
import type { State } from "../model/content/states.ts";
import { noChildren, opening } from "./node.ts";
import type { TreeNode } from "./node.ts";

/** A single type. Its only document opens on click. */
export class SingleNode implements TreeNode {
  readonly kind = "single";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: CollectionAddress;
  readonly type: ContentType;
  readonly children = noChildren;
  readonly action = opening;
  readonly #locale: () => string | undefined;
  /** Returns the publication status of a document; undefined if it is unknown. */
  readonly #state: (address: Address) => State | undefined;

  constructor(
    parent: TreeNode,
    place: CollectionAddress,
    type: ContentType,
    locale: () => string | undefined,
    state: (address: Address) => State | undefined,
  ) {
    this.id = `${parent.id}/${place.type}`;
    this.parent = parent;
    this.place = place;
    this.type = type;
    this.#locale = locale;
    this.#state = state;
  }

  get address(): Address {
    const locale = this.#locale();
    return { ...this.place, id: singleId, ...(locale && { locale }) };
  }

  item(): TreeRow {
    const { displayName, localized, draftAndPublish } = this.type;
    const { locale } = this.address;
    const states = [
      ...(draftAndPublish ? ["publishable"] : []),
      ...(localized ? ["localized"] : []),
      this.#state(this.address) ?? "unknown",
    ];
    return {
      id: this.id,
      label: displayName,
      description: locale ?? "",
      iconPath: new vscode.ThemeIcon("file"),
      contextValue: ["single", ...states].join("."),
    };
  }
}
