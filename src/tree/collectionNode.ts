import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { checkedWords, findingCountWords } from "../texts/checkResultWords.ts";
import { listQueryWords } from "../texts/listQueryWords.ts";
import { nonEmpty } from "../texts/lists.ts";
import { numeral } from "../texts/words.ts";
import type { Checks } from "../model/checks/checks.ts";
import type { ContentType } from "../model/schemas/catalog.ts";
import { headingOf } from "../model/schemas/catalog.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import { hidesRows, hasListQuery } from "../model/content/listQuery.ts";
import type { ListQuery } from "../model/content/listQuery.ts";
import { ListingNode } from "./listingNode.ts";
import type { TreeDependencies, TreeNode } from "./node.ts";

export class CollectionNode extends ListingNode {
  readonly kind = "collection";
  readonly type: ContentType;
  readonly #locale: () => string | undefined;
  readonly #checks: Checks;

  constructor(
    parent: TreeNode,
    place: CollectionAddress,
    type: ContentType,
    locale: () => string | undefined,
    { content, checks }: Pick<TreeDependencies, "content" | "checks">,
  ) {
    super(parent, place, content);
    this.type = type;
    this.#locale = locale;
    this.#checks = checks;
  }

  get locale(): string | undefined {
    return this.#locale();
  }

  protected override get omitsRows(): boolean {
    return hidesRows(this.listQuery, this.type);
  }

  protected get emptyTexts() {
    const collection = this.place.type.replaceAll("-", " ");
    return [vscode.l10n.t("No {collection}", { collection }), this.locale] as const;
  }

  item(): TreeRow {
    const { listQuery } = this;
    const { total, hasMoved } = this.listing.view;
    const isUsual = total !== undefined && !listQuery.sort && !hasMoved;
    const checked = this.#checks.summary(this.place.connection, this.place.type);
    const parts = nonEmpty(
      total !== undefined && numeral(total),
      checked && findingCountWords(checked.counts),
      // A narrow view cuts off the end of the description, so filters come first.
      ...listQueryWords({ ...listQuery, sort: undefined }, this.type),
      this.locale,
      ...listQueryWords({ sort: listQuery.sort }),
      isUsual && vscode.l10n.t("last changed first"),
    );
    return this.toItem({
      label: headingOf(this.type),
      parts,
      details: nonEmpty(checked && checkedWords(checked.counts, checked.checkedAt)),
      icon: this.omitsRows ? "filter-filled" : "files",
      contextValue: kindOf(this.type, listQuery),
    });
  }
}

/** The context value of a collection, such as `collection.states.filtered.localized`. */
const kindOf = ({ draftAndPublish, localized }: ContentType, listQuery: ListQuery): string =>
  nonEmpty(
    "collection",
    draftAndPublish && "states",
    hasListQuery(listQuery) && "filtered",
    localized && "localized",
  ).join(".");
