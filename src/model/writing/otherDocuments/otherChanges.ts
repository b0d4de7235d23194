import { sizedChunks } from "../../foundation/chunks.ts";
import { keyOf, type Address } from "../../foundation/address.ts";
import { textIn, type JsonObject } from "../../foundation/json.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { namesOn, type AttributePath } from "../../content/attributePaths.ts";
import { eachGroup, readGroupVersions } from "../../documents/versionDifferences.ts";
import type { AddressGroup } from "../../documents/versionDifferences.ts";
import { relationPathsTo, unsearchableFields } from "../../find/inboundRelations.ts";
import { fieldName } from "../../find/textSearch.ts";
import { documentsPerRequest } from "../../reading/documentReader.ts";
import type { ReadOptions, ReadResult } from "../../reading/readOptions.ts";
import { isPolymorphic } from "../../schemas/catalog.ts";
import type { Catalogs, Service, TypedService } from "../../schemas/catalogs.ts";
import type { ChangeFailure, ChangeResult } from "../../journal/changeFailure.ts";
import { changesOfRow, idIn, noRows, readRelationRows } from "./relationRows.ts";
import type { RelationRow, RelationRows, RelationTo, RowQuery } from "./relationRows.ts";
import { exclusiveTargetsIn, findOwners, isExclusive } from "./takeovers.ts";
import type { VersionName } from "../../content/publicationStatus.ts";
import { otherAddressOf, otherChangeKey } from "../../journal/journalEntry.ts";
import type { OtherChange, OtherChanges } from "../../journal/journalEntry.ts";

export type VersionAction = "publish" | "unpublish" | "discard";

/**
 * How an action changes a relation to the document. The service deletes the row of a version and
 * creates it again from the other version, by rules that depend on the relation:
 *
 * - `copy`: the relation of each other document becomes that of its other version
 * - `add`: the relation is added if the other version has it
 * - `remove`: the relation is removed
 */
type Effect = "copy" | "add" | "remove";

/** The documents at the addresses are not listed. */
export async function findOtherChanges(
  action: VersionAction,
  addresses: readonly Address[],
  catalogs: Catalogs,
  options: ReadOptions = {},
): ChangeResult<OtherChanges> {
  const changeSets: OtherChanges[] = [];
  const [failure] = await eachGroup<ChangeFailure>(addresses, catalogs, async (group) => {
    const [error, groupChanges] = await changesByGroup(action, group, options);
    if (!error) changeSets.push(...groupChanges);
    return error ? failed(error) : done(null);
  });
  return failure ? failed(failure) : done(joinOtherChanges(changeSets, addresses));
}

/** All changes, apart from those of the documents at the addresses. */
export function joinOtherChanges(
  changeSets: readonly OtherChanges[],
  addresses: readonly Address[],
): OtherChanges {
  const ownKeys = new Set(addresses.map(keyOf));
  const { connection = "" } = addresses[0] ?? {};
  const isOther = (change: OtherChange) =>
    !ownKeys.has(keyOf(otherAddressOf(change, { connection })));
  const changed = changeSets.flatMap((changeSet) => changeSet.changed).filter(isOther);
  return {
    // A takeover may also be a relation that the other version lacks.
    changed: [...new Map(changed.map((change) => [otherChangeKey(change), change])).values()],
    isTruncated: changeSets.some(({ isTruncated }) => isTruncated),
    unsearchable: [...new Set(changeSets.flatMap(({ unsearchable }) => unsearchable))],
  };
}

async function changesByGroup(
  action: VersionAction,
  group: AddressGroup,
  options: ReadOptions,
): ChangeResult<readonly OtherChanges[]> {
  const { service, addresses } = group;
  const version = action === "discard" ? "draft" : "published";
  const { type } = service;
  const mayTake = action !== "unpublish" && [...type.attributes.values()].some(isExclusive);
  const source = action === "publish" ? "draft" : "published";
  const { effects, unsearchable } = effectsOf(action, service, addresses[0]?.locale);
  // The versions from which the action creates the written ones. They are not needed if they can't
  // take a target from another document and their documentIds are known.
  const reading =
    mayTake || type.kind === "single"
      ? readGroupVersions(group, source, options)
      : Promise.resolve(done([]));
  const idsOf = async (): Promise<readonly string[]> => {
    if (type.kind !== "single") return addresses.map(({ id }) => id);
    const [, rows] = await reading;
    return rows?.map((row) => textIn(row, "documentId")) ?? [];
  };
  const outcomes = await Promise.all([
    ...effects.map(async (effect) =>
      changesThrough(service, effect, { version, ids: await idsOf() }, options),
    ),
    reading.then(([unread, rows]) =>
      unread ? failed(unread) : takeovers(group, rows, version, options),
    ),
  ]);
  const failure = outcomes.find(([error]) => error)?.[0];
  if (failure) return failed(failure);
  return done([
    ...outcomes.flatMap(([, changes]) => changes ?? []),
    { changed: [], isTruncated: false, unsearchable },
  ]);
}

function effectsOf(
  action: VersionAction,
  { type: target, catalog }: TypedService,
  locale: string | undefined,
) {
  const shared = { target, locale: target.localized ? locale : undefined };
  const effects: { readonly effect: Effect; readonly relation: RelationTo }[] = [];
  const hiddenFields: string[] = [];
  for (const type of catalog.types.values()) {
    const { searchable, unsearchable } = relationPathsTo(target.uid, { type, catalog });
    // A single type is read in full.
    const hidden = unsearchable.filter(
      ({ attribute }) => type.kind === "collection" || isPolymorphic(attribute),
    );
    const effectOn = ({ attribute, steps }: AttributePath): Effect | undefined => {
      if (action === "unpublish" || isPolymorphic(attribute)) return "remove";
      if (attribute.inversedBy !== undefined) return "copy";
      if (!type.draftAndPublish) return action === "publish" ? "add" : undefined;
      return type.uid === target.uid && steps.length === 1 ? "add" : undefined;
    };
    hiddenFields.push(...unsearchableFields(type, hidden.filter(effectOn)));
    for (const path of [...searchable, ...unsearchable]) {
      const effect = hidden.includes(path) ? undefined : effectOn(path);
      const relation = { type, names: namesOn(path), attribute: path.attribute, ...shared };
      if (effect) effects.push({ effect, relation });
    }
  }
  return { effects, unsearchable: hiddenFields };
}

async function changesThrough(
  service: Service,
  { effect, relation }: ReturnType<typeof effectsOf>["effects"][number],
  { version, ids }: { readonly version: VersionName; readonly ids: readonly string[] },
  options: ReadOptions,
): ReadResult<OtherChanges> {
  if (ids.length === 0) return done({ changed: [], isTruncated: false, unsearchable: [] });
  const read = (rows: RowQuery) => readRelationRows(service, relation, rows, options);
  const otherVersion = version === "draft" ? "published" : "draft";
  const [[failure, rows], [error, otherRows]] = await Promise.all([
    read({ version, targets: ids }),
    effect === "remove" ? done(noRows) : read({ version: otherVersion, targets: ids }),
  ]);
  if (failure) return failed(failure);
  if (rows.isHidden) {
    const unsearchable = [fieldName(relation.type, relation.names)];
    return done({ changed: [], isTruncated: false, unsearchable });
  }
  if (error) return failed(error);
  const [unknown, gaining] = await gainingRows(read, version, [rows, otherRows]);
  if (unknown) return failed(unknown);
  // If a list was not read to its end, only the range that both lists cover is compared.
  const ends = [rows, otherRows].flatMap(({ end }) => end ?? []);
  const coveredRows = [...rows.rows, ...gaining].filter(({ key }) =>
    ends.every((end) => key <= end),
  );
  const otherTargets = new Map(otherRows.rows.map(({ key, targets }) => [key, targets]));
  const changed = coveredRows.flatMap((row) => {
    const expectedTargets = (otherTargets.get(row.key) ?? []).filter((id) => ids.includes(id));
    const gainedTargets = expectedTargets.filter((id) => !row.targets.includes(id));
    const lostTargets = row.targets.filter(
      (id) => ids.includes(id) && !expectedTargets.includes(id),
    );
    return changesOfRow(row, relation, version, effect === "add" ? [] : lostTargets, gainedTargets);
  });
  return done({ changed, isTruncated: ends.length > 0, unsearchable: [] });
}

/** The rows of the written version that have none of the targets yet, and whose other version does. */
async function gainingRows(
  read: (rows: RowQuery) => ReadResult<RelationRows>,
  version: VersionName,
  [rows, otherRows]: readonly [RelationRows, RelationRows],
): ReadResult<readonly RelationRow[]> {
  const knownKeys = new Set(rows.rows.map(({ key }) => key));
  const missingRows = otherRows.rows.filter(({ key }) => !knownKeys.has(key));
  const gaining: RelationRow[] = [];
  for (const chunk of sizedChunks(missingRows, documentsPerRequest)) {
    const keys = new Set(chunk.map(({ key }) => key));
    const ids = [...new Set(chunk.map(({ row }) => textIn(row, "documentId")))];
    const [failure, added] = await read({ version, ids });
    if (failure) return failed(failure);
    gaining.push(...added.rows.filter(({ key }) => keys.has(key)));
  }
  return done(gaining);
}

/** One-to-one targets. Those without drafts have been taken from every version before. */
async function takeovers(
  { service, addresses }: AddressGroup,
  rows: readonly JsonObject[],
  version: VersionName,
  options: ReadOptions,
): ReadResult<OtherChanges> {
  const targets = rows.flatMap((row) =>
    exclusiveTargetsIn(row, service)
      .filter(({ type }) => type.draftAndPublish)
      .map((target) => ({ ...target, version, taker: idIn(row, service.type) })),
  );
  const [failure, owners] = await findOwners(service, addresses[0]?.locale, targets, options);
  if (failure) return failed(failure);
  return done({ changed: [...owners.values()].flat(), isTruncated: false, unsearchable: [] });
}
