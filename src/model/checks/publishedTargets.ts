import { groupedBy } from "../foundation/chunks.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { QueryFailure } from "../query/queryFailure.ts";
import type { Catalog } from "../schemas/catalog.ts";
import type { CheckedReference } from "./checkedReferences.ts";
import type { CheckedDocument } from "./checkRule.ts";
import type { Lookups } from "./lookups.ts";

/** A reference, and the document that has it. */
export interface ReferenceInDocument {
  readonly document: CheckedDocument;
  readonly reference: CheckedReference;
}

/**
 * Whether a published version can have a relation to a document; undefined if this is unknown. A
 * target without drafts is always published.
 */
export type IsPublished = (
  target: string,
  locale: string | undefined,
  documentId: string,
) => boolean | undefined;

/** Looks up which targets of relations are published, in the locale of the relation's document. */
export async function publishedTargets(
  relations: readonly ReferenceInDocument[],
  { targets }: Catalog,
  lookups: Lookups,
): Promise<Outcome<IsPublished, QueryFailure>> {
  const published = new Map<string, ReadonlySet<string>>();
  const asked = relations.filter(
    ({ reference: { target } }) =>
      target !== undefined && targets.get(target)?.draftAndPublish === true,
  );
  for (const [key, group] of groupedBy(asked, keyOfReference)) {
    const [first] = group;
    const { target } = first?.reference ?? {};
    if (!first || target === undefined) continue;
    const ids = group.map(({ reference }) => reference.documentId);
    const [failure, found] = await lookups.published({
      target,
      locale: first.document.address.locale,
      ids,
    });
    if (failure) return failed(failure);
    if (found) published.set(key, found);
  }
  return done((target, locale, documentId) =>
    targets.get(target)?.draftAndPublish === false
      ? true
      : published.get(groupKey(target, locale))?.has(documentId),
  );
}

const keyOfReference = ({ reference, document }: ReferenceInDocument): string =>
  groupKey(reference.target ?? "", document.address.locale);

const groupKey = (target: string, locale: string | undefined): string =>
  `${target} ${locale ?? ""}`;
