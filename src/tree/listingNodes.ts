import * as vscode from "vscode";
import { hasListQuery } from "../model/query/listing/listQuery.ts";
import type { ListQuery } from "../model/query/listing/listQuery.ts";
import type { Row } from "../model/query/listing/rows.ts";
import { DocumentNode } from "./documentNode.ts";
import { FailureNode } from "./failureNode.ts";
import { MediaFileNode } from "./mediaFileNode.ts";
import { moreRow, clearQueryRow } from "./actionNodes.ts";
import type { TreeNode } from "./node.ts";
import type { ListNode } from "./rowNode.ts";
import { UserNode } from "./userNode.ts";
import type { Failure } from "../model/failure.ts";

interface NodeFactories {
  /** What the listing is limited to by choice. */
  readonly listQuery: ListQuery;
  /** The row that stands where there are none. */
  readonly toEmpty: () => TreeNode;
}

/** The rows of a listing, and below them what can be done next: load more, try again, or nothing. */
export async function nodesOfRows(
  parent: ListNode,
  { listQuery, toEmpty }: NodeFactories,
): Promise<readonly TreeNode[]> {
  const { rows, total, hasMore, failure } = await parent.listing.open();
  const nodes = rows.map((row) => toNode(parent, row));
  if (failure) {
    const isOut = hasListQuery(listQuery) && isRefused(failure);
    const out = isOut ? [clearQueryRow(parent, parent.place, listQuery.filter !== undefined)] : [];
    return [...nodes, new FailureNode(parent, failure, parent.place), ...out];
  }
  if (hasMore) return [...nodes, moreRow(parent, parent.place, { shown: rows.length, total })];
  return nodes.length > 0 ? nodes : [toEmpty()];
}

function toNode(parent: ListNode, row: Row): TreeNode {
  switch (row.kind) {
    case "user":
      return new UserNode(parent, row);
    case "file":
      return new MediaFileNode(parent, row);
    case "document":
      return new DocumentNode(parent, row);
  }
}

/** What a list says whose rows don't stand where the service has them now. */
export const movedWords = (): string => vscode.l10n.t("changed since, Refresh");

/** Whether the service did not take what it was asked: to some filters it says no, on others it fails. */
const isRefused = (failure: Failure): boolean =>
  failure.code === "service" && /^(?:Validation|Http|Request)Error$/.test(failure.error.name);
