import { groupedBy } from "../foundation/chunks.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { QueryFailure } from "../query/queryFailure.ts";
import type { Catalog } from "../schemas/catalog.ts";
import type { CheckedReference } from "./checkedReferences.ts";
import type { CheckedDocument } from "./checkRule.ts";
import type { LookedUp, Lookups } from "./lookups.ts";

/** A reference, and the document that has it. */
export interface ReferenceInDocument {
  readonly document: CheckedDocument;
  readonly reference: CheckedReference;
}

/** The answer for a target of a relation in a locale; undefined if it is unknown. */
export type TargetAnswer = (
  target: string,
  locale: string | undefined,
  documentId: string,
) => boolean | undefined;

/**
 * Looks up which targets of relations are published, in the locale of the relation's document. A
 * target without drafts is always published.
 */
export async function publishedTargets(
  relations: readonly ReferenceInDocument[],
  { targets }: Catalog,
  lookups: Lookups,
): Promise<Outcome<TargetAnswer, QueryFailure>> {
  const hasDrafts = (target = "") => targets.get(target)?.draftAndPublish;
  const asked = relations.filter(({ reference }) => hasDrafts(reference.target) === true);
  const [failure, found] = await answersFor(asked, (some) => lookups.published(some));
  if (failure) return failed(failure);
  return done((target, ...place) => hasDrafts(target) === false || found(target, ...place));
}

/** Looks up which targets have a draft that was changed since it was published. */
export const modifiedTargets = (
  relations: readonly ReferenceInDocument[],
  lookups: Lookups,
): Promise<Outcome<TargetAnswer, QueryFailure>> =>
  answersFor(relations, (some) => lookups.modified(some));

async function answersFor(
  relations: readonly ReferenceInDocument[],
  ask: (asked: LookedUp) => Promise<Outcome<ReadonlySet<string> | undefined, QueryFailure>>,
): Promise<Outcome<TargetAnswer, QueryFailure>> {
  const answers = new Map<string, ReadonlySet<string>>();
  for (const [key, group] of groupedBy(relations, keyOfReference)) {
    const [first] = group;
    const { target } = first?.reference ?? {};
    if (!first || target === undefined) continue;
    const ids = group.map(({ reference }) => reference.documentId);
    const [failure, found] = await ask({ target, locale: first.document.address.locale, ids });
    if (failure) return failed(failure);
    if (found) answers.set(key, found);
  }
  return done((target, locale, documentId) =>
    answers.get(groupKey(target, locale))?.has(documentId),
  );
}

const keyOfReference = ({ reference, document }: ReferenceInDocument): string =>
  groupKey(reference.target ?? "", document.address.locale);

const groupKey = (target: string, locale: string | undefined): string =>
  `${target} ${locale ?? ""}`;
