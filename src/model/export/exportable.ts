import type { CallOptions } from "../../client/index.ts";
import type { OddRow } from "../content/oddRows.ts";
import { shapesFor, type Shapes } from "../content/requestShape.ts";
import { nothingUnread, unreadIn } from "../content/unreadAttributes.ts";
import { usersType, type CollectionAddress } from "../foundation/address.ts";
import { asJson, type JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import { PageReader, searchOf } from "../reading/pageReader.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import { findFirstUsers } from "../reading/userReader.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { userTypeOf } from "../schemas/userType.ts";
import type { GroupDependencies } from "../batch/batchTarget.ts";
import { readDrafts, userPages, type DocumentGroup } from "../batch/targetPages.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import { recordedAttributes, recordedFields, recordOf } from "../records/record.ts";

export interface Exportable extends TypedService {
  readonly names: readonly string[];
  /** The relations that the token can't read; absent if that is unknown. */
  readonly hidden?: readonly string[];
  /** The attributes of `names` whose values the service may return incompletely. */
  readonly partial?: readonly string[];
}

/**
 * The type and all exportable fields of its documents. Reads one document first: if the catalog no
 * longer matches the service, it is reloaded before the fields are chosen.
 */
export const exportable = (
  { connection, type }: CollectionAddress,
  { catalogs }: Pick<GroupDependencies, "catalogs">,
  options: CallOptions = {},
): BulkResult<Exportable> =>
  catalogs.readWithFreshCatalog(connection, async (): BulkResult<Exportable> => {
    if (type === usersType) {
      const [unknown, service] = await catalogs.service(connection);
      if (unknown) return failed(unknown);
      const query = { populate: ["role"] };
      const [unread, users] = await findFirstUsers(service, 1, query, options);
      if (unread) return failed(unread);
      // If the service doesn't describe its types, the fields come from a user that it returns.
      const [user = {}] = users.rows;
      return done(allFields({ ...service, type: userTypeOf(service.catalog, asJson(user)) }));
    }
    const [failure, service] = await catalogs.type(connection, type);
    if (failure) return failed(failure);
    const from = allFields(service);
    // The default locale may have no document.
    const query = { status: "draft", shapes: recordShapes(from) } as const;
    const [readFailure, row] = await new PageReader(from, query, options).firstRow();
    if (readFailure) return failed(readFailure);
    // Relations that the response lacks are left out. The service omits those to types that the
    // token can't read, and a project's own code may omit more. Exported as empty cells, they would
    // be cleared when the file is imported.
    const onRoute = withRouteKnowledge(from, from.type.kind === "single" ? "one" : "list");
    const unseen = row ? unreadIn({ ...row, $: {} }, onRoute, from.names) : nothingUnread;
    const isHidden = (name: string) => row && !Object.hasOwn(row, name) && unseen.has(name);
    const names = from.names.filter((name) => !isHidden(name));
    const partial = names.filter((name) => unseen.has(name));
    return done({ ...from, names, hidden: from.names.filter(isHidden), partial });
  });

const allFields = (service: TypedService): Exportable => ({
  ...service,
  names: [...recordedAttributes(service.type).keys()],
});

/** Pages of records. A failure is the last item. */
export type RecordPages = AsyncGenerator<
  Outcome<
    { readonly records: readonly JsonObject[]; readonly odd: readonly OddRow[] },
    BulkFailure
  >,
  void,
  void
>;

/**
 * Reads drafts or users as records, page by page, in the order of their ids. Writes during the read
 * therefore don't move items that are still unread. Ends after the last page or with a failure.
 */
export async function* readRecords(
  group: DocumentGroup,
  from: Exportable,
  options: CallOptions,
): RecordPages {
  if (group.type === usersType) {
    for await (const [failure, users] of userPages(group, from, options)) {
      if (failure) return yield failed(failure);
      yield done({ records: users.map((user) => recordOf(asJson(user), from)), odd: [] });
    }
    return;
  }
  const names = [...from.names, ...searchOf(group, from).names];
  for await (const [failure, page] of readDrafts(group, from, recordShapes(from, names), options)) {
    if (failure) return yield failed(failure);
    const records = page.rows.map(({ draft, status }) => recordOf(draft, from, status.state));
    yield done({ records, odd: page.odd });
  }
}

const recordShapes = (from: Exportable, names = from.names): Shapes =>
  shapesFor(from, { names, references: recordedFields });
