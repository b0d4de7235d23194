import type { CallOptions } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import {
  readPublishedContent,
  versionDifferencesOf,
  differingAttributes,
  isComparable,
  readBothVersions,
} from "./versionDifferences.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Draft, SnapshotWithStatus } from "../../documents/snapshot/reader.ts";
import type { Reference } from "../../documents/references/references.ts";
import type { State } from "../../documents/snapshot/states.ts";
import { isEmptyValue } from "../writing/wire.ts";
import type { BothVersions, MissingRelationReason } from "./versionDifferences.ts";

/** What a publish would do, for a person to hear before it goes. */
export interface PublishPreview {
  /** What is published so far; undefined where nothing ever was. */
  readonly published: JsonObject | undefined;
  /** Attributes that differ from what is published; all that hold something, where nothing is. */
  readonly changedAttributes: readonly string[];
  /** Other locales whose draft is not what is published: they stay as they are. */
  readonly others: Readonly<Record<string, State>>;
  /** Relations to documents that are not published: the service leaves them out without a word. */
  readonly leftOut: readonly Reference[];
  /** Relations in components to the document itself: the service leaves them out of every publish. */
  readonly selfReferences: readonly Reference[];
  /** Relations that what is published lacks, though their targets are published. Empty where nothing ever was. */
  readonly lost: readonly Reference[];
}

/** The draft that is to go live. */
export type PublishableDraft = Pick<SnapshotWithStatus, "content" | "facts" | "state" | "states">;

/** What would go live with a draft, looked up on the service. Nothing is written. */
export async function previewPublish(
  service: TypedService,
  address: Address,
  draft: PublishableDraft,
  signal?: AbortSignal,
): Promise<Outcome<PublishPreview, ChangeFailure>> {
  const options = signal ? { signal } : {};
  const [failure, sides] = await readSides(service, address, draft, options);
  if (failure) return failed(failure);
  const { published } = sides;
  const documentId = textIn({ ...draft.facts }, "documentId") || address.id;
  const [unknown, differences] = await versionDifferencesOf(
    [{ address, documentId, ...sides }],
    service,
    options,
  );
  if (unknown) return failed(unknown);
  const lacking = (reason: MissingRelationReason) =>
    differences.flatMap(({ missingRelations }) =>
      missingRelations.flatMap((lack) => (lack.reason === reason ? lack.reference : [])),
    );
  const [leftOut, namesItself] = [lacking("not-published"), lacking("names-itself")];
  const both = { before: published ?? {}, after: sides.draft };
  const changed = differingAttributes({ ...both, leftOut: [...leftOut, ...namesItself] }, service);
  const live = published
    ? changed.filter((name) => draft.state === "modified" || isComparable(name, service))
    : filledAttributes(draft.content, service);
  const lost = published ? lacking("lost") : [];
  return done({
    published,
    changedAttributes: live,
    others: othersOf(draft, address),
    leftOut,
    selfReferences: namesItself,
    lost,
  });
}

type Sides = Pick<BothVersions, "draft" | "published">;

/** Both versions. Where nothing was edited they are read by the same route: two routes may answer differently. */
async function readSides(
  service: TypedService,
  address: Address,
  { content, state }: PublishableDraft,
  options: CallOptions,
): Promise<Outcome<Sides, ChangeFailure>> {
  if (state === "draft") return done({ draft: content, published: undefined });
  if (state === "published") {
    const [failure, both] = await readBothVersions({ service, addresses: [address] }, options);
    if (failure) return failed(failure);
    if (both[0]?.state === "published") return done(both[0]);
  }
  const [failure, published] = await readPublishedContent(service, address, options.signal);
  return failure ? failed(failure) : done({ draft: content, published });
}

const filledAttributes = (content: JsonObject, { type }: TypedService): string[] =>
  [...type.attributes.keys()].filter(
    (name) => !isEmptyValue(content[name]) && content[name] !== "",
  );

const othersOf = ({ states = {} }: PublishableDraft, { locale }: Address): Record<string, State> =>
  Object.fromEntries(
    Object.entries(states).filter(([code, state]) => code !== locale && state !== "published"),
  );

/** The locales, other than its own, that came, changed or went since a snapshot had that family. */
export function localesChangedSince(
  family: string,
  { localeVersions: now, facts }: Draft,
): string[] {
  const [before, after] = [family, now].map(
    (versions) => new Map(JSON.parse(versions) as Versions),
  );
  const codes = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  return codes.filter((code) => code !== facts.locale && before?.get(code) !== after?.get(code));
}

type Versions = readonly (readonly [locale: string, updatedAt: string])[];
