import type { Reference } from "../content/references.ts";
import { isShared } from "../schemas/catalog.ts";
import type { TypeInCatalog } from "../schemas/catalog.ts";
import type { CheckedDocument } from "./checkRule.ts";

/** A reference, and the document that has it, without its content. */
export interface ReferenceInDocument extends Reference {
  readonly document: Pick<CheckedDocument, "address" | "documentId" | "title" | "state">;
  readonly locale: string | undefined;
}

/** References that wait for a lookup, which needs no content. */
export const waitingReferences = (
  { address, documentId, title, state }: CheckedDocument,
  references: readonly Reference[],
): ReferenceInDocument[] =>
  references.map((reference) => ({
    ...reference,
    document: { address, documentId, title, state },
    locale: address.locale,
  }));

/**
 * The type of a document with only the attributes that must be equal in both versions if neither
 * was edited. Excludes attributes that were not read completely. Also excludes shared attributes if
 * another localization changed later: the service copies them to the draft only.
 */
export function comparableShape(
  { address, changes, unread }: CheckedDocument,
  { type, catalog }: TypeInCatalog,
): TypeInCatalog {
  const changedAt = changes.get(address.locale ?? "") ?? 0;
  const hasNewer = [...changes.values()].some((time) => time > changedAt);
  const attributes = [...type.attributes].filter(
    ([name, attribute]) => !unread.has(name) && !(hasNewer && isShared(attribute, type)),
  );
  return { type: { ...type, attributes: new Map(attributes) }, catalog };
}
