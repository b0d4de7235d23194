import type { TreeRow } from "../host/surfaces/treeItem.ts";
import type { Address, CollectionAddress } from "../model/foundation/address.ts";
import type { Listing } from "../model/query/listing/listing.ts";
import type { Row } from "../model/query/listing/rows.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";

/** A row whose children are the rows of a listing. */
export interface ListNode extends TreeNode {
  readonly place: CollectionAddress;
  readonly listing: Listing;
}

/**
 * A row of a listing. It can be redrawn alone: VS Code keeps the object and requests its item
 * again.
 */
export abstract class RowNode<Kind extends Row = Row> implements TreeNode {
  readonly id: string;
  readonly parent: ListNode;
  readonly children = noChildren;
  #row: Kind;

  constructor(parent: ListNode, row: Kind) {
    this.id = `${parent.id}/${row.id}`;
    this.parent = parent;
    this.#row = row;
  }

  /** The row as it was last drawn, which the user sees. */
  get row(): Kind {
    return this.#row;
  }

  get address(): Address {
    const { id, locale } = { locale: undefined, ...this.#row };
    return { ...this.parent.place, id, ...(locale && { locale }) };
  }

  item(): TreeRow {
    const now = this.parent.listing.row(this.#row.id);
    if (now?.kind === this.#row.kind) this.#row = now as Kind;
    return this.draw(this.#row);
  }

  protected abstract draw(row: Kind): TreeRow;
}
