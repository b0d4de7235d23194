import { hasName } from "../model/foundation/outcome.ts";
import * as vscode from "vscode";
import { hasListQuery } from "../model/reading/listQuery.ts";
import type { ListQuery } from "../model/reading/listQuery.ts";
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
  /** The list query of the listing. */
  readonly listQuery: ListQuery;
  /** Creates the row that is shown when the listing is empty. */
  readonly toEmpty: () => TreeNode;
}

/** The rows of a listing, followed by a row to load more or to retry, if needed. */
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

/** The text of a list whose order or content has changed on the service. */
export const movedWords = (): string => vscode.l10n.t("changed on the service (refresh to update)");

/**
 * Whether the service rejected the request. It rejects some filters with a validation error and
 * fails on others.
 */
const isRefused = (failure: Failure): boolean =>
  failure.code === "service" &&
  hasName(failure.error, "ValidationError", "HttpError", "RequestError");
