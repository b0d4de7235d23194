import type { Address } from "../foundation/address.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import { isInvalid } from "../foundation/outcome.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { ResourceOwner } from "../foundation/events.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import type { LocatedRelation } from "../content/references.ts";
import { isListable } from "../schemas/catalog.ts";
import { findExisting, localeOfTarget } from "../reading/readRequests.ts";

/** A problem with a relation's target: it does not exist, or it has no published version. */
export type TargetFlaw = "gone" | "unpublished";

export interface DocumentRelations {
  readonly address: Address;
  readonly service: TypedService;
  readonly relations: readonly LocatedRelation[];
}

type Question = "exists" | "published";

/** How long an answer is valid, in milliseconds. A problem can be fixed at any time. */
const answerValidMs = { yes: 120_000, no: 5_000 };

/** A cache of the states of relation targets, which many documents share. */
export class TargetStates extends ResourceOwner {
  readonly #answers = new Map<string, { readonly is: boolean; readonly until: number }>();

  constructor({ catalogs, documents }: Pick<ChangeDependencies, "catalogs" | "documents">) {
    super();
    this.own(
      documents.onDidSave(({ address, snapshot }) => {
        const type = catalogs.remembered(address.connection)?.types.get(address.type);
        const { state } = snapshot.publication.knownValue ?? {};
        const { connection, locale = none, id } = address;
        const document = [connection, type?.uid, locale, id].join(" ");
        if (type && state) {
          this.#note(`exists ${document}`, true);
          this.#note(`published ${document}`, state !== "draft");
        }
      }),
      documents.onDidFail(({ address, failure }) => {
        if (!isInvalid(failure)) return;
        // The states of the connection may be wrong, since it has rejected a save.
        for (const key of [...this.#answers.keys()]) {
          if (key.split(" ")[1] === address.connection) this.#answers.delete(key);
        }
      }),
    );
  }

  /** The known problem of a target, even if the answer has expired. */
  flaw(reference: LocatedRelation, source: DocumentRelations): TargetFlaw | undefined {
    const isNot = (question: Question) =>
      isAskable(question, reference, source) &&
      this.#answers.get(keyOf(question, reference, source))?.is === false;
    if (isNot("exists")) return "gone";
    return isNot("published") ? "unpublished" : undefined;
  }

  /** Records that the targets exist: the service has just returned them. */
  noteExisting(source: DocumentRelations): void {
    for (const relation of source.relations) this.#note(keyOf("exists", relation, source), true);
  }

  /** Checks the type with the most unknown targets, which exist, in at most one request. */
  async checkLargestType(source: DocumentRelations, options: ReadOptions = {}): Promise<void> {
    const groups = [...this.#unknown("published", source)];
    const neverAsked = (group: readonly LocatedRelation[]): number =>
      this.#unchecked(group, source).length;
    const [largestGroup] = groups.sort(
      ([, group], [, otherGroup]) =>
        neverAsked(otherGroup) - neverAsked(group) || otherGroup.length - group.length,
    );
    if (largestGroup) await this.#check("published", largestGroup, source, options);
  }

  /** Checks which targets that were never checked are published, in one request for each type. */
  async checkUnchecked(source: DocumentRelations, options: ReadOptions = {}): Promise<void> {
    const checks = [...this.#unknown("published", source)].map(([uid, group]) =>
      this.#check("published", [uid, this.#unchecked(group, source)], source, options),
    );
    await Promise.all(checks);
  }

  /** Checks all unknown states, in at most two requests for each type. */
  async checkAll(source: DocumentRelations, options: ReadOptions = {}): Promise<void> {
    const checks = (["exists", "published"] as const).flatMap((question) =>
      [...this.#unknown(question, source)].map((group) =>
        this.#check(question, group, source, options),
      ),
    );
    await Promise.all(checks);
  }

  #unchecked(group: readonly LocatedRelation[], source: DocumentRelations): LocatedRelation[] {
    return group.filter((relation) => !this.#answers.has(keyOf("published", relation, source)));
  }

  #unknown(question: Question, source: DocumentRelations) {
    const unknownRelations = source.relations.filter((relation) => {
      const isFresh =
        (this.#answers.get(keyOf(question, relation, source))?.until ?? 0) > Date.now();
      return !isFresh && isAskable(question, relation, source);
    });
    return groupedBy(unknownRelations, ({ target }) => target);
  }

  async #check(
    question: Question,
    [uid, references]: readonly [string, readonly LocatedRelation[]],
    source: DocumentRelations,
    options: ReadOptions,
  ): Promise<void> {
    const targets = {
      target: uid,
      ids: references.map(({ documentId }) => documentId),
      status: question === "exists" ? "draft" : "published",
      locale: source.address.locale,
    } as const;
    // If the service does not answer, the state stays unknown and there is no warning.
    const [, existing] = await findExisting(source.service, targets, options);
    for (const reference of existing ? references : []) {
      this.#note(keyOf(question, reference, source), existing?.has(reference.documentId) === true);
    }
  }

  #note(key: string, is: boolean): void {
    this.#answers.set(key, { is, until: Date.now() + answerValidMs[is ? "yes" : "no"] });
  }
}

/** The locale part of a key without a locale. */
const none = "-";

function keyOf(
  question: Question,
  { target, documentId }: LocatedRelation,
  source: DocumentRelations,
) {
  const type = source.service.catalog.targets.get(target);
  const locale = (type && localeOfTarget(type, source.address.locale, source.service)) ?? none;
  return [question, source.address.connection, target, locale, documentId].join(" ");
}

function isAskable(
  question: Question,
  { target, documentId }: LocatedRelation,
  { address, service: { catalog, type } }: DocumentRelations,
): boolean {
  const targetType = catalog.targets.get(target);
  if (!targetType || !isListable(targetType, catalog)) return false;
  // A document that points to itself is published together with its target.
  const goesLive = type.draftAndPublish && targetType.draftAndPublish && documentId !== address.id;
  return question === "exists" || goesLive;
}
