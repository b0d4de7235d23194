import * as vscode from "vscode";
import { stateIcon } from "../host/stateIcons.ts";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { ago } from "../texts/ago.ts";
import { nonEmpty } from "../texts/lists.ts";
import { statusWord, untitled } from "../texts/words.ts";
import type { DocumentRow } from "../model/query/listing/rows.ts";
import { opening, RowNode } from "./node.ts";

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
      contextValue: kindOf(row),
    };
  }
}

const describe = ({ state, updatedAt }: DocumentRow): string =>
  nonEmpty(state && statusWord(state), ago(updatedAt)).join(" · ");

/** The context value of a row, such as `document.draft` or `document.draft.locales`. */
function kindOf({ state, locale, publishable }: DocumentRow): string {
  const kind = publishable ? (state ?? "unknown") : "plain";
  return nonEmpty("document", kind, locale && "locales").join(".");
}
