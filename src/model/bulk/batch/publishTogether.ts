import { isSingle, keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { CallOptions } from "../../../client/index.ts";
import { draftOf } from "../../documents/snapshot/reader.ts";
import { textIn } from "../../foundation/json.ts";
import type { State } from "../../documents/snapshot/states.ts";
import type { Lifecycle } from "../../changes/lifecycle/lifecycle.ts";
import { targetsFirst } from "../../changes/lifecycle/targetsFirst.ts";
import {
  addressOf,
  compareVersions,
  eachGroup,
  readVersions,
} from "../../changes/lifecycle/versionDifferences.ts";
import type { Differences } from "../../changes/lifecycle/versionDifferences.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { referencesIn } from "../../documents/references/references.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import { runEach } from "./running.ts";
import type { Result, Running } from "./running.ts";

interface HasAddress {
  readonly address: Address;
}

interface Parts {
  readonly lifecycle: Lifecycle;
  readonly catalogs: Catalogs;
}

interface How extends Running {
  /** What the entries in the journal have in common; absent for a document alone. */
  readonly group?: string;
}

/**
 * Publishes some documents one after the other so that no relation among them is lost: targets first, and once
 * more each document whose published version lacks a relation to a published target, as the first one of a cycle
 * does. Every result says in what the two versions differ at the end.
 */
export async function publishTogether<T extends HasAddress>(
  items: readonly T[],
  publish: (item: T) => Promise<Outcome<unknown>>,
  { lifecycle, catalogs }: Parts,
  how: How,
): Promise<readonly Result<T>[]> {
  const ordered = await inOrder(items, catalogs, how);
  const results = await runEach(ordered, publish, how);
  const published = results.filter(({ outcome }) => outcome === "done").map(({ item }) => item);
  const compared = await compare(published, catalogs, how);
  const lacking = published.filter((item) => canBeRepeated(compared(item)));
  const again = await repeat(lacking, { lifecycle, catalogs }, how);
  return results.map((result) => {
    const last = again(result.item) ?? compared(result.item);
    return result.outcome === "done" && last ? { ...result, compared: last } : result;
  });
}

/** Targets first; in the given order where the relations can't be read. */
async function inOrder<T extends HasAddress>(
  items: readonly T[],
  catalogs: Catalogs,
  how: How,
): Promise<readonly T[]> {
  if (items.length < 2) return items;
  how.onStage?.("ordering");
  const byKey = new Map(items.map((item) => [keyOf(item.address), item]));
  const targets = new Map<string, readonly T[]>();
  const addresses = items.map(({ address }) => address);
  const [failure] = await eachGroup(addresses, catalogs, async (group) => {
    const [unread, rows] = await readVersions(group, "draft", optionsOf(how));
    if (unread) return failed(unread);
    const { type, catalog } = group.service;
    for (const row of rows) {
      const from = group.addresses.find(
        (address) => isSingle(address) || address.id === textIn(row, "documentId"),
      );
      if (!from) continue;
      const { content } = draftOf(from, group.service, row);
      const found = referencesIn(content, type.attributes, catalog).flatMap((one) => {
        const address = addressOf(one, from, group.service);
        return (address && byKey.get(keyOf(address))) ?? [];
      });
      targets.set(keyOf(from), found);
    }
    return done(null);
  });
  return failure ? items : targetsFirst(items, ({ address }) => targets.get(keyOf(address)) ?? []);
}

type Compared = (item: HasAddress) => Outcome<AfterPublish> | undefined;
type AfterPublish = Differences & { readonly state: State };

/** How the versions of some documents differ; nothing where the draft has changed since the publish. */
async function compare(
  items: readonly HasAddress[],
  catalogs: Catalogs,
  how: How,
): Promise<Compared> {
  if (items.length === 0) return () => undefined;
  how.onStage?.("comparing");
  const addresses = items.map(({ address }) => address);
  const [failure, found] = await compareVersions(addresses, catalogs, optionsOf(how));
  return ({ address }) => {
    if (failure) return failed(failure);
    const one = found.get(keyOf(address));
    if (!one) return undefined;
    return one.state === "published" ? done(one) : failed({ code: "changed-meanwhile" });
  };
}

const canBeRepeated = (compared: Outcome<AfterPublish> | undefined): boolean =>
  compared?.[1]?.lacks.some(({ reason }) => reason === "lost") === true;

/** Publishes some documents once more, unless they changed since, and compares them again. */
async function repeat(
  items: readonly HasAddress[],
  { lifecycle, catalogs }: Parts,
  how: How,
): Promise<Compared> {
  if (items.length === 0) return () => undefined;
  how.onStage?.("repeating");
  await runEach(
    items,
    async ({ address }) => {
      const [gone, now] = await lifecycle.look(address, how.signal);
      if (gone) return failed(gone);
      // Somebody has saved since: what they wrote is not for us to publish.
      if (now.state !== "published") return failed({ code: "changed-meanwhile" });
      return lifecycle.publish(
        address,
        { ...now, ...(how.group !== undefined && { group: how.group }) },
        how.signal,
      );
    },
    how.signal ? { signal: how.signal } : {},
  );
  return compare(items, catalogs, how);
}

const optionsOf = ({ signal }: How): CallOptions => (signal ? { signal } : {});
