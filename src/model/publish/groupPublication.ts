import { isSingle, keyOf } from "../foundation/address.ts";
import { draftOf } from "../documents/snapshotReader.ts";
import { textIn } from "../foundation/json.ts";
import { joinReports, type ChangeReport } from "../writing/changeReport.ts";
import type { Publication, BatchDependencies } from "./publication.ts";
import { sortTargetsFirst } from "./targetOrder.ts";
import {
  targetAddressOf,
  compareVersions,
  eachGroup,
  readGroupVersions,
} from "../documents/versionDifferences.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import { referencesIn } from "../content/references.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import type { TitledAddress } from "../runs/batchAction.ts";
import { runEach, type ItemResult, type RunOptions } from "../runs/run.ts";

type Addressed = Pick<TitledAddress, "address">;

/**
 * Publishes documents one after the other so that no relation between them is lost. Targets of
 * relations are published first. A document is published again if its published version lacks a
 * relation to a published target. This happens to the first document of a cycle. Every result says
 * how the draft and the published version differ at the end.
 */
export async function publishTogether<T extends Addressed>(
  items: readonly T[],
  publish: (item: T) => Promise<Outcome<ChangeReport | null, BulkFailure>>,
  { publication, catalogs }: Pick<BatchDependencies, "publication" | "catalogs">,
  options: RunOptions,
): Promise<readonly ItemResult<T>[]> {
  const ordered = await targetsFirstOrder(items, catalogs, options);
  const results = await runEach(ordered, publish, options);
  const published = results.filter(({ outcome }) => outcome === "done").map(({ item }) => item);
  const comparisonOf = await compare(published, catalogs, options);
  const toRepeat = published.filter((item) => {
    const { missingRelations = [] } = comparisonOf(item)?.[1] ?? {};
    return missingRelations.some(({ reason }) => reason === "lost");
  });
  const repeated = await repeat(toRepeat, publication, options);
  // Publishing a document again can remove relations of the others to it. Strapi 5.47.1 does this.
  const lastOf = toRepeat.length > 0 ? await compare(published, catalogs, options) : comparisonOf;
  return results.map((result) => {
    const last = lastOf(result.item);
    const reports = [result.report, repeated.get(keyOf(result.item.address))];
    const report = joinReports(reports.filter((itemReport) => itemReport !== undefined));
    return result.outcome === "done" && last ? { ...result, report, compared: last } : result;
  });
}

/** Sorts targets of relations first. Keeps the given order if the relations can't be read. */
async function targetsFirstOrder<T extends Addressed>(
  items: readonly T[],
  catalogs: Catalogs,
  options: RunOptions,
): Promise<readonly T[]> {
  if (items.length < 2) return items;
  options.onStage?.("ordering");
  const byKey = new Map(items.map((item) => [keyOf(item.address), item]));
  const targets = new Map<string, readonly T[]>();
  const addresses = items.map(({ address }) => address);
  const [failure] = await eachGroup(addresses, catalogs, async (group) => {
    const [readFailure, rows] = await readGroupVersions(group, "draft", { signal: options.signal });
    if (readFailure) return failed(readFailure);
    for (const row of rows) {
      const from = group.addresses.find(
        (address) => isSingle(address) || address.id === textIn(row, "documentId"),
      );
      if (!from) continue;
      const { content } = draftOf(group.service, row);
      const relationTargets = referencesIn(content, group.service).flatMap((reference) => {
        const address = targetAddressOf(reference, from, group.service);
        return (address && byKey.get(keyOf(address))) ?? [];
      });
      targets.set(keyOf(from), relationTargets);
    }
    return done(null);
  });
  return failure
    ? items
    : sortTargetsFirst(items, ({ address }) => targets.get(keyOf(address)) ?? []);
}

/** Gives no differences for a draft that changed since it was published. */
async function compare(items: readonly Addressed[], catalogs: Catalogs, options: RunOptions) {
  if (items.length === 0) return () => undefined;
  options.onStage?.("comparing");
  const addresses = items.map(({ address }) => address);
  const { signal } = options;
  const [failure, differencesByKey] = await compareVersions(addresses, catalogs, { signal });
  return ({ address }: Addressed) => {
    if (failure) return failed(failure);
    const differences = differencesByKey.get(keyOf(address));
    if (!differences) return undefined;
    return differences.state === "published"
      ? done(differences)
      : failed({ code: "changed-after-publish" });
  };
}

/** Publishes documents again, unless they changed since. Returns the reports by document key. */
async function repeat(
  items: readonly Addressed[],
  publication: Publication,
  options: RunOptions,
): Promise<ReadonlyMap<string, ChangeReport | undefined>> {
  if (items.length === 0) return new Map();
  options.onStage?.("repeating");
  const results = await runEach(
    items,
    async ({ address }) => {
      const [previewFailure, now] = await publication.preview(address, options.signal);
      if (previewFailure) return failed(previewFailure);
      // Another client has saved the draft since. Its changes must not be published.
      if (now.state !== "published") return failed({ code: "changed-meanwhile" });
      return publication.publish(address, { ...now, group: options.group }, options.signal);
    },
    options,
  );
  return new Map(results.map(({ item, report }) => [keyOf(item.address), report]));
}
