import * as vscode from "vscode";
import { numeral } from "../host/words/words.ts";
import type { CollectionAddress } from "../model/query/listing/content.ts";
import { actionRow } from "./actionRow.ts";
import type { TreeNode } from "./node.ts";

interface Loaded {
  readonly shown: number;
  readonly total: number | undefined;
}

/** A row that turns the next page. */
export function moreRow(
  parent: TreeNode,
  place: CollectionAddress,
  { shown, total }: Loaded,
): TreeNode {
  const description = total
    ? vscode.l10n.t("{0} of {1}", numeral(shown), numeral(total))
    : numeral(shown);
  const label = vscode.l10n.t("Load More");
  const action = "cms.collection.loadMore";
  return actionRow(parent, "more", {
    label,
    description,
    icon: "ellipsis",
    action,
    about: { place },
  });
}
