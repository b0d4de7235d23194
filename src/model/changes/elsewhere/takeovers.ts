import type { AttributeSchema } from "../../../client/index.ts";
import { isSingle } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ReadFailure } from "../../reading/readFailure.ts";
import type { ReadOptions } from "../../reading/readOptions.ts";
import { localeOfTarget } from "../../reading/versions.ts";
import type { VersionName } from "../../content/states.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { otherChangeKey } from "./otherChange.ts";
import type { OtherChange } from "./otherChange.ts";
import { changesOfRow, idIn, readRelationRows } from "./relationRows.ts";

/** A relation whose target only one document can have, and that target. */
export interface ExclusiveTarget {
  readonly name: string;
  readonly attribute: AttributeSchema;
  readonly type: ContentType;
  readonly documentId: string;
}

/**
 * Returns whether two documents can't have the same target. The document saved last takes it from
 * the other. In components, the service allows several documents to have the same target.
 */
export const isExclusive = ({ relation, inversedBy }: AttributeSchema): boolean =>
  relation === "oneToOne" && inversedBy !== undefined;

export const exclusiveTargetsIn = (
  content: JsonObject,
  { type, catalog }: TypedService,
): ExclusiveTarget[] =>
  [...type.attributes].flatMap(([name, attribute]) => {
    const value = content[name];
    const target = catalog.targets.get(attribute.target ?? "");
    return isExclusive(attribute) && isObject(value) && target
      ? [{ name, attribute, type: target, documentId: textIn(value, "documentId") }]
      : [];
  });

/** What a write sends, and the document before the write; absent if the write creates it. */
interface TakenContents {
  readonly content: JsonObject;
  readonly now?: JsonObject;
}

/**
 * Finds the relations that other documents lose because a write gives their targets to this
 * document. The service removes them without an error.
 */
export async function findTakeovers(
  service: TypedService,
  { id, locale, ...address }: Address,
  { content, now = {} }: TakenContents,
): Promise<Outcome<readonly OtherChange[], ReadFailure>> {
  if (isSingle({ ...address, id })) return done([]);
  const keyOf = ({ name, documentId }: ExclusiveTarget) => `${name} ${documentId}`;
  const earlier = new Set(exclusiveTargetsIn(now, service).map(keyOf));
  const targets = exclusiveTargetsIn(content, service).filter((one) => !earlier.has(keyOf(one)));
  // Both versions of a document have the same row of a target without drafts.
  const versionsOf = ({ type }: ExclusiveTarget): VersionName[] =>
    service.type.draftAndPublish && !type.draftAndPublish ? ["draft", "published"] : ["draft"];
  return findOwners(
    service,
    { id, locale },
    targets.flatMap((target) => versionsOf(target).map((version) => ({ ...target, version }))),
    {},
  );
}

/** The consent to take targets from other documents. */
export interface TakingConsent {
  /** The changes of other documents to which the user has agreed before. */
  readonly agreed?: readonly OtherChange[];
  /** Asks about other changes; absent if no user can answer. */
  readonly confirmTaking?: (changes: readonly OtherChange[]) => Promise<boolean>;
}

/** Finds what a write takes from other documents now. Fails unless the user agrees to all of it. */
export async function agreeToTakeovers(
  service: TypedService,
  address: Address,
  contents: TakenContents,
  { agreed = [], confirmTaking }: TakingConsent = {},
): Promise<Outcome<readonly OtherChange[], ChangeFailure>> {
  const [failure, taken] = await findTakeovers(service, address, contents);
  if (failure) return failed(failure);
  const agreedKeys = new Set(agreed.map(otherChangeKey));
  const elsewhere = taken.filter((change) => !agreedKeys.has(otherChangeKey(change)));
  if (elsewhere.length === 0) return done(taken);
  if (!confirmTaking) return failed({ code: "taken-target", elsewhere });
  return (await confirmTaking(elsewhere)) ? done(taken) : failed({ code: "declined" });
}

/** Finds the other documents of a type that have exclusive targets in some versions. */
export async function findOwners(
  service: TypedService,
  { id, locale }: { readonly id: string; readonly locale: string | undefined },
  targets: readonly (ExclusiveTarget & { readonly version: VersionName })[],
  options: ReadOptions,
): Promise<Outcome<readonly OtherChange[], ReadFailure>> {
  const changes: OtherChange[] = [];
  for (const { name, attribute, type: target, documentId, version } of targets) {
    const relation = {
      type: service.type,
      names: [name],
      attribute,
      target,
      locale: localeOfTarget(target, locale, service),
    };
    const owners = { version, targets: [documentId] };
    const [failure, list] = await readRelationRows(service, relation, owners, options);
    if (failure) return failed(failure);
    const others = list.rows.filter(({ row }) => idIn(row, service.type) !== id);
    const moves = { lost: [documentId], gained: [], version };
    changes.push(...others.flatMap((row) => changesOfRow(row, relation, moves)));
  }
  return done(changes);
}
