import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { lockIcon, environmentAndLock } from "../texts/connect/environmentWords.ts";
import { checkedWords, findingCountWords } from "../texts/check/checkResultWords.ts";
import { nonEmpty } from "../texts/shared/nameList.ts";
import { showsCounts } from "../host/browse/listSettings.ts";
import { unlockedColor } from "../host/shared/statusIcons.ts";
import { describeSource, explainSource } from "../host/schemas/schemaTooltips.ts";
import { mediaType, usersType, singleId } from "../model/foundation/address.ts";
import type { Address, CollectionAddress } from "../model/foundation/address.ts";
import { headingOf, type Catalog, type ContentType } from "../model/schemas/catalog.ts";
import { isLocal, type Connection } from "../model/connect/connection.ts";
import { isRefusal } from "../model/foundation/outcome.ts";
import type { Failure } from "../model/failure.ts";
import { isSchemaDenied } from "../model/schemas/schemaSources.ts";
import { actionRow, failureRow, retrying } from "./actionNodes.ts";
import { CollectionNode, signInRow, UsersNode, MediaNode } from "./listNodes.ts";
import { contextOf } from "./rowNodes.ts";
import { noChildren, type TreeDependencies, type TreeNode } from "./treeNode.ts";
import { markedUri } from "./unlockedRows.ts";

/** A connection: its collections by name, then its single types, its users and its media files. */
export class ConnectionNode implements TreeNode {
  readonly kind = "connection";
  readonly parent = undefined;
  readonly id: string;
  readonly connection: Connection;
  readonly #sources: TreeDependencies;
  readonly #isOnly: boolean;

  constructor(connection: Connection, sources: TreeDependencies, isOnly: boolean) {
    this.id = connection.id;
    this.connection = connection;
    this.#sources = sources;
    this.#isOnly = isOnly;
  }

  item(): TreeRow {
    const { name, identifier, adminEmail } = this.connection;
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const { description } = this;
    const lock = lockIcon(this.#sources.locks, this.connection);
    const icon = lock ?? (this.isAway ? "loading~spin" : "server-environment");
    const color = lock === "unlock" ? unlockedColor() : undefined;
    return {
      id: this.id,
      label: name,
      description,
      spoken: vscode.l10n.t("Connection {connection}, {description}", {
        connection: name,
        description: description.replaceAll(" · ", ", "),
      }),
      iconPath: new vscode.ThemeIcon(icon, color),
      ...(lock && { resourceUri: markedUri(this.id) }),
      // The accounts that are signed in, and whether the service is local.
      contextValue: nonEmpty(
        ...["connection", lock && `${lock}ed`, identifier !== undefined && "user"],
        ...[adminEmail !== undefined && "admin", isLocal(this.connection) && "local"],
        // The user names collections only where the schema is inferred.
        this.#sources.catalogs.remembered(this.id)?.source === "inferred" && "inferred",
      ).join("."),
      collapsibleState: this.#isOnly ? Expanded : Collapsed,
    };
  }

  /** Whether the service is unreachable and VS Code retries. */
  get isAway(): boolean {
    return this.#sources.restarts.isAway(this.id);
  }

  /** Omits the source of the schema if the service provides it. */
  get description(): string {
    const { connection } = this;
    const catalog = this.#sources.catalogs.remembered(this.id);
    const checked = this.#sources.checks.summary(this.id);
    return nonEmpty(
      this.isAway && retrying(),
      ...environmentAndLock(this.#sources.locks, connection),
      checked && findingCountWords(checked.counts),
      new URL(connection.url).host,
      catalog && describeSource(catalog),
    ).join(" · ");
  }

  /** Created on hover: VS Code resolves a tooltip only if the item has none. */
  get tooltip(): readonly string[] {
    const { name, url, source } = this.connection;
    const catalog = this.#sources.catalogs.remembered(this.id);
    const comparison = this.#sources.comparisons.of(this.id);
    const checked = this.#sources.checks.summary(this.id);
    return nonEmpty(
      name,
      environmentAndLock(this.#sources.locks, this.connection).join(" · "),
      url,
      checked && checkedWords(checked.counts, checked.checkedAt),
      source === "workspaceSetting" && vscode.l10n.t("From the workspace settings"),
      ...(catalog ? explainSource(catalog, comparison) : []),
    );
  }

  async children(): Promise<readonly TreeNode[]> {
    const { id } = this.connection;
    const known = this.#sources.catalogs.remembered(id);
    if (this.isAway && known) return this.#rows(known);
    const [failure, service] = await this.#sources.catalogs.service(id);
    const catalog = service?.catalog ?? this.#sources.catalogs.remembered(id);
    const rows = catalog ? this.#rows(catalog) : [];
    // A schema from an earlier window is shown immediately and revalidated in the background.
    if (!failure) void this.#sources.catalogs.revalidate(id);
    // Counts load in the background. The rows don't wait for them.
    const lists = rows.filter((row) => row instanceof CollectionNode || row instanceof UsersNode);
    if (!failure && showsCounts())
      void this.#sources.lists.count(lists.map(({ collection }) => collection));
    return failure ? [...(await this.#failureRows(failure)), ...rows] : rows;
  }

  async #failureRows(failure: Failure): Promise<TreeNode[]> {
    const { connection } = this;
    // The service denies access to its schema.
    const isUnnamed = failure.code === "service" && isSchemaDenied(failure.error);
    const naming = actionRow(this, "naming", {
      label: vscode.l10n.t("Name Collections"),
      tooltip: [
        vscode.l10n.t(
          "You can browse the collections that you name. Their fields are inferred from their documents. Alternatively, open the folder of the Strapi project.",
        ),
      ],
      icon: "list-unordered",
      action: "cms.connection.nameCollections",
      connection,
    });
    const others = isUnnamed ? [naming] : [];
    const isStranger =
      isRefusal(failure) && !(await this.#sources.connections.hasSecret(connection));
    if (!isStranger) return [failureRow(this, failure), ...others];
    if (connection.identifier !== undefined)
      return [signInRow(this, connection, failure), ...others];
    // A connection without a token, such as a new connection from a setting.
    const { host } = new URL(connection.url);
    const token = actionRow(this, "token", {
      label: vscode.l10n.t("Enter a Token"),
      description: vscode.l10n.t("no token yet for {host}", { host }),
      icon: "key",
      action: "cms.connection.editToken",
      connection,
    });
    return [token, ...others];
  }

  #rows(catalog: Catalog): TreeNode[] {
    const { show, hide = [] } = this.connection;
    const isShown = (name: string) => (show?.includes(name) ?? true) && !hide.includes(name);
    const types = [...catalog.types.values()]
      .filter(({ name }) => isShown(name))
      .sort((a, b) => headingOf(a).localeCompare(headingOf(b)));
    const ordered = [...types.filter(isCollection), ...types.filter((type) => !isCollection(type))];
    return [
      ...ordered.map((type) => {
        const collection = { connection: this.connection.id, type: type.name };
        const locale = () => this.#sources.lists.locale(collection, type, catalog.defaultLocale);
        return isCollection(type)
          ? new CollectionNode(this, collection, type, locale, this.#sources)
          : singleRow(this, collection, type, locale, this.#sources);
      }),
      ...(isShown(usersType) ? [new UsersNode(this, this.connection, this.#sources)] : []),
      ...(isShown(mediaType) ? [new MediaNode(this, this.connection, this.#sources)] : []),
    ];
  }
}

const isCollection = ({ kind }: ContentType): boolean => kind === "collection";

/** A single type. Its only document opens on click. */
function singleRow(
  parent: TreeNode,
  collection: CollectionAddress,
  type: ContentType,
  locale: () => string | undefined,
  { documents, tabs }: TreeDependencies,
) {
  const { displayName } = type;
  const id = `${parent.id}/${collection.type}`;
  return {
    kind: "single",
    ...{ id, parent, collection, type },
    children: noChildren,
    get uri(): vscode.Uri {
      return tabs.uriOf(this.address, displayName);
    },
    get address(): Address {
      const code = locale();
      return { ...collection, id: singleId, ...(code && { locale: code }) };
    },
    item(): TreeRow {
      const { address } = this;
      const { state } = documents.latestSnapshot(address)?.publication.knownValue ?? {};
      return {
        id,
        label: displayName,
        description: address.locale ?? "",
        iconPath: new vscode.ThemeIcon("file"),
        contextValue: contextOf(type, state),
      };
    },
  };
}
