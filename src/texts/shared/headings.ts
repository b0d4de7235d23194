import * as l10n from "@vscode/l10n";
import { usersType, type CollectionAddress } from "../../model/foundation/address.ts";
import { headingOf, type Catalog, type ContentType } from "../../model/schemas/catalog.ts";
import { ago } from "./textLanguage.ts";
import { nonEmpty, wordsFor } from "./nameList.ts";
import type { State } from "../../model/content/publicationStatus.ts";

/**
 * A line such as "Modified · en · changed 2 minutes ago". `version` is the time of the last change
 * in milliseconds; 0 if it is unknown.
 */
export function statusLine(version: number, state?: State, locale?: string): string {
  const when = version > 0 ? ago(new Date(version).toISOString(), "long") : "";
  if (!state && !locale) return when && l10n.t("Changed {time}", { time: when });
  return nonEmpty(
    state && stateHeading(state),
    locale,
    when &&
      l10n.t({
        message: "changed {time}",
        args: { time: when },
        comment: ["After the publication status and the locale; {time} is such as: 2 minutes ago"],
      }),
  ).join(" · ");
}

/** Empty if the editor is unknown. */
export const editorLine = (editor: string | undefined): string[] =>
  editor ? [l10n.t("Last changed in the admin panel by {user}", { user: editor })] : [];

/** A publication status, capitalized for the start of a line. */
export const stateHeading = (state: State): string =>
  wordsFor(state, {
    draft: l10n.t("Draft"),
    published: l10n.t("Published"),
    modified: l10n.t("Modified"),
  });

/** Users have no type. */
export const typeHeading = (type: ContentType | undefined): string =>
  type ? headingOf(type) : l10n.t("Users");

/** The collection's own name if the catalog doesn't contain it. */
export function collectionHeading(
  { type: name }: Pick<CollectionAddress, "type">,
  catalog?: Catalog,
): string {
  const type = catalog?.types.get(name);
  return type || name === usersType ? typeHeading(type) : name;
}
