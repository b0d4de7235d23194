import * as vscode from "vscode";
import { stateIcon } from "../host/shared/statusIcons.ts";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { ago } from "../texts/shared/textLanguage.ts";
import { nonEmpty } from "../texts/shared/nameList.ts";
import { statusWord, untitled } from "../texts/shared/failureWords.ts";
import { noChildren, opening, type ListNode, type TreeNode } from "./treeNode.ts";
import { sizeOf } from "../texts/shared/mediaFileWords.ts";
import type { UserRow } from "../model/connect/userRow.ts";
import type { State } from "../model/content/publicationStatus.ts";
import type { Address } from "../model/foundation/address.ts";
import type { ContentType } from "../model/schemas/catalog.ts";
import type { DocumentRow, FileRow, Row } from "../model/browse/contentList.ts";

/** A row of a listing. Redrawn alone, it stays the same object and gives a new item. */
abstract class RowNode<Kind extends Row = Row> implements TreeNode {
  readonly id: string;
  readonly parent: ListNode;
  readonly children = noChildren;
  #row: Kind;

  constructor(parent: ListNode, row: Kind) {
    this.id = `${parent.id}/${row.id}`;
    this.parent = parent;
    this.#row = row;
  }

  /** The row as it was last drawn, which the user sees. */
  get row(): Kind {
    return this.#row;
  }

  get address(): Address {
    const { id, locale } = { locale: undefined, ...this.#row };
    return { ...this.parent.collection, id, ...(locale && { locale }) };
  }

  item(): TreeRow {
    const currentRow = this.parent.listing.row(this.#row.id);
    if (currentRow?.kind === this.#row.kind) this.#row = currentRow as Kind;
    return this.draw(this.#row);
  }

  protected abstract draw(row: Kind): TreeRow;
}

export class DocumentNode extends RowNode<DocumentRow> {
  readonly kind = "document";
  readonly action = opening;
  #description = "";

  /** Whether the relative time in the description has changed since the last draw. */
  get isOutdated(): boolean {
    return describe(this.row) !== this.#description;
  }

  protected draw(row: DocumentRow): TreeRow {
    const { state, missing = [] } = row;
    const label = row.title || untitled();
    const description = describe(row);
    this.#description = description;
    const locales = missing.join(", ");
    const lacking = locales && vscode.l10n.t("Missing locales: {locales}", { locales });
    return {
      id: this.id,
      label,
      description,
      tooltip: nonEmpty(label, description, lacking, row.id),
      iconPath: stateIcon(state),
      contextValue: contextOf(
        { kind: "collection", draftAndPublish: row.publishable, localized: Boolean(row.locale) },
        state,
      ),
    };
  }
}

const describe = ({ state, updatedAt }: DocumentRow): string =>
  nonEmpty(state && statusWord(state), ago(updatedAt)).join(" · ");

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
  readonly action = "cms.media.open";

  protected draw({ title, file }: FileRow): TreeRow {
    const isPicture = file.mime.startsWith("image/");
    return {
      id: this.id,
      label: title || untitled(),
      description: [file.mime, sizeOf(file.size), ago(file.updatedAt)].filter(Boolean).join(" · "),
      iconPath: new vscode.ThemeIcon(isPicture ? "file-media" : "file"),
      contextValue: "mediaFile",
    };
  }
}

export class UserNode extends RowNode<UserRow> {
  readonly kind = "user";
  readonly action = opening;

  protected draw(row: UserRow): TreeRow {
    const facts = this.facts(row);
    const unusual = [row.blocked ? ".blocked" : "", row.confirmed ? "" : ".unconfirmed"];
    return {
      id: this.id,
      label: row.title,
      description: facts.join(" · "),
      tooltip: [row.title, ...facts],
      iconPath: new vscode.ThemeIcon(row.blocked ? "circle-slash" : "account"),
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
