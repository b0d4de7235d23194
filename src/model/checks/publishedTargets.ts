import { groupedBy } from "../foundation/chunks.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ReadFailure } from "../reading/readFailure.ts";
import type { Catalog } from "../schemas/catalog.ts";
import type { CheckedReference } from "./checkedReferences.ts";
import type { CheckedDocument } from "./checkRule.ts";
import type { LookedUp, Lookups } from "./lookups.ts";

/** A reference, and the document that has it, without its content. */
export interface ReferenceInDocument {
  readonly document: Pick<CheckedDocument, "address" | "documentId" | "title" | "state">;
  readonly reference: CheckedReference;
}

/**
 * References that wait for a lookup, so that one request answers for many documents. They do not
 * wait long, so that findings appear while the check runs, and remain when it is cancelled.
 */
export class OpenReferences {
  #open: ReferenceInDocument[] = [];
  #pages = 0;

  add(
    { address, documentId, title, state }: CheckedDocument,
    references: readonly CheckedReference[],
  ): void {
    const document = { address, documentId, title, state };
    this.#open.push(...references.map((reference) => ({ document, reference })));
  }

  /** To be called once for each page. Returns whether the references should be looked up now. */
  isDue(): boolean {
    this.#pages += 1;
    return this.#open.length >= 200 || this.#pages >= 10;
  }

  /** Returns the references, and forgets them. */
  take(): readonly ReferenceInDocument[] {
    const open = this.#open;
    this.#open = [];
    this.#pages = 0;
    return open;
  }
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
): Promise<Outcome<TargetAnswer, ReadFailure>> {
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
): Promise<Outcome<TargetAnswer, ReadFailure>> =>
  answersFor(relations, (some) => lookups.modified(some));

async function answersFor(
  relations: readonly ReferenceInDocument[],
  ask: (asked: LookedUp) => Promise<Outcome<ReadonlySet<string> | undefined, ReadFailure>>,
): Promise<Outcome<TargetAnswer, ReadFailure>> {
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
