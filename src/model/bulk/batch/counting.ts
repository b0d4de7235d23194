import type { CallOptions } from "../../../client/index.ts";
import { usersType } from "../../foundation/address.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Content } from "../../query/listing/content.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import { partsOf } from "./meant.ts";
import type { Meant } from "./meant.ts";
import { listParams } from "./reading.ts";
import { requireStatusFilter } from "../../query/listing/narrowing.ts";
import { filtersOfUsers } from "./userPages.ts";
import { countUsers } from "../../query/listing/userCount.ts";
import type { Some } from "./reading.ts";

interface Parts {
  readonly catalogs: Catalogs;
  readonly content: Content;
}

/** How many documents, drafts included, or users are meant; a document counts once in each locale. */
export async function countMeant(
  meant: Meant,
  parts: Parts,
  options: CallOptions = {},
): Promise<Outcome<number>> {
  const [failure, some] = await partsOf(meant, parts);
  if (failure) return failed(failure);
  let total = 0;
  for (const one of some) {
    const [error, count] = await countSome(one, parts, options);
    if (error) return failed(error);
    total += count;
  }
  return done(total);
}

async function countSome(
  some: Some,
  { catalogs }: Parts,
  options: CallOptions,
): Promise<Outcome<number>> {
  const [unreached, service] = await catalogs.service(some.connection);
  if (unreached) return failed(unreached);
  const { cms, catalog } = service;
  if (some.type === usersType) {
    const [error, count] = await countUsers(cms, filtersOfUsers(some), options);
    return error ? refused(error) : done(count);
  }
  const type = catalog.types.get(some.type);
  if (!type) return failed({ code: "no-type", name: some.type });
  const [tooOld] = await requireStatusFilter({ ...service, type }, some.narrowing, options.signal);
  if (tooOld) return failed(tooOld);
  const params = listParams(some, type);
  const [error, count] = await cms.collection<JsonObject>(type.name).count({ params, ...options });
  return error ? refused(error) : done(count);
}
