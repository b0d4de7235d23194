import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { checkedWords, findingCountWords } from "../texts/checkResultWords.ts";
import { listQueryWords } from "../texts/listQueryWords.ts";
import { numeral } from "../texts/words.ts";
import type { Checks } from "../model/checks/checks.ts";
import type { ContentType } from "../model/schemas/catalog.ts";
import { headingOf } from "../model/schemas/catalog.ts";
import type { Content } from "../model/query/listing/content.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import type { Listing } from "../model/query/listing/listing.ts";
import { hidesRows, hasListQuery } from "../model/reading/listQuery.ts";
import type { ListQuery } from "../model/reading/listQuery.ts";
import { emptyRow, nothingMatches } from "./actionNodes.ts";
import { nodesOfRows, movedWords } from "./listingNodes.ts";
import type { TreeDependencies, TreeNode } from "./node.ts";
import type { ListNode } from "./rowNode.ts";

interface Collection {
  readonly place: CollectionAddress;
  readonly type: ContentType;
  /** The selected locale. */
  readonly locale: () => string | undefined;
}

/** A collection, in its selected locale. */
export class CollectionNode implements ListNode {
  readonly kind = "collection";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: CollectionAddress;
  readonly type: ContentType;
  readonly #locale: () => string | undefined;
  readonly #content: Content;
  readonly #checks: Checks;

  constructor(
    parent: TreeNode,
    { place, type, locale }: Collection,
    { content, checks }: Pick<TreeDependencies, "content" | "checks">,
  ) {
    this.id = `${parent.id}/${place.type}`;
    this.parent = parent;
    this.place = place;
    this.type = type;
    this.#locale = locale;
    this.#content = content;
    this.#checks = checks;
  }

  get locale(): string | undefined {
    return this.#locale();
  }

  item(): TreeRow {
    const label = headingOf(this.type);
    const { total, hasMoved } = this.listing.view;
    const listQuery = this.#content.listQuery(this.place);
    const isUsual = total !== undefined && !listQuery.sort && !hasMoved;
    const { found, tooltip } = this.#checked;
    const parts = [
      ...(total === undefined ? [] : [numeral(total)]),
      ...found,
      // A narrow view cuts off the end of the description, so filters come first.
      ...listQueryWords({ ...listQuery, sort: undefined }, this.type),
      ...(this.locale === undefined ? [] : [this.locale]),
      ...listQueryWords({ sort: listQuery.sort }),
      ...(isUsual ? [vscode.l10n.t("last changed first")] : []),
      ...(hasMoved ? [movedWords()] : []),
    ];
    return {
      id: this.id,
      label,
      description: parts.join(" · "),
      // A narrow view cuts off the description.
      tooltip: [label, ...parts, ...tooltip],
      iconPath: new vscode.ThemeIcon(hidesRows(listQuery, this.type) ? "filter-filled" : "files"),
      contextValue: kindOf(this.type, listQuery),
      collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    };
  }

  /** The numbers of the last check, and its time. */
  get #checked(): Readonly<Record<"found" | "tooltip", readonly string[]>> {
    const checked = this.#checks.summary(this.place.connection, this.place.type);
    if (!checked) return { found: [], tooltip: [] };
    const { counts, checkedAt } = checked;
    const found = findingCountWords(counts);
    return { found: found === "" ? [] : [found], tooltip: [checkedWords(counts, checkedAt)] };
  }

  children(): Promise<readonly TreeNode[]> {
    const plural = this.place.type.replaceAll("-", " ");
    const listQuery = this.#content.listQuery(this.place);
    return nodesOfRows(this, {
      listQuery,
      toEmpty: () =>
        hidesRows(listQuery, this.type)
          ? nothingMatches(this, this.place)
          : emptyRow(this, vscode.l10n.t("No {collection}", { collection: plural }), this.locale),
    });
  }

  get listing(): Listing {
    return this.#content.listing(this.place);
  }
}

/** The context value of a collection, such as `collection.states.filtered.localized`. */
const kindOf = ({ draftAndPublish, localized }: ContentType, listQuery: ListQuery): string =>
  [
    "collection",
    ...(draftAndPublish ? ["states"] : []),
    ...(hasListQuery(listQuery) ? ["filtered"] : []),
    ...(localized ? ["localized"] : []),
  ].join(".");
