import type { CallOptions } from "../../client/index.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import { keyOf, usersType, type Address, type CollectionAddress } from "../foundation/address.ts";
import { sizedChunks, groupedBy } from "../foundation/chunks.ts";
import type { JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import { PageReader } from "../reading/pageReader.ts";
import { countAll } from "../reading/readOptions.ts";
import { countUsers } from "../reading/userReader.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import type { BatchChange, BatchItemContext, TitledAddress } from "../runs/batchAction.ts";
import { queryOf, userFilters, userPages, type DocumentGroup } from "./targetPages.ts";

export type BatchTarget = {
  /** If absent, each document in its own locale, or in the locale that its collection shows. */
  readonly locales?: readonly string[] | undefined;
} & (
  | { readonly kind: "selected"; readonly items: readonly SelectedItem[] }
  /** Everything that matches the collection's list query, whether it is loaded or not. */
  | {
      readonly kind: "matching";
      readonly collection: CollectionAddress;
      /** An extra filter, so that the service leaves out documents that the batch doesn't need. */
      readonly filter?: JsonObject | undefined;
    }
);

type SelectedItem = TitledAddress & Pick<BatchItemContext, "previousAttempt">;

export type GroupDependencies = Pick<ChangeDependencies, "catalogs" | "lists">;

/** The groups to read for a target: documents of one type in one locale, or users. */
export async function documentGroupsOf(
  target: BatchTarget,
  { catalogs, lists }: GroupDependencies,
): BulkResult<readonly DocumentGroup[]> {
  if (target.kind === "selected") {
    const addresses = target.items.flatMap(({ address }) => inLocales(address, target.locales));
    const groups = groupedBy(addresses, (address) => keyOf({ ...address, id: "" }));
    return done(
      [...groups.values()].flatMap((group) => {
        const [{ connection, type, locale }] = group;
        const uniqueIds = [...new Set(group.map(({ id }) => id))];
        const chunks = sizedChunks(uniqueIds, maxIdsPerGroup);
        return chunks.map((ids) => ({ connection, type, locale, ids, listQuery: {} }));
      }),
    );
  }
  const { collection, filter: batchFilter } = target;
  const shownQuery = lists.listQuery(collection);
  const { filter: shownFilter } = shownQuery;
  const filter = shownFilter && batchFilter ? { $and: [shownFilter, batchFilter] } : batchFilter;
  const listQuery = filter ? { ...shownQuery, filter } : shownQuery;
  if (collection.type === usersType) return done([{ ...collection, listQuery }]);
  const [failure, service] = await catalogs.type(collection.connection, collection.type);
  if (failure) return failed(failure);
  const shownLocale = lists.locale(collection, service.type, service.catalog.defaultLocale);
  const locales = target.locales ?? [shownLocale];
  return done(locales.map((locale) => ({ ...collection, listQuery, locale })));
}

const maxIdsPerGroup = 100;

/** Tracks what is known about items while they are planned one after the other. */
export class PlanningContext {
  readonly #selected: readonly SelectedItem[];
  readonly #locales: BatchTarget["locales"];
  readonly #previousAttempts: ReadonlyMap<string, SelectedItem["previousAttempt"]>;
  /** The position of each selected document in each requested locale, by its key. */
  readonly #positions: ReadonlyMap<string, number>;
  readonly #found = new Set<string>();
  readonly #planned = new Map<string, readonly BatchChange[]>();

  constructor(target: BatchTarget) {
    this.#locales = target.locales;
    this.#selected = target.kind === "selected" ? target.items : [];
    this.#previousAttempts = new Map(
      this.#selected.map(({ address, previousAttempt }) => [keyOf(address), previousAttempt]),
    );
    const all = this.#selected.flatMap(({ address }) => inLocales(address, target.locales));
    this.#positions = new Map(all.map((address, position) => [keyOf(address), position]));
  }

  isSelected(address: Address): boolean {
    return this.#positions.has(keyOf(address));
  }

  /** Items in the order of the selection, or else in the order in which they were read. */
  ordered<T extends Pick<TitledAddress, "address">>(items: readonly T[]): readonly T[] {
    const positionOf = ({ address }: T) => this.#positions.get(keyOf(address)) ?? 0;
    return [...items].sort((item, other) => positionOf(item) - positionOf(other));
  }

  contextOf(address: Address): BatchItemContext {
    const key = keyOf(address);
    if (this.#selected.length > 0) this.#found.add(key);
    return {
      previousAttempt: this.#previousAttempts.get(key),
      inOtherLocales: this.#planned.get(inAnyLocale(address)) ?? [],
    };
  }

  note(address: Address, change: BatchChange): void {
    if (address.locale === undefined) return;
    const key = inAnyLocale(address);
    this.#planned.set(key, [...(this.#planned.get(key) ?? []), change]);
  }

  /** The selected items that were found in none of the locales. */
  missing(): TitledAddress[] {
    const isFound = ({ address }: TitledAddress) =>
      inLocales(address, this.#locales).some((localeAddress) =>
        this.#found.has(keyOf(localeAddress)),
      );
    return this.#selected
      .filter((item) => !isFound(item))
      .map(({ address, title }) => ({ address, title }));
  }
}

const inAnyLocale = ({ connection, type, id }: Address): string => keyOf({ connection, type, id });

const inLocales = (address: Address, locales: BatchTarget["locales"]): Address[] =>
  locales ? locales.map((locale) => ({ ...address, locale })) : [address];

/** Counts documents, including drafts, once in each locale, or users. */
export async function countTargets(
  target: BatchTarget,
  dependencies: GroupDependencies,
  options: CallOptions = {},
): BulkResult<number> {
  const [failure, groups] = await documentGroupsOf(target, dependencies);
  if (failure) return failed(failure);
  let total = 0;
  for (const group of groups) {
    const [error, count] = await countGroup(group, dependencies.catalogs, options);
    if (error) return failed(error);
    total += count;
  }
  return done(total);
}

async function countGroup(
  group: DocumentGroup,
  catalogs: Catalogs,
  options: CallOptions,
): BulkResult<number> {
  const [unreached, service] = await catalogs.service(group.connection);
  if (unreached) return failed(unreached);
  const { type: name, listQuery } = group;
  if (name === usersType) {
    // The service's own number of search results also counts what doesn't contain the text.
    if (listQuery.search !== undefined) return countAll(userPages(group, service, options));
    return countUsers(service, userFilters(group), options);
  }
  const type = service.catalog.types.get(name);
  if (!type) return failed({ code: "no-type", name });
  return new PageReader({ ...service, type }, queryOf(group), options).count();
}
