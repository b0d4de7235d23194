import type { Listing } from "../model/listing.ts";
import type { Row } from "../model/rows.ts";
import { FailureNode } from "./failureNode.ts";
import { MoreNode } from "./moreNode.ts";
import type { TreeNode } from "./node.ts";
import type { Place } from "../model/content.ts";

interface Listed extends TreeNode {
  readonly place: Place;
}

interface Nodes {
  readonly toNode: (row: Row) => TreeNode;
  /** The row that stands where there are none. */
  readonly toEmpty: () => TreeNode;
}

/** The rows of a listing, and below them what can be done next: load more, try again, or nothing. */
export async function listedRows(
  parent: Listed,
  listing: Listing,
  { toNode, toEmpty }: Nodes,
): Promise<readonly TreeNode[]> {
  const { rows, total, hasMore, failure } = await listing.open();
  const nodes = rows.map(toNode);
  if (failure) return [...nodes, new FailureNode(parent, failure, parent.place)];
  if (hasMore) return [...nodes, new MoreNode(parent, parent.place, { shown: rows.length, total })];
  return nodes.length > 0 ? nodes : [toEmpty()];
}
