import * as vscode from "vscode";
import { usersType } from "../model/address.ts";
import { headingOf } from "../model/catalog.ts";
import type { Catalog, ContentType } from "../model/catalog.ts";
import type { Connection } from "../model/connections.ts";
import { CollectionNode } from "./collectionNode.ts";
import { FailureNode } from "./failureNode.ts";
import type { Sources, TreeNode } from "./node.ts";
import { SingleNode } from "./singleNode.ts";
import { UsersNode } from "./usersNode.ts";

/** A connection: its collections by name, then its single types, then its users. */
export class ConnectionNode implements TreeNode {
  readonly kind = "connection";
  readonly parent = undefined;
  readonly id: string;
  readonly connection: Connection;
  readonly #sources: Sources;
  readonly #isOnly: boolean;

  constructor(connection: Connection, sources: Sources, isOnly: boolean) {
    this.id = connection.id;
    this.connection = connection;
    this.#sources = sources;
    this.#isOnly = isOnly;
  }

  item(): vscode.TreeItem {
    const { name, url } = this.connection;
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(name, this.#isOnly ? Expanded : Collapsed);
    item.id = this.id;
    item.description = new URL(url).host;
    item.tooltip = `${name}\n${url}`;
    item.iconPath = new vscode.ThemeIcon("server-environment");
    item.contextValue = "connection";
    item.accessibilityInformation = {
      label: vscode.l10n.t("Connection {0}, {1}", name, new URL(url).host),
    };
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    const { id } = this.connection;
    const [failure, service] = await this.#sources.catalogs.service(id);
    const catalog = service?.catalog ?? this.#sources.catalogs.remembered(id);
    const rows = catalog ? this.#rows(catalog) : [];
    return failure ? [new FailureNode(this, failure), ...rows] : rows;
  }

  #rows(catalog: Catalog): TreeNode[] {
    const types = [...catalog.types.values()].sort((a, b) =>
      headingOf(a).localeCompare(headingOf(b)),
    );
    const ordered = [...types.filter(isCollection), ...types.filter((type) => !isCollection(type))];
    const users = { connection: this.connection.id, type: usersType };
    return [
      ...ordered.map((type) => this.#row(type, catalog)),
      new UsersNode(this, users, this.#sources.content),
    ];
  }

  #row(type: ContentType, { defaultLocale }: Catalog): TreeNode {
    const place = { connection: this.connection.id, type: type.name };
    const locale = () => this.#sources.content.locale(place, type, defaultLocale);
    return isCollection(type)
      ? new CollectionNode(this, { place, type, locale }, this.#sources.content)
      : new SingleNode(this, { place, type, locale });
  }
}

const isCollection = ({ kind }: ContentType): boolean => kind === "collection";
