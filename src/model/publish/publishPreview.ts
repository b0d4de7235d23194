import type { CallOptions } from "../../client/index.ts";
import type { Address } from "../foundation/address.ts";
import {
  readPublishedContent,
  versionDifferencesOf,
  differingAttributes,
  isComparable,
  readBothVersions,
} from "../documents/versionDifferences.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { textIn, isEmptyValue, type JsonObject, ownIn } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import { changeTimesIn, type Draft, type SnapshotWithStatus } from "../documents/snapshotReader.ts";
import { findBlockers } from "../edit/validation.ts";
import type { Finding } from "../foundation/valueProblem.ts";
import type { Reference } from "../content/references.ts";
import type { BothVersions, MissingRelationReason } from "../documents/versionDifferences.ts";
import type { State } from "../content/publicationStatus.ts";

export interface PublishPreview {
  /** Undefined if there is no published version. */
  readonly published: JsonObject | undefined;
  /** Those that differ from the published version; without one, all that have a value. */
  readonly changedAttributes: readonly string[];
  /** Other locales whose draft differs from the published version. A publish keeps them. */
  readonly others: Readonly<Record<string, State>>;
  /** Relations to documents that are not published. The service omits them without an error. */
  readonly omitted: readonly Reference[];
  /** Relations in components to the document itself. The service omits them in every publish. */
  readonly selfReferences: readonly Reference[];
  /** Relations to published targets that the published version lacks; empty without one. */
  readonly lost: readonly Reference[];
  /** The values for which the service would reject the publish, as far as that is known. */
  readonly blockers: readonly Finding[];
}

export type PublishableDraft = Pick<SnapshotWithStatus, "content" | "facts" | "state" | "states">;

export async function previewPublish(
  service: TypedService,
  address: Address,
  draft: PublishableDraft,
  options: SideOptions = {},
): ChangeResult<PublishPreview> {
  const [failure, sides] = await readSides(service, address, draft, options);
  if (failure) return failed(failure);
  const { published } = sides;
  const documentId = textIn({ ...draft.facts }, "documentId") || address.id;
  const document = { address, documentId, ...sides };
  const [unknown, differences] = await versionDifferencesOf([document], service, options);
  if (unknown) return failed(unknown);
  const lacking = (reason: MissingRelationReason) =>
    differences.flatMap(({ missingRelations }) =>
      missingRelations.flatMap((lack) => (lack.reason === reason ? lack.reference : [])),
    );
  const [omitted, namesItself] = [lacking("not-published"), lacking("names-itself")];
  const omittedRelations = [...omitted, ...namesItself];
  const versions = { before: published ?? {}, after: sides.draft, omitted: omittedRelations };
  const changedNames = differingAttributes(versions, service);
  const changedAttributes = published
    ? changedNames.filter((name) => draft.state === "modified" || isComparable(name, service))
    : [...service.type.attributes.keys()].filter(
        (name) => !isEmptyValue(ownIn(draft.content, name)) && ownIn(draft.content, name) !== "",
      );
  const others = Object.entries(draft.states ?? {}).filter(
    ([locale, state]) => locale !== address.locale && state !== "published",
  );
  return done({
    published,
    changedAttributes,
    others: Object.fromEntries(others),
    omitted,
    selfReferences: namesItself,
    lost: published ? lacking("lost") : [],
    blockers: await findBlockers(draft.content, service),
  });
}

type SideOptions = CallOptions & {
  /** Both versions, if a read of them is under way. */
  readonly versions?: ReturnType<typeof readBothVersions> | undefined;
};

/** Reads both versions, by one route if the draft has no edits: two may answer differently. */
async function readSides(
  service: TypedService,
  address: Address,
  { content, state }: PublishableDraft,
  { versions: reading, ...options }: SideOptions,
): ChangeResult<Pick<BothVersions, "draft" | "published">> {
  if (state === "draft") return done({ draft: content, published: undefined });
  if (reading ?? state === "published") {
    const [failure, versions] = await (reading ??
      readBothVersions({ service, addresses: [address] }, options));
    if (failure) return failed(failure);
    const [both] = versions;
    if (both && state === "published" && both.state === "published") return done(both);
    if (both) return done({ draft: content, published: both.published });
  }
  const [failure, published] = await readPublishedContent(service, address, options.signal);
  return failure ? failed(failure) : done({ draft: content, published });
}

/** The other locales that were added, changed or deleted since the given locale versions. */
export function localesChangedSince(localeVersions: string, now: Draft): string[] {
  const [before, after] = [changeTimesIn(localeVersions), changeTimesIn(now.localeVersions)];
  const codes = [...new Set([...before.keys(), ...after.keys()])];
  return codes.filter((code) => code !== now.facts.locale && before.get(code) !== after.get(code));
}
