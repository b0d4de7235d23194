import type { CallOptions } from "../../../client/index.ts";
import { usersType } from "../../foundation/address.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Content } from "../../query/listing/content.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import { documentGroupsOf } from "./meant.ts";
import type { BatchTarget } from "./meant.ts";
import { draftListParams } from "./reading.ts";
import { requireStatusFilter } from "../../query/listing/narrowing.ts";
import { userFilters } from "./userPages.ts";
import { countUsers } from "../../query/listing/userCount.ts";
import type { DocumentGroup } from "./reading.ts";

interface CountDependencies {
  readonly catalogs: Catalogs;
  readonly content: Content;
}

/** How many documents, drafts included, or users are meant; a document counts once in each locale. */
export async function countTargets(
  target: BatchTarget,
  dependencies: CountDependencies,
  options: CallOptions = {},
): Promise<Outcome<number>> {
  const [failure, groups] = await documentGroupsOf(target, dependencies);
  if (failure) return failed(failure);
  let total = 0;
  for (const one of groups) {
    const [error, count] = await countGroup(one, dependencies, options);
    if (error) return failed(error);
    total += count;
  }
  return done(total);
}

async function countGroup(
  groups: DocumentGroup,
  { catalogs }: CountDependencies,
  options: CallOptions,
): Promise<Outcome<number>> {
  const [unreached, service] = await catalogs.service(groups.connection);
  if (unreached) return failed(unreached);
  const { cms, catalog } = service;
  if (groups.type === usersType) {
    const [error, count] = await countUsers(cms, userFilters(groups), options);
    return error ? refused(error) : done(count);
  }
  const type = catalog.types.get(groups.type);
  if (!type) return failed({ code: "no-type", name: groups.type });
  const [tooOld] = await requireStatusFilter(
    { ...service, type },
    groups.narrowing,
    options.signal,
  );
  if (tooOld) return failed(tooOld);
  const params = draftListParams(groups, type);
  const [error, count] = await cms.collection<JsonObject>(type.name).count({ params, ...options });
  return error ? refused(error) : done(count);
}
