import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { urisIn } from "../host/shared/workspaceFiles.ts";
import type { Failure } from "../model/failure.ts";
import { usersType, mediaType, type CollectionAddress } from "../model/foundation/address.ts";
import { hasName } from "../model/foundation/outcome.ts";
import type { ContentList, Row } from "../model/browse/contentList.ts";
import { hasListQuery, hidesRows, type ListQuery } from "../model/content/listQuery.ts";
import { actionRow, failureRow } from "./actionNodes.ts";
import { DocumentNode, MediaFileNode, UserNode } from "./rowNodes.ts";
import type { TreeNode, ListNode, TreeDependencies } from "./treeNode.ts";
import { checkedWords, findingCountWords } from "../texts/check/checkResultWords.ts";
import { listQueryWords } from "../texts/browse/listQueryWords.ts";
import { nonEmpty } from "../texts/shared/nameList.ts";
import { countOf } from "../texts/shared/progressWords.ts";
import { numeral, describe } from "../texts/shared/failureWords.ts";
import { headingOf, type ContentType } from "../model/schemas/catalog.ts";
import type { Connection } from "../model/connect/connection.ts";

/** What the row of a list says, in its description and, with names, in its tooltip. */
type ListFacts = Readonly<
  Partial<Record<"count" | "findings" | "locale" | "order" | "checked", string | undefined>> & {
    limits: readonly string[];
  }
>;

/** A collection, the users or the media files: a row above the rows of a listing. */
abstract class ListingNode implements ListNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly collection: CollectionAddress;
  protected readonly sources: TreeDependencies;

  constructor(parent: TreeNode, collection: CollectionAddress, sources: TreeDependencies) {
    this.id = `${parent.id}/${collection.type}`;
    this.parent = parent;
    this.collection = collection;
    this.sources = sources;
  }

  get listing(): ContentList {
    return this.sources.lists.listing(this.collection);
  }

  protected get listQuery(): ListQuery {
    return this.sources.lists.listQuery(this.collection);
  }

  protected get omitsRows(): boolean {
    return hidesRows(this.listQuery);
  }

  /** The label and the description of the row that is shown when the service returns no rows. */
  protected abstract get emptyTexts(): readonly [label: string, description?: string | undefined];

  abstract item(): TreeRow;

  /** A narrow view cuts off the end of the description, so the number and filters come first. */
  protected toItem(
    label: string,
    { count, findings, limits, locale, order, checked }: ListFacts,
    icon: string,
    contextValue: string,
  ): TreeRow {
    const { hasMoved } = this.listing.view;
    const movedHint = hasMoved && vscode.l10n.t("changed on the service (refresh to update)");
    const filter = limits.join(" · ");
    return {
      id: this.id,
      label,
      description: nonEmpty(count, findings, filter, locale, order, movedHint).join(" · "),
      tooltip: nonEmpty(
        label,
        count && vscode.l10n.t("Items: {count}", { count }),
        filter && vscode.l10n.t("Filter: {filter}", { filter }),
        locale && vscode.l10n.t("Locale: {locale}", { locale }),
        order && vscode.l10n.t("Order: {order}", { order }),
        movedHint && vscode.l10n.t("Changed on the service. Refresh to update the list."),
        checked,
      ),
      iconPath: new vscode.ThemeIcon(icon),
      contextValue,
      collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    };
  }

  async children(): Promise<readonly TreeNode[]> {
    const { collection, listQuery, omitsRows } = this;
    const { rows, total, hasMore, failure } = await this.listing.open();
    const nodes = rows.map((row) => this.#toNode(row));
    // A row that changes or clears a filter that matches nothing or that the service rejects.
    const filter = { icon: "filter", collection, action: "cms.collection.filter" };
    const clear = { ...filter, action: "cms.collection.clearFilter" };
    if (failure) {
      nodes.push(failureRow(this, failure, collection));
      // The filter or the sort order may be what the service rejects.
      if (!hasListQuery(listQuery) || !isRefused(failure)) return nodes;
      const change = listQuery.filter
        ? { ...filter, label: vscode.l10n.t("Change Filter") }
        : { ...clear, label: vscode.l10n.t("Clear Filter") };
      return [...nodes, actionRow(this, "filteredRows", change)];
    }
    if (hasMore) {
      const more = actionRow(this, "more", {
        label: vscode.l10n.t("Load More"),
        description: total ? countOf(rows.length, total) : numeral(rows.length),
        icon: "ellipsis",
        action: "cms.collection.loadMore",
        collection,
      });
      return [...nodes, more];
    }
    if (nodes.length > 0) return nodes;
    if (omitsRows) {
      const label = vscode.l10n.t("No matches");
      const description = vscode.l10n.t("Clear Filter");
      return [actionRow(this, "filteredRows", { ...clear, label, description })];
    }
    const [label, description = ""] = this.emptyTexts;
    return [actionRow(this, "empty", { label, description })];
  }

  #toNode(row: Row): TreeNode {
    switch (row.kind) {
      case "user":
        return new UserNode(this, row, this.sources);
      case "file":
        return new MediaFileNode(this, row, this.sources);
      case "document":
        return new DocumentNode(this, row, this.sources);
    }
  }
}

/** Whether the service rejected the request. On some filters, it fails instead. */
const isRefused = (failure: Failure): boolean =>
  failure.code === "service" &&
  hasName(failure.error, "ValidationError", "HttpError", "RequestError");

export class CollectionNode extends ListingNode {
  readonly kind = "collection";
  readonly type: ContentType;
  readonly #locale: () => string | undefined;

  constructor(
    parent: TreeNode,
    collection: CollectionAddress,
    type: ContentType,
    locale: () => string | undefined,
    sources: TreeDependencies,
  ) {
    super(parent, collection, sources);
    this.type = type;
    this.#locale = locale;
  }

  get locale(): string | undefined {
    return this.#locale();
  }

  protected override get omitsRows(): boolean {
    return hidesRows(this.listQuery, this.type);
  }

  protected get emptyTexts() {
    const collection = this.collection.type.replaceAll("-", " ");
    return [vscode.l10n.t("No {collection}", { collection }), this.locale] as const;
  }

  item(): TreeRow {
    const { listQuery } = this;
    const { total, hasMoved } = this.listing.view;
    const isUsual = total !== undefined && !listQuery.sort && !hasMoved;
    const summary = this.sources.checks.summary(this.collection.connection, this.collection.type);
    const [order] = listQueryWords({ sort: listQuery.sort });
    const facts = {
      count: total === undefined ? undefined : numeral(total),
      findings: summary && findingCountWords(summary.counts),
      limits: listQueryWords({ ...listQuery, sort: undefined }, this.type),
      locale: this.locale,
      order: order ?? (isUsual ? vscode.l10n.t("last changed first") : undefined),
      checked: summary && checkedWords(summary.counts, summary.checkedAt),
    };
    const icon = this.omitsRows ? "filter-filled" : "files";
    return this.toItem(headingOf(this.type), facts, icon, kindOf(this.type, listQuery));
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

/** The signed-in user, shown above the other users. */
class MeNode extends UserNode {
  protected override facts(row: UserNode["row"]): string[] {
    return [
      vscode.l10n.t({ message: "you", comment: ["Marks the signed-in user in the list of users"] }),
      ...super.facts(row),
    ];
  }
}

/** A row that shows why the signed-in user is unknown. Selecting it starts a new sign-in. */
export function signInRow(parent: TreeNode, connection: Connection, failure: Failure): TreeNode {
  const label = vscode.l10n.t("Sign In Again as {identifier}", {
    identifier: connection.identifier ?? "",
  });
  const description = describe(failure);
  return actionRow(parent, "signIn", {
    label,
    description,
    tooltip: [label, description],
    icon: "sign-in",
    action: "cms.connection.signIn",
    connection,
  });
}

export class UsersNode extends ListingNode {
  readonly kind = "users";
  readonly #connection: Connection;

  constructor(parent: TreeNode, connection: Connection, sources: TreeDependencies) {
    super(parent, { connection: connection.id, type: usersType }, sources);
    this.#connection = connection;
  }

  protected get emptyTexts() {
    return [vscode.l10n.t("No users")] as const;
  }

  item(): TreeRow {
    const { listQuery } = this;
    const { total } = this.listing.view;
    const count = total === undefined ? undefined : numeral(total);
    const facts = { count, limits: listQueryWords(listQuery) };
    const icon = this.omitsRows ? "filter-filled" : "organization";
    const contextValue = hasListQuery(listQuery) ? "users.filtered" : "users";
    return this.toItem(vscode.l10n.t("Users"), facts, icon, contextValue);
  }

  override async children(): Promise<readonly TreeNode[]> {
    const [rows, [failure, me] = []] = await Promise.all([
      super.children(),
      this.omitsRows ? undefined : this.sources.accounts.me(this.#connection.id),
    ]);
    if (failure) return [signInRow(this, this.#connection, failure), ...rows];
    if (!me) return rows;
    const meNode = new MeNode(this, me, this.sources);
    // A duplicate id makes VS Code drop rows.
    return [meNode, ...rows.filter(({ id }) => id !== meNode.id)];
  }
}

export class MediaNode extends ListingNode {
  readonly kind = "media";

  constructor(parent: TreeNode, { id }: Connection, sources: TreeDependencies) {
    super(parent, { connection: id, type: mediaType }, sources);
  }

  protected get emptyTexts() {
    return [vscode.l10n.t("No media files")] as const;
  }

  item(): TreeRow {
    const { listQuery } = this;
    const contextValue = hasListQuery(listQuery) ? "media.filtered" : "media";
    const { rows, total } = this.listing.view;
    // The service doesn't count media files. Before the last page, there are more than are loaded.
    const atLeast = rows.length > 0 ? `${numeral(rows.length)}+` : undefined;
    const count = total === undefined ? atLeast : numeral(total);
    const facts = { count, limits: listQueryWords(listQuery) };
    return this.toItem(vscode.l10n.t("Media"), facts, "file-media", contextValue);
  }
}

const uriList = "text/uri-list";

export class MediaDropTarget implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [];
  readonly dropMimeTypes = [uriList];

  async handleDrop(target: TreeNode | undefined, dropped: vscode.DataTransfer): Promise<void> {
    const row = target instanceof MediaFileNode ? target.parent : target;
    if (!(row instanceof MediaNode)) return;
    // Files on a disk.
    const uris = urisIn((await dropped.get(uriList)?.asString()) ?? "").filter(({ scheme }) =>
      ["file", "vscode-remote"].includes(scheme),
    );
    if (uris.length > 0) await vscode.commands.executeCommand("cms.media.upload", row, uris);
  }
}
