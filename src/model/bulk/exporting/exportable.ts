import type { CallOptions } from "../../../client/index.ts";
import { usersType } from "../../foundation/address.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import type { CollectionAddress } from "../../foundation/address.ts";
import type { GroupDependencies } from "../batch/batchTarget.ts";
import { recordedAttributes } from "../formats/record.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { asJson } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import { readFirstRow } from "../../reading/pageReader.ts";
import { withRouteKnowledge } from "../../reading/routeProbe.ts";
import { nothingUnread, unreadIn } from "../../content/unreadAttributes.ts";
import { userTypeOf } from "../../schemas/userType.ts";
import { recordShapes } from "./readRecords.ts";
import type { Exportable } from "./readRecords.ts";
import { findFirstUsers } from "../../reading/userReader.ts";

/**
 * The type and all exportable fields of a collection. Reads one document first: if the catalog no
 * longer matches the service, it is reloaded before the fields are chosen.
 */
export const exportable = (
  { connection, type }: CollectionAddress,
  { catalogs }: Pick<GroupDependencies, "catalogs">,
  options: CallOptions = {},
): Promise<Outcome<Exportable, BulkFailure>> =>
  catalogs.readWithFreshCatalog(connection, async (): Promise<Outcome<Exportable, BulkFailure>> => {
    if (type === usersType) return exportableUsers(connection, catalogs, options);
    const [failure, service] = await catalogs.type(connection, type);
    if (failure) return failed(failure);
    const from = allFields(service);
    // The default locale may have no document.
    const query = { status: "draft", shapes: recordShapes(from) } as const;
    const [unread, row] = await readFirstRow(from, query, options);
    return unread ? failed(unread) : done(withoutHidden(row, from));
  });

const allFields = (service: TypedService): Exportable => ({
  ...service,
  names: [...recordedAttributes(service.type).keys()],
});

/**
 * Removes relations that the response lacks. The service omits relations to types that the token
 * can't read, and a project's own code may omit more. Exported as empty cells, they would be
 * cleared when the file is imported.
 */
function withoutHidden(row: JsonObject | undefined, from: Exportable): Exportable {
  const forList = withRouteKnowledge(from, "list");
  const unseen = row ? unreadIn({ ...row, $: {} }, forList, from.names) : nothingUnread;
  const hidden = from.names.filter((name) => row && !Object.hasOwn(row, name) && unseen.has(name));
  const names = from.names.filter((name) => !hidden.includes(name));
  const partial = names.filter((name) => unseen.has(name));
  return { ...from, names, hidden, partial };
}

/** If the service doesn't describe its types, the fields come from a user that it returns. */
async function exportableUsers(
  connection: string,
  catalogs: Catalogs,
  options: CallOptions,
): Promise<Outcome<Exportable, BulkFailure>> {
  const [failure, service] = await catalogs.service(connection);
  if (failure) return failed(failure);
  const [unread, users] = await findFirstUsers(service, 1, { populate: ["role"] }, options);
  if (unread) return failed(unread);
  const [user = {}] = users.rows;
  return done(allFields({ ...service, type: userTypeOf(service.catalog, asJson(user)) }));
}
