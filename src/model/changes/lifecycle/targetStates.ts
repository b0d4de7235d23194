import type { CallOptions } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import type { Documents } from "../saving/documents.ts";
import type { Disposable } from "../../foundation/events.ts";
import { isInvalid } from "../../foundation/outcome.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import type { PlacedReference } from "../../documents/references/placedReferences.ts";
import { isListed } from "../../documents/references/targetSearch.ts";

/** What is wrong with a relation's target: it is not there, or nothing of it is published. */
export type TargetFlaw = "gone" | "unpublished";

/** A document and what it points to. */
export interface Pointing {
  readonly address: Address;
  readonly service: TypedService;
  readonly all: readonly PlacedReference[];
}

type Question = "exists" | "published";

/** How long an answer is good for, in milliseconds: a flaw may be mended at any time. */
const goodFor = { yes: 120_000, no: 5_000 };

/** How many documents are asked about in one request. */
const atOnce = 100;

interface Known {
  readonly is: boolean;
  readonly until: number;
}

interface Parts {
  readonly catalogs: Catalogs;
  readonly documents: Documents;
}

/** What is known of the targets of relations, so that the same is not asked for every document. */
export class TargetStates implements Disposable {
  readonly #known = new Map<string, Known>();
  readonly #listening: readonly Disposable[];

  constructor({ catalogs, documents }: Parts) {
    this.#listening = [
      documents.onDidSave(({ address, snapshot }) => {
        const type = catalogs.remembered(address.connection)?.types.get(address.type);
        const { state } = snapshot.standing.now ?? {};
        if (type && state) this.#noteDocument(address, type.uid, state !== "draft");
      }),
      documents.onDidFail(({ address, failure }) => {
        if (isInvalid(failure)) this.#forget(address.connection);
      }),
    ];
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
  }

  /** What is known to be wrong, however long ago it was asked. */
  flaw(reference: PlacedReference, pointing: Pointing): TargetFlaw | undefined {
    const isNot = (question: Question) =>
      isAskable(question, reference, pointing) &&
      this.#known.get(keyOf(question, reference, pointing))?.is === false;
    if (isNot("exists")) return "gone";
    return isNot("published") ? "unpublished" : undefined;
  }

  /** The targets are there: the service has just said so. */
  noteExisting(pointing: Pointing): void {
    for (const one of pointing.all) this.#note(keyOf("exists", one, pointing), true);
  }

  /**
   * One request at most, for a document that was just read, so that its targets are there: whether those of
   * one type are published, of the type that most of the unknown ones have.
   */
  async askOnce(pointing: Pointing, options: CallOptions = {}): Promise<void> {
    const groups = [...this.#unknown("published", pointing)];
    const neverAsked = (group: readonly PlacedReference[]): number =>
      this.#unasked(group, pointing).length;
    const [most] = groups.sort(
      ([, some], [, others]) =>
        neverAsked(others) - neverAsked(some) || others.length - some.length,
    );
    if (most) await this.#ask("published", most, pointing, options);
  }

  /** Whether those are published that nobody has asked about yet, in one request for each type. */
  async askUnasked(pointing: Pointing, options: CallOptions = {}): Promise<void> {
    const asking = [...this.#unknown("published", pointing)].map(([uid, group]) =>
      this.#ask("published", [uid, this.#unasked(group, pointing)], pointing, options),
    );
    await Promise.all(asking);
  }

  /** Everything that is not known, in at most two requests for each type. */
  async askAll(pointing: Pointing, options: CallOptions = {}): Promise<void> {
    const asking = (["exists", "published"] as const).flatMap((question) =>
      [...this.#unknown(question, pointing)].map((group) =>
        this.#ask(question, group, pointing, options),
      ),
    );
    await Promise.all(asking);
  }

  #unasked(group: readonly PlacedReference[], pointing: Pointing): PlacedReference[] {
    return group.filter((one) => !this.#known.has(keyOf("published", one, pointing)));
  }

  #unknown(question: Question, pointing: Pointing): Map<string, PlacedReference[]> {
    const groups = new Map<string, PlacedReference[]>();
    for (const one of pointing.all) {
      const isFresh = (this.#known.get(keyOf(question, one, pointing))?.until ?? 0) > Date.now();
      if (isFresh || !isAskable(question, one, pointing)) continue;
      groups.set(one.target, [...(groups.get(one.target) ?? []), one]);
    }
    return groups;
  }

  async #ask(
    question: Question,
    [uid, references]: readonly [string, readonly PlacedReference[]],
    pointing: Pointing,
    options: CallOptions,
  ): Promise<void> {
    const { cms, catalog } = pointing.service;
    const type = catalog.targets.get(uid);
    const ids = [...new Set(references.map(({ documentId }) => documentId))].slice(0, atOnce);
    if (!type || ids.length === 0) return;
    const locale = localeOfTarget(type, pointing);
    const [error, rows] = await cms.collection<JsonObject>(type.name).findMany({
      all: true,
      params: {
        status: question === "exists" ? "draft" : "published",
        fields: ["documentId"],
        filters: { documentId: { $in: ids } },
        ...(locale && { locale }),
      },
      ...options,
    });
    // What can't be asked is not known: nobody is warned of it.
    if (error) return;
    const found = new Set(rows.map((row) => textIn(row, "documentId")));
    for (const one of references.filter(({ documentId }) => ids.includes(documentId))) {
      this.#note(keyOf(question, one, pointing), found.has(one.documentId));
    }
  }

  /** A document is there, and was published or never was. */
  #noteDocument({ connection, locale = none, id }: Address, uid: string, isLive: boolean): void {
    const rest = [connection, uid, locale, id];
    this.#note(["exists", ...rest].join(" "), true);
    this.#note(["published", ...rest].join(" "), isLive);
  }

  /** What was known of a connection may be wrong: it has refused a save. */
  #forget(connection: string): void {
    for (const key of [...this.#known.keys()]) {
      if (key.split(" ")[1] === connection) this.#known.delete(key);
    }
  }

  #note(key: string, is: boolean): void {
    this.#known.set(key, { is, until: Date.now() + goodFor[is ? "yes" : "no"] });
  }
}

/** Stands for the locale of what has none. */
const none = "-";

function keyOf(question: Question, { target, documentId }: PlacedReference, pointing: Pointing) {
  const type = pointing.service.catalog.targets.get(target);
  const locale = (type && localeOfTarget(type, pointing)) ?? none;
  return [question, pointing.address.connection, target, locale, documentId].join(" ");
}

/** The service looks for the target in the document's own locale. */
const localeOfTarget = (
  { localized }: ContentType,
  { address, service }: Pointing,
): string | undefined =>
  localized ? (address.locale ?? service.catalog.defaultLocale) : undefined;

function isAskable(
  question: Question,
  { target, documentId }: PlacedReference,
  { address, service: { catalog, type } }: Pointing,
): boolean {
  const pointed = catalog.targets.get(target);
  if (!pointed || !isListed(pointed, catalog)) return false;
  // A document that points to itself goes live together with what it points to.
  const goesLive = type.draftAndPublish && pointed.draftAndPublish && documentId !== address.id;
  return question === "exists" || goesLive;
}
