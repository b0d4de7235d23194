import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { deleteAction, publishAction } from "../../batch/documentActions.ts";
import { changeTimesIn } from "../../documents/snapshotReader.ts";
import { keyOf } from "../../foundation/address.ts";
import { failed } from "../../foundation/outcome.ts";
import type { PlannedRecord } from "../../import/importPlan.ts";
import type { BatchAction, BatchRunOptions, TitledAddress } from "../../runs/batchAction.ts";
import { outcomeOf, refuseAll, type ItemResult, type RunOptions } from "../../runs/run.ts";
import { pathsInLog } from "./contentPush.ts";
import type { PushDependencies, PushPlan } from "./contentPush.ts";
import { typeFolder } from "../fileNames.ts";
import type { Deletion } from "./changedFiles.ts";
import { withoutHead } from "../heads.ts";
import { FolderRecords } from "./folderRecords.ts";
import { PushLog } from "./pushLog.ts";

export interface PushRunOptions extends BatchRunOptions {
  readonly onLink?: RunOptions["onItem"];
  /** The lines of items that are not sent. */
  readonly without: ReadonlySet<number>;
  /** The deletions to which the user agrees. */
  readonly deletions: readonly Deletion[];
  /** Whether to publish the documents that were published at the last pull. */
  readonly publishes: boolean;
}

export interface PushResult {
  readonly written: readonly ItemResult<PlannedRecord>[];
  readonly published: readonly ItemResult<TitledAddress>[];
  readonly deleted: readonly ItemResult<TitledAddress>[];
}

/**
 * Runs a plan: writes drafts, then publishes, then deletes. Each step checks what it replaces. Does
 * nothing while another program of this computer writes to the folder.
 */
export async function runPush(
  plan: PushPlan,
  dependencies: PushDependencies,
  options: PushRunOptions,
): Promise<PushResult> {
  const [failure, result] = await alone(plan, dependencies, () => run(plan, dependencies, options));
  if (!failure) return result;
  const folderLocked = { code: "folder-locked" } as const;
  return {
    written: await refuseAll(plan.records?.planned ?? [], folderLocked),
    published: await refuseAll(options.publishes ? plan.publishing : [], folderLocked),
    deleted: await refuseAll(options.deletions, folderLocked),
  };
}

const alone = async <T>(
  { request }: PushPlan,
  { runs }: PushDependencies,
  work: () => Promise<T>,
) => runs.alone(await request.folder.realPath(), work);

async function run(
  plan: PushPlan,
  dependencies: PushDependencies,
  { without, deletions, publishes, ...options }: PushRunOptions,
): Promise<PushResult> {
  const { records, items, source, results } = plan;
  const { folder } = plan.request;
  await settle(plan);
  await folder.prepareRuns();
  const written = records
    ? await dependencies.imports.run(new FolderRecords(items, source), records, {
        ...{ ...options, results, without: new Set([...without, ...plan.gone]) },
        openLog: (store) => new PushLog(store, records, plan),
      })
    : [];
  const published = publishes ? await publish(plan, written, dependencies, options) : [];
  const deleted = await remove(plan, deletions, dependencies, options);
  const isOpen =
    written.some(
      ({ outcome, failure }) =>
        outcome === "unknown" || outcome === "untried" || failure?.code === "another-run",
    ) || published.some(({ outcome }) => outcome !== "done" && outcome !== "skipped");
  // From then on, the heads tell all of it.
  if (!isOpen && (await isSettled(plan))) await rm(results.path, { force: true });
  return { written, published, deleted };
}

/** Whether the log tells nothing of files that the push did not compare, or may have created. */
async function isSettled({ results, source }: PushPlan): Promise<boolean> {
  const { files, unconfirmed } = await pathsInLog(results);
  const types = source.types.map(({ service }) => `${typeFolder(service.type.name)}/`);
  return (
    unconfirmed.size === 0 &&
    [...files].every((file) => types.some((type) => file.startsWith(type)))
  );
}

/**
 * Ends a push that has nothing to write. An earlier one may have been interrupted just before its
 * end. Then what it has created is noted.
 */
export async function finishPush(plan: PushPlan, dependencies: PushDependencies): Promise<void> {
  if (!plan.isResumed) {
    await alone(plan, dependencies, () => settle(plan));
    return;
  }
  const without = new Set(plan.items.map(({ line }) => line));
  const nothing = { without, deletions: [], publishes: false };
  await runPush(plan, dependencies, { ...nothing, group: randomUUID() });
}

/** Notes what both sides have already. */
async function settle({ request, settled }: PushPlan): Promise<void> {
  const { folder, environment, settings } = request;
  await folder.writeSettings(settings);
  for (const entry of settled) await folder.writeState(environment, entry);
}

/** Publishes the localizations whose drafts have the values of their files and no others. */
function publish(
  { publishing, source }: PushPlan,
  written: PushResult["written"],
  dependencies: PushDependencies,
  options: BatchRunOptions,
): Promise<PushResult["published"]> {
  const doneLines = written.flatMap(({ item, outcome }) => (outcome === "done" ? item.line : []));
  const isDone = new Set(doneLines);
  const chosen = publishing.filter(({ items }) => items.every(({ line }) => isDone.has(line)));
  const byKey = new Map(chosen.map((each) => [keyOf(each.address), each]));
  const action = publishAction(dependencies);
  const checked: BatchAction = {
    ...action,
    checksForConflicts: true,
    carryOut: (address, now, ...more) => {
      const { files = [], type } = byKey.get(keyOf(address)) ?? {};
      const isAsSent = files.every(({ attributes, digests, stored }) => {
        const current = type && source.digestsIn(now.content, attributes, type);
        return [...attributes.keys()].every(
          (name) => current?.get(name) === (stored.has(name) ? stored : digests).get(name),
        );
      });
      return isAsSent
        ? action.carryOut(address, now, ...more)
        : Promise.resolve(failed(changedMeanwhile));
    },
  };
  return runAction(chosen, checked, dependencies, options);
}

/** Deletes the documents and localizations that are unchanged since they were compared. */
async function remove(
  { request: { folder, environment } }: PushPlan,
  deletions: readonly Deletion[],
  dependencies: PushDependencies,
  options: BatchRunOptions,
): Promise<PushResult["deleted"]> {
  const { publication } = dependencies;
  const byKey = new Map(deletions.map((each) => [keyOf(each.address), each]));
  const action = deleteAction(dependencies);
  const checked: BatchAction = {
    ...action,
    plan: (address, now, ...more) => {
      const { isWhole = true, updatedAt = new Map<string, string>() } =
        byKey.get(keyOf(address)) ?? {};
      const { locale } = address;
      const times = changeTimesIn(now.localeVersions);
      const isSame =
        locale === undefined
          ? now.version === Date.parse(updatedAt.get("") ?? "")
          : [...updatedAt].every(([code, at]) => times.get(code) === at) &&
            (!isWhole || times.size === updatedAt.size);
      return isSame ? action.plan(address, now, ...more) : failed(changedMeanwhile);
    },
  };
  const localization: BatchAction = {
    ...checked,
    affectsAllLocales: false,
    carryOut: async (address, now, { group, signal }) => {
      const { locale = "" } = address;
      const [failure, inbound] = await publication.inbound(address, { signal, only: locale });
      if (failure) return failed(failure);
      const agreement = { ...now, inbound, group };
      return publication.deleteLocalization({ ...address, locale }, agreement, signal);
    },
  };
  const results: ItemResult<TitledAddress>[] = [];
  for (const isWhole of [false, true]) {
    const some = deletions.filter((each) => each.isWhole === isWhole);
    const how = isWhole ? checked : localization;
    results.push(...(await runAction(some, how, dependencies, options)));
  }
  for (const { item, outcome } of results) {
    const { entry, isWhole } = byKey.get(keyOf(item.address)) ?? {};
    if (outcome !== "done" || !entry) continue;
    await folder.changeState(environment, entry, (heads) =>
      isWhole ? [] : withoutHead(heads, item.address.locale),
    );
  }
  return results;
}

const changedMeanwhile = { code: "changed-meanwhile" } as const;

/** Runs an action on some documents. Those that need none are passed over. */
async function runAction(
  items: readonly TitledAddress[],
  action: BatchAction,
  { batches }: PushDependencies,
  options: BatchRunOptions,
): Promise<readonly ItemResult<TitledAddress>[]> {
  if (items.length === 0) return [];
  const target = { kind: "selected", items } as const;
  const [failure, preview] = await batches.preview(target, action, { signal: options.signal });
  if (failure) return refuseAll(items, failure);
  const results: ItemResult<TitledAddress>[] = preview.skipped.flatMap(
    ({ failure: why, ...item }) =>
      why.code === "unchanged" ? [] : { item, outcome: outcomeOf(why), failure: why },
  );
  const { planned } = preview;
  return planned.length > 0
    ? [...(await batches.run(planned, action, options)), ...results]
    : results;
}
