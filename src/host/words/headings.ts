import * as vscode from "vscode";
import { usersType } from "../../model/foundation/address.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import type { Catalog, ContentType } from "../../model/schemas/catalog.ts";
import type { CollectionAddress } from "../../model/query/listing/content.ts";
import type { State } from "../../model/documents/snapshot/states.ts";
import { ago } from "./ago.ts";

/** How a document stands, as far as its type has it. */
export interface DocumentStatus {
  readonly state?: State | undefined;
  readonly locale?: string | undefined;
  /** Milliseconds; 0 where it is not known. */
  readonly version: number;
}

/** Such as "Modified · en · changed 2 minutes ago". */
export function statusLine({ state, locale, version }: DocumentStatus): string {
  const when = version > 0 ? ago(new Date(version).toISOString(), "long") : "";
  if (!state && !locale) return when && vscode.l10n.t("Changed {0}", when);
  const parts = [state && stateHeading(state), locale, when && vscode.l10n.t("changed {0}", when)];
  return parts.filter(Boolean).join(" · ");
}

/** Who changed it last, on a line of its own; nothing where that is not known. */
export const editorLine = (editor: string | undefined): string[] =>
  editor ? [vscode.l10n.t("Last changed in the admin panel by {0}", editor)] : [];

/** A state as the first word of a line. */
export function stateHeading(state: State): string {
  const words: Record<State, string> = {
    draft: vscode.l10n.t("Draft"),
    published: vscode.l10n.t("Published"),
    modified: vscode.l10n.t("Modified"),
  };
  return words[state];
}

/** What a person calls a type; users have none. */
export const typeHeading = (type: ContentType | undefined): string =>
  type ? headingOf(type) : vscode.l10n.t("Users");

/** What a person calls a place; its name where the catalog does not know it. */
export function collectionHeading(
  { type: name }: Pick<CollectionAddress, "type">,
  catalog?: Catalog,
): string {
  const type = catalog?.types.get(name);
  return type || name === usersType ? typeHeading(type) : name;
}
