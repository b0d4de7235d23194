import type { Address } from "../foundation/address.ts";
import type { InboundRelation } from "../find/inboundRelations.ts";
import type { VersionName } from "../content/publicationStatus.ts";

/** A relation that another document gets or loses by a write that doesn't name that document. */
export interface OtherChange extends InboundRelation {
  /** The version that changes. A type without drafts has published versions only. */
  readonly version: VersionName;
  readonly change: "gets" | "loses";
  /** The documentId of the target that it gets or loses. */
  readonly target: string;
  /** The documentIds of all targets before and after the write. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface OtherChanges {
  readonly changed: readonly OtherChange[];
  /** Whether more documents point to the targets than were read. */
  readonly isTruncated: boolean;
  /** Paths of relations that may change and can't be looked up, such as `articles.sections`. */
  readonly unsearchable: readonly string[];
}

export const otherAddressOf = (
  { type, documentId, locale }: Pick<OtherChange, "type" | "documentId" | "locale">,
  { connection }: Pick<Address, "connection">,
): Address => ({
  ...{ connection, type, id: documentId },
  ...(locale !== undefined && { locale }),
});

export const reversed = ({ change, before, after, ...relation }: OtherChange): OtherChange => ({
  ...relation,
  change: change === "gets" ? "loses" : "gets",
  before: after,
  after: before,
});

export function changesBesides(
  knownChanges: readonly OtherChange[] = [],
  changes: readonly OtherChange[] = [],
): readonly OtherChange[] {
  const keys = new Set(knownChanges.map(otherChangeKey));
  return changes.filter((change) => !keys.has(otherChangeKey(change)));
}

export const otherChangeKey = (change: OtherChange): string => {
  const { type, documentId, locale, version, path, target } = change;
  return [type, documentId, locale, version, path, change.change, target].join(" ");
};
