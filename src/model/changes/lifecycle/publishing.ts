import type { CallOptions } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import { readPublishedSide } from "./comparing.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Draft, LookedAt } from "../../documents/snapshot/reader.ts";
import type { Reference } from "../../documents/references/references.ts";
import type { State } from "../../documents/snapshot/states.ts";
import { isEmpty } from "../writing/wire.ts";
import { differencesOf, differing, isSeen, readBothVersions } from "./versionDifferences.ts";
import type { BothVersions, LackReason } from "./versionDifferences.ts";

/** What a publish would do, for a person to hear before it goes. */
export interface Publishing {
  /** What is published so far; undefined where nothing ever was. */
  readonly published: JsonObject | undefined;
  /** Attributes that differ from what is published; all that hold something, where nothing is. */
  readonly live: readonly string[];
  /** Other locales whose draft is not what is published: they stay as they are. */
  readonly others: Readonly<Record<string, State>>;
  /** Relations to documents that are not published: the service leaves them out without a word. */
  readonly leftOut: readonly Reference[];
  /** Relations in components to the document itself: the service leaves them out of every publish. */
  readonly namesItself: readonly Reference[];
  /** Relations that what is published lacks, though their targets are published. Empty where nothing ever was. */
  readonly lost: readonly Reference[];
}

/** The draft that is to go live. */
export type Publishable = Pick<LookedAt, "content" | "facts" | "state" | "states">;

/** What would go live with a draft, looked up on the service. Nothing is written. */
export async function publishingOf(
  service: TypedService,
  address: Address,
  draft: Publishable,
  signal?: AbortSignal,
): Promise<Outcome<Publishing>> {
  const options = signal ? { signal } : {};
  const [failure, sides] = await sidesOf(service, address, draft, options);
  if (failure) return failed(failure);
  const { published } = sides;
  const documentId = textIn({ ...draft.facts }, "documentId") || address.id;
  const [unknown, differences] = await differencesOf(
    [{ address, documentId, ...sides }],
    service,
    options,
  );
  if (unknown) return failed(unknown);
  const lacking = (reason: LackReason) =>
    differences.flatMap(({ lacks }) =>
      lacks.flatMap((lack) => (lack.reason === reason ? lack.reference : [])),
    );
  const [leftOut, namesItself] = [lacking("not-published"), lacking("names-itself")];
  const both = { before: published ?? {}, after: sides.draft };
  const changed = differing({ ...both, leftOut: [...leftOut, ...namesItself] }, service);
  const live = published
    ? changed.filter((name) => draft.state === "modified" || isSeen(name, service))
    : filled(draft.content, service);
  const lost = published ? lacking("lost") : [];
  return done({ published, live, others: othersOf(draft, address), leftOut, namesItself, lost });
}

type Sides = Pick<BothVersions, "draft" | "published">;

/** Both versions. Where nothing was edited they are read by the same route: two routes may answer differently. */
async function sidesOf(
  service: TypedService,
  address: Address,
  { content, state }: Publishable,
  options: CallOptions,
): Promise<Outcome<Sides>> {
  if (state === "draft") return done({ draft: content, published: undefined });
  if (state === "published") {
    const [failure, both] = await readBothVersions({ service, addresses: [address] }, options);
    if (failure) return failed(failure);
    if (both[0]?.state === "published") return done(both[0]);
  }
  const [failure, published] = await readPublishedSide(service, address, options.signal);
  return failure ? failed(failure) : done({ draft: content, published });
}

const filled = (content: JsonObject, { type }: TypedService): string[] =>
  [...type.attributes.keys()].filter((name) => !isEmpty(content[name]) && content[name] !== "");

const othersOf = ({ states = {} }: Publishable, { locale }: Address): Record<string, State> =>
  Object.fromEntries(
    Object.entries(states).filter(([code, state]) => code !== locale && state !== "published"),
  );

/** The locales, other than its own, that came, changed or went since a snapshot had that family. */
export function localesMovedSince(family: string, { family: now, facts }: Draft): string[] {
  const [before, after] = [family, now].map(
    (versions) => new Map(JSON.parse(versions) as Versions),
  );
  const codes = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  return codes.filter((code) => code !== facts.locale && before?.get(code) !== after?.get(code));
}

type Versions = readonly (readonly [locale: string, updatedAt: string])[];
