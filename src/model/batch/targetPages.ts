import type { CmsUser } from "../../client/index.ts";
import { draftOf, type Draft, type SnapshotReader } from "../documents/snapshotReader.ts";
import { publicationStatusOf, type PublicationStatus } from "../content/publicationStatus.ts";
import { userSnapshot } from "../content/userSnapshot.ts";
import { isSingle, usersType } from "../foundation/address.ts";
import type { Address, CollectionAddress } from "../foundation/address.ts";
import { asJson, textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import { hidesRows, stateFilterOf, userListParams, type ListQuery } from "../content/listQuery.ts";
import { findRowsWithoutLocale, PageReader, searchOf } from "../reading/pageReader.ts";
import type { OddRow } from "../content/oddRows.ts";
import type { ReadFailure, ReadOptions } from "../reading/readOptions.ts";
import { shapesFor, type Shapes } from "../content/requestShape.ts";
import { SearchedText } from "../content/searchedText.ts";
import { readUsers as readAllUsers } from "../reading/userReader.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import { userTypeOf } from "../schemas/userType.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import type { TitledAddress } from "../runs/batchAction.ts";

/** Documents of one type in one locale or, with `*`, in all of them; or users. */
export interface DocumentGroup extends CollectionAddress {
  readonly locale?: string | undefined;
  /** The ids to read; absent to read all that match. */
  readonly ids?: readonly string[];
  readonly listQuery: ListQuery;
}

/** A document or user that was found, with the attributes that were requested. */
export interface FoundDocument {
  readonly address: Address;
  readonly now: Draft & PublicationStatus;
  readonly service: TypedService;
}

interface GroupReadOptions {
  readonly service: Service;
  readonly reader: SnapshotReader;
  readonly names: readonly string[];
  readonly signal: AbortSignal | undefined;
}

export interface SkippedItem extends TitledAddress {
  readonly failure: BulkFailure;
}

export interface TargetPage {
  readonly documents: readonly FoundDocument[];
  readonly skipped: readonly SkippedItem[];
}

type Pages = AsyncGenerator<Outcome<TargetPage, BulkFailure>, void, void>;

/**
 * Reads drafts or users page by page, in the order of their ids. Writes during the read therefore
 * don't move items that are still unread. Ends after the last page or with a failure.
 */
export async function* readGroup(group: DocumentGroup, options: GroupReadOptions): Pages {
  if (group.type === usersType) return yield* readUsers(group, options);
  const type = options.service.catalog.types.get(group.type);
  if (!type) return yield failed({ code: "no-type", name: group.type });
  const service = { ...options.service, type };
  if (type.kind === "collection") return yield* readDocuments(group, service, options);
  for (const id of group.ids ?? []) {
    const address = addressIn(group, id);
    const [failure, now] = await options.reader.readWithStatus(address, options.signal);
    if (!failure) yield done({ documents: [{ address, now, service }], skipped: [] });
    else if (isSingle(address) && failure.code === "nothing-yet")
      yield done({ documents: [], skipped: [] });
    else yield failed(failure);
  }
}

async function* readDocuments(
  group: DocumentGroup,
  service: TypedService,
  { names, signal }: GroupReadOptions,
): Pages {
  const { titleField } = service.type;
  const title = titleField === undefined ? [] : [titleField];
  const readNames = [...names, ...searchOf(group, service).names, ...title];
  const shapes = shapesFor(service, { names: readNames, hasLocalizations: true });
  const state = stateFilterOf(group.listQuery, service.type);
  for await (const [failure, page] of readDrafts(group, service, shapes, { signal })) {
    if (failure) return yield failed(failure);
    const documents = page.rows.map(({ draft, status }) => {
      const address = addressIn(group, textIn(draft, "documentId"));
      const now = { ...draftOf(service, draft, readNames), ...status };
      return { address, now, service };
    });
    const skipped = page.odd.map(({ id, why, title }) => ({
      address: addressIn(group, id),
      title,
      failure: { code: "odd-row", why } as const,
    }));
    // A service ignores filters that it doesn't know, and would then return everything.
    const isInGroup = ({ address, now }: FoundDocument) =>
      (!group.ids || group.ids.includes(address.id)) && (!state || state === now.state);
    yield done({ documents: documents.filter(isInGroup), skipped });
  }
}

/** The drafts of a group, page by page, in the order of their ids. */
export async function* readDrafts(
  group: DocumentGroup,
  service: TypedService,
  shapes: Shapes,
  options: ReadOptions,
): AsyncGenerator<
  Outcome<{ rows: { draft: JsonObject; status: PublicationStatus }[]; odd: OddRow[] }, BulkFailure>,
  void,
  void
> {
  const { localized, titleField } = service.type;
  const query = { ...queryOf(group), shapes };
  for await (const [failure, page] of new PageReader(service, query, options).pages()) {
    if (failure) return yield failed(failure);
    // What tells when a published version was changed, and which document it belongs to.
    const fields = [
      ...["updatedAt", "publishedAt"],
      ...(localized ? ["locale"] : []),
      ...(titleField === undefined ? [] : [titleField]),
    ];
    const reader = new PageReader(service, { ...query, shapes: [{ fields }] }, options);
    const [unread, live] = await reader.publishedBeside(page);
    if (unread) return yield failed(unread);
    const [unknown, unplaced] =
      page.isLast && !group.ids && !hidesRows(group.listQuery)
        ? await findRowsWithoutLocale(service, options)
        : done([]);
    if (unknown) return yield failed(unknown);
    const rows = page.rows.map((draft) => {
      const versions = live.rows.filter((row) => row["documentId"] === draft["documentId"]);
      return { draft, status: publicationStatusOf(draft, versions, service.type) };
    });
    yield done({ rows, odd: [...page.odd, ...live.odd, ...unplaced] });
  }
}

export const queryOf = ({ ids, listQuery, locale }: DocumentGroup) =>
  ({ status: "draft", listQuery, ids, locales: localesOf(locale) }) as const;

const localesOf = (locale: string | undefined): readonly string[] | undefined =>
  locale === "*" ? undefined : locale ? [locale] : [];

const addressIn = ({ connection, type, locale }: DocumentGroup, id: string): Address => ({
  connection,
  type,
  id,
  ...(locale && { locale }),
});

async function* readUsers(group: DocumentGroup, { service, signal }: GroupReadOptions): Pages {
  const { connection, type, ids } = group;
  for await (const [failure, page] of userPages(group, service, { signal })) {
    if (failure) return yield failed(failure);
    const documents = page.map((user) => {
      const snapshot = userSnapshot(user, service);
      const now = { ...snapshot, publishedAt: null, published: [] };
      const typed = { ...service, type: userTypeOf(service.catalog, now.content) };
      return { address: { connection, type, id: String(user.id) }, now, service: typed };
    });
    const requestedUsers = documents.filter(({ address }) => !ids || ids.includes(address.id));
    yield done({ documents: requestedUsers, skipped: [] });
  }
}

type UserGroup = Pick<DocumentGroup, "ids" | "listQuery">;

/** The users of a group with their roles, page by page, in the order of their ids. */
export async function* userPages(
  group: UserGroup,
  service: Pick<Service, "cms">,
  options: ReadOptions,
): AsyncGenerator<Outcome<readonly CmsUser[], ReadFailure>, void, void> {
  const searchText = group.ids ? undefined : group.listQuery.search;
  const search = new SearchedText(searchText, [["username"], ["email"]]);
  const query = { filters: userFilters(group), populate: ["role"] };
  for await (const [failure, users] of readAllUsers(service, query, options)) {
    if (failure) return yield failed(failure);
    yield done(users.filter((user) => search.isIn(asJson(user))));
  }
}

/** The filter that selects the users of a group; undefined if there is none. */
export const userFilters = ({ ids, listQuery }: UserGroup): JsonObject | undefined =>
  ids ? { id: { $in: ids.map(Number) } } : userListParams(listQuery).filters;
