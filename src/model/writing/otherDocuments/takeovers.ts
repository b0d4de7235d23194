import type { AttributeSchema } from "../../../client/index.ts";
import { isSingle, type Address } from "../../foundation/address.ts";
import { groupedBy, sizedChunks } from "../../foundation/chunks.ts";
import { isObject, textIn, type JsonObject, ownIn } from "../../foundation/json.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { documentsPerRequest } from "../../reading/documentReader.ts";
import type { ReadOptions, ReadResult } from "../../reading/readOptions.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { ChangeResult } from "../../journal/changeFailure.ts";
import { changesOfRow, idIn, readRelationRows, type RelationRow } from "./relationRows.ts";
import { localeOfTarget } from "../../reading/readRequests.ts";
import type { VersionName } from "../../content/publicationStatus.ts";
import { changesBesides, type OtherChange } from "../../journal/journalEntry.ts";

/** A relation whose target only one document can have, and that target. */
export interface ExclusiveTarget {
  readonly name: string;
  readonly attribute: AttributeSchema;
  readonly type: ContentType;
  readonly documentId: string;
}

/** The document saved last takes the target from the other. Components can share a target. */
export const isExclusive = ({ relation, inversedBy }: AttributeSchema): boolean =>
  relation === "oneToOne" && inversedBy !== undefined;

export const exclusiveTargetsIn = (
  content: JsonObject,
  { type, catalog }: TypedService,
): ExclusiveTarget[] =>
  [...type.attributes].flatMap(([name, attribute]) => {
    const value = ownIn(content, name);
    const target = catalog.targets.get(attribute.target ?? "");
    return isExclusive(attribute) && isObject(value) && target
      ? [{ name, attribute, type: target, documentId: textIn(value, "documentId") }]
      : [];
  });

export interface TakingWrite {
  readonly address: Address;
  readonly content: JsonObject;
  /** The document before the write; absent if the write creates it. */
  readonly now?: JsonObject;
}

/** What other documents lose by each write, without an error. All are of one type and locale. */
export async function findTakeovers(
  service: TypedService,
  writes: readonly TakingWrite[],
  options: ReadOptions = {},
): ReadResult<readonly (readonly OtherChange[])[]> {
  const keyOf = ({ name, documentId }: ExclusiveTarget) => `${name} ${documentId}`;
  const targets = writes.map(({ address, content, now = {} }): TakenTarget[] => {
    if (isSingle(address)) return [];
    const earlierKeys = new Set(exclusiveTargetsIn(now, service).map(keyOf));
    return exclusiveTargetsIn(content, service)
      .filter((target) => !earlierKeys.has(keyOf(target)))
      .flatMap((target) => {
        // Both versions of a document have the same row of a target without drafts.
        const isOfBoth = service.type.draftAndPublish && !target.type.draftAndPublish;
        const takeover = { ...target, version: "draft", taker: address.id } as const;
        return isOfBoth ? [takeover, { ...takeover, version: "published" }] : [takeover];
      });
  });
  const locale = writes[0]?.address.locale;
  const [failure, owners] = await findOwners(service, locale, targets.flat(), options);
  if (failure) return failed(failure);
  const changesOf = (target: TakenTarget) => owners.get(target) ?? [];
  return done(targets.map((writeTargets) => writeTargets.flatMap(changesOf)));
}

export interface TakingConsent {
  readonly agreed?: readonly OtherChange[] | undefined;
  /** Asks about other changes; absent if no user can answer. */
  readonly confirmTaking?: (changes: readonly OtherChange[]) => Promise<boolean>;
}

/** Finds what a write takes from other documents now. Fails unless the user agrees to all of it. */
export async function agreeToTakeovers(
  service: TypedService,
  write: TakingWrite,
  { agreed = [], confirmTaking }: TakingConsent = {},
): ChangeResult<readonly OtherChange[]> {
  const [failure, takeoversByWrite] = await findTakeovers(service, [write]);
  if (failure) return failed(failure);
  const [takeovers = []] = takeoversByWrite;
  const elsewhere = changesBesides(agreed, takeovers);
  if (elsewhere.length === 0) return done(takeovers);
  if (!confirmTaking) return failed({ code: "taken-target", elsewhere });
  return (await confirmTaking(elsewhere)) ? done(takeovers) : failed({ code: "declined" });
}

export interface TakenTarget extends ExclusiveTarget {
  readonly version: VersionName;
  /** The id in the address of the document that takes the target. */
  readonly taker: string;
}

/** Finds the other documents of a type, in one locale, that have exclusive targets now. */
export async function findOwners(
  service: TypedService,
  locale: string | undefined,
  targets: readonly TakenTarget[],
  options: ReadOptions,
): ReadResult<ReadonlyMap<TakenTarget, readonly OtherChange[]>> {
  // In the order of the targets, whichever answer arrives first.
  const owners = new Map(
    targets.map((target): [TakenTarget, readonly OtherChange[]] => [target, []]),
  );
  const groups = groupedBy(targets, ({ name, version }) => `${name} ${version}`);
  const chunks = [...groups.values()].flatMap((group) => sizedChunks(group, documentsPerRequest));
  const findAll = async (chunk: (typeof chunks)[number]): ReadResult<null> => {
    const [first] = chunk;
    if (!first) return done(null);
    const { name, attribute, type: target, version } = first;
    const relation = {
      ...{ type: service.type, names: [name], attribute, target },
      locale: localeOfTarget(target, locale, service),
    };
    const query = { version, targets: chunk.map(({ documentId }) => documentId) };
    const [failure, list] = await readRelationRows(service, relation, query, options);
    if (failure) return failed(failure);
    for (const takenTarget of chunk) {
      const isOwner = ({ row, targets: ownedTargets }: RelationRow) =>
        ownedTargets.includes(takenTarget.documentId) &&
        idIn(row, service.type) !== takenTarget.taker;
      const changes = list.rows
        .filter(isOwner)
        .flatMap((row) => changesOfRow(row, relation, version, [takenTarget.documentId]));
      owners.set(takenTarget, changes);
    }
    return done(null);
  };
  const outcomes = await Promise.all(chunks.map(findAll));
  const failure = outcomes.find(([error]) => error)?.[0];
  if (failure) return failed(failure);
  return done(owners);
}
