import * as vscode from "vscode";
import { stateIcon } from "../host/shared/statusIcons.ts";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { age, ago } from "../texts/shared/textLanguage.ts";
import { nonEmpty } from "../texts/shared/nameList.ts";
import { statusWord, untitled } from "../texts/shared/failureWords.ts";
import { noChildren, type ListNode, type TreeDependencies, type TreeNode } from "./treeNode.ts";
import { sizeOf } from "../texts/shared/mediaFileWords.ts";
import type { UserRow } from "../model/connect/userRow.ts";
import type { State } from "../model/content/publicationStatus.ts";
import type { Address } from "../model/foundation/address.ts";
import type { ContentType } from "../model/schemas/catalog.ts";
import type { DocumentRow, FileRow, Row } from "../model/browse/contentList.ts";

/** A row of a listing. Redrawn alone, it stays the same object and gives a new item. */
export abstract class RowNode<Kind extends Row = Row> implements TreeNode {
  readonly id: string;
  readonly parent: ListNode;
  readonly children = noChildren;
  readonly #tabs: TreeDependencies["tabs"];
  #row: Kind;
  #description: string | undefined;

  constructor(parent: ListNode, row: Kind, { tabs }: Pick<TreeDependencies, "tabs">) {
    this.id = `${parent.id}/${row.id}`;
    this.parent = parent;
    this.#row = row;
    this.#tabs = tabs;
  }

  /** The row as it was last drawn, which the user sees. */
  get row(): Kind {
    return this.#row;
  }

  get address(): Address {
    const { id, locale } = { locale: undefined, ...this.#row };
    return { ...this.parent.collection, id, ...(locale && { locale }) };
  }

  get uri(): vscode.Uri {
    return this.#tabs.uriOf(this.address, this.#row.title);
  }

  /** Whether the description has changed since the last draw, because it contains an age. */
  get isOutdated(): boolean {
    return (
      this.#description !== undefined && this.draw(this.#row).description !== this.#description
    );
  }

  item(): TreeRow {
    const currentRow = this.parent.listing.row(this.#row.id);
    if (currentRow?.kind === this.#row.kind) this.#row = currentRow as Kind;
    const item = this.draw(this.#row);
    this.#description = item.description;
    return item;
  }

  protected abstract draw(row: Kind): TreeRow;
}

export class DocumentNode extends RowNode<DocumentRow> {
  readonly kind = "document";

  /** The icon shows the status. A narrow view has space for little more than the title. */
  protected draw(row: DocumentRow): TreeRow {
    const { state, missing = [] } = row;
    const label = row.title || untitled();
    const facts = nonEmpty(state && statusWord(state), ago(row.updatedAt, "long"));
    const locales = missing.join(", ");
    const lacking = locales && vscode.l10n.t("Missing locales: {locales}", { locales });
    return {
      id: this.id,
      label,
      description: age(row.updatedAt),
      spoken: [label, ...facts].join(", "),
      tooltip: nonEmpty(label, facts.join(" · "), lacking, row.id),
      iconPath: stateIcon(state),
      contextValue: contextOf(
        { kind: "collection", draftAndPublish: row.publishable, localized: Boolean(row.locale) },
        state,
      ),
    };
  }
}

/**
 * The context value of a document's row, such as `document.draft.locales` or `single.draft`. Menus
 * tell by it which commands apply.
 */
export const contextOf = (
  { kind, draftAndPublish, localized }: Pick<ContentType, "kind" | "draftAndPublish" | "localized">,
  state: State | "unknown" = "unknown",
): string =>
  kind === "single"
    ? nonEmpty(kind, draftAndPublish && "publishable", localized && "localized", state).join(".")
    : nonEmpty("document", draftAndPublish ? state : "plain", localized && "locales").join(".");

/** A media file. Its tooltip with the image is created when the user hovers over the row. */
export class MediaFileNode extends RowNode<FileRow> {
  readonly kind = "mediaFile";

  protected draw({ title, file }: FileRow): TreeRow {
    const isPicture = file.mime.startsWith("image/");
    const label = title || untitled();
    const size = sizeOf(file.size);
    return {
      id: this.id,
      label,
      description: nonEmpty(size, age(file.updatedAt)).join(" · "),
      spoken: nonEmpty(label, file.mime, size, ago(file.updatedAt, "long")).join(", "),
      iconPath: new vscode.ThemeIcon(isPicture ? "file-media" : "file"),
      contextValue: "mediaFile",
    };
  }
}

export class UserNode extends RowNode<UserRow> {
  readonly kind = "user";

  protected draw(row: UserRow): TreeRow {
    const facts = this.facts(row);
    const unusual = [row.blocked ? ".blocked" : "", row.confirmed ? "" : ".unconfirmed"];
    return {
      id: this.id,
      label: row.title,
      description: facts.join(" · "),
      tooltip: [row.title, ...facts],
      iconPath: new vscode.ThemeIcon(
        row.blocked ? "circle-slash" : row.confirmed ? "account" : "unverified",
      ),
      contextValue: `user${unusual.join("")}`,
    };
  }

  /** Unusual facts come first because a narrow view cuts off the end. */
  protected facts({ email, blocked, confirmed }: UserRow): string[] {
    return nonEmpty(
      blocked && vscode.l10n.t({ message: "blocked", comment: ["State of a user"] }),
      !confirmed && vscode.l10n.t({ message: "unconfirmed", comment: ["State of a user"] }),
      email,
    );
  }
}
