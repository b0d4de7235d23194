import { isUser, type Address } from "../foundation/address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import {
  comparableText,
  readPublishedContent,
  compareVersions,
} from "../documents/versionDifferences.ts";
import type { MissingRelation } from "../documents/versionDifferences.ts";
import { valueIn, type Json, type JsonObject } from "../foundation/json.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import { findOtherChanges } from "../writing/otherDocuments/otherChanges.ts";
import type { TakingConsent } from "../writing/otherDocuments/takeovers.ts";
import { serviceFor } from "../schemas/userType.ts";
import {
  changeDocument,
  changesOf,
  decideChange,
  type CurrentDocument,
} from "../writing/documentChange.ts";
import { requireNothingLost, type ChangeReport } from "../writing/changeReport.ts";
import type { WriteResult } from "../writing/writer.ts";
import { publishTogether } from "../publish/groupPublication.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import type { BatchAction, BeforeAndAfter } from "../runs/batchAction.ts";
import type { BatchDependencies } from "../publish/publication.ts";

/** Publishes drafts, each in its locale. Targets of relations are published first. */
export const publishAction = ({ publication, catalogs }: BatchDependencies): BatchAction => ({
  attributesToRead: [],
  affectsAllLocales: false,
  plan: (address, { state }, _, { lostRelations }) => {
    if (isUser(address) || state === undefined) return failed({ code: "no-drafts" });
    if (state !== "published") return done({ kind: "published", from: state });
    return lostRelations
      ? done({ kind: "published", from: state, restoredRelations: lostRelations })
      : failed({ code: "unchanged" });
  },
  findLostRelations: async (addresses, isSelected, signal) => {
    const [failure, differencesByKey] = await compareVersions(addresses, catalogs, { signal });
    if (failure) return failed(failure);
    const isRestored = ({ reason, target }: MissingRelation) =>
      reason === "lost" || (reason === "not-published" && target && isSelected(target));
    const lost = [...differencesByKey].map(([key, { missingRelations }]) => {
      const paths = missingRelations.filter(isRestored).map(({ reference }) => reference.path);
      return [key, [...new Set(paths)]] as const;
    });
    return done(new Map(lost.filter(([, paths]) => paths.length > 0)));
  },
  sides: (address, { content }, service) =>
    publishedSides(address, service, comparableText(content, service)),
  carryOut: (address, now, { group, signal }) =>
    publication.publish(address, { ...now, group }, signal),
  findOtherChanges: (addresses, options) =>
    findOtherChanges("publish", addresses, catalogs, options),
  runAll: (items, act, options) => publishTogether(items, act, { publication, catalogs }, options),
});

/** Unpublishes documents, each in its locale. Requires an administrator. The drafts stay. */
export const unpublishAction = ({ publication, catalogs }: BatchDependencies): BatchAction => ({
  attributesToRead: [],
  affectsAllLocales: false,
  plan: (address, { state }) => {
    if (isUser(address) || state === undefined) return failed({ code: "no-drafts" });
    return state === "draft"
      ? failed({ code: "unchanged" })
      : done({ kind: "unpublished", from: state });
  },
  sides: (address, _, service) => publishedSides(address, service, ""),
  findOtherChanges: (addresses, options) =>
    findOtherChanges("unpublish", addresses, catalogs, options),
  carryOut: (address, now, { group, signal }) =>
    publication.withdraw("unpublish", address, { ...now, group }, signal),
});

/** `before` is the text of the published version; empty if there is none. */
const publishedSides = async (
  address: Address,
  service: TypedService,
  after: string,
): BulkResult<BeforeAndAfter> =>
  mapOutcome(await readPublishedContent(service, address), (published) => ({
    before: published ? comparableText(published, service) : "",
    after,
  }));

/** Deletes documents in every locale, and users. */
export const deleteAction = ({ publication }: BatchDependencies): BatchAction => ({
  attributesToRead: [],
  affectsAllLocales: true,
  plan: (_, { state, states }) =>
    done({ kind: "deleted", from: state, locales: Object.keys(states ?? {}).filter(Boolean) }),
  sides: (_, { content }, service) => done({ before: comparableText(content, service), after: "" }),
  carryOut: async (address, now, { group, signal }) => {
    if (isUser(address)) return publication.deleteUser(address, { ...now, group }, signal);
    // The journal keeps the inbound relations, so that a restore can report them.
    const [failure, inbound] = await publication.inbound(address, { signal });
    return failure
      ? failed(failure)
      : publication.delete(address, { ...now, inbound, group }, signal);
  },
});

/**
 * Sets an attribute to one value in drafts, in documents without draft and publish, or in users.
 * Saves in the same way as an editor does.
 */
export const setFieldAction = (
  dependencies: BatchDependencies,
  name: string,
  value: Json,
): BatchAction => {
  const withValue = (content: JsonObject): JsonObject => ({ ...content, [name]: value });
  return {
    attributesToRead: [name],
    affectsAllLocales: false,
    plan: (address, { content, isReadonly }, service) => {
      if (isReadonly) return failed({ code: "read-only" });
      const versions = { base: content, now: withValue(content), lastRead: content };
      const [unsendable, changes] = changesOf(address, versions, service);
      if (unsendable) return failed(unsendable);
      if (Object.keys(changes.data).length === 0) return failed({ code: "unchanged" });
      return done({ kind: "changed", name, before: valueIn(content, name), after: value });
    },
    sides: (_, { content }, service) => done(comparableSides(content, withValue(content), service)),
    carryOut: (address, now, { group }) =>
      saveAndReport(dependencies, { address, now, content: withValue(now.content), group }),
  };
};

export const comparableSides = (
  before: JsonObject,
  after: JsonObject,
  service: TypedService,
): BeforeAndAfter => ({
  before: comparableText(before, service),
  after: comparableText(after, service),
});

/** Saves a content and updates an editor that has the document open. */
export async function saveAndShow(
  dependencies: ChangeDependencies,
  save: Pick<CurrentDocument, "address" | "now"> &
    Pick<TakingConsent, "agreed"> & { readonly content: JsonObject; readonly group: string },
): BulkResult<WriteResult> {
  const { address, now, content, ...consent } = save;
  const [unknown, service] = await serviceFor(address, now.content, dependencies.catalogs);
  if (unknown) return failed(unknown);
  const sides = { address, base: now.content, mine: content, now };
  const [unsendable, change] = decideChange(sides, service);
  if (unsendable) return failed(unsendable);
  const [failure, written] = await changeDocument(change, dependencies, consent);
  if (failure) return failed(failure);
  const { documents } = dependencies;
  documents.recordWrite(address, written.snapshot);
  await documents.refreshOthers(address, written.report.elsewhere);
  return requireNothingLost(written);
}

export const saveAndReport = async (
  ...save: Parameters<typeof saveAndShow>
): BulkResult<ChangeReport> => mapOutcome(await saveAndShow(...save), ({ report }) => report);
