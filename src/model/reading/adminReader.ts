import type { AdminRelation } from "../../client/admin/index.ts";
import type { AttributeSchema } from "../../client/index.ts";
import {
  isComponent,
  isInverse,
  isList,
  isPolymorphic,
  isUnread,
  attributesOf,
  componentUidOf,
} from "../schemas/catalog.ts";
import type { Attributes } from "../schemas/catalog.ts";
import type { TypedService, Manage } from "../schemas/catalogs.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { asJson, isArray, isObject, pick, textIn, ownIn } from "../foundation/json.ts";
import { markAdminRead } from "../content/unreadAttributes.ts";
import { whenAllowed, type VersionRequest } from "./readRequests.ts";
import type { ReadOptions } from "./readOptions.ts";

/** How many attempts are made to read a document that changes while its relations are read. */
const attempts = 3;

const systemKeys = [
  "id",
  "documentId",
  "locale",
  "localizations",
  "createdAt",
  "updatedAt",
  "publishedAt",
];

const relationConcurrency = 4;

/**
 * Reads a document through the content manager, which no middleware of a route changes. Its
 * relations take further requests. Undefined without an administrator who has the permission.
 */
export async function readAsAdmin(
  service: TypedService,
  version: VersionRequest,
  options: ReadOptions = {},
): Promise<JsonObject | undefined> {
  const { type, manage } = service;
  if (!manage) return undefined;
  const { documentId, locale, status } = version;
  const target = { uid: type.uid, documentId, status, ...(locale && { locale }) };
  const read = async () => {
    const [failure, row] = await whenAllowed(options, (call) =>
      manage((admin) => admin.read({ ...target, ...call })),
    );
    // For a localization that does not exist, the response is empty.
    return failure || typeof row["documentId"] !== "string" ? undefined : asJson(row);
  };
  let row = await read();
  for (let attempt = 1; row && attempt <= attempts; attempt += 1) {
    const id = textIn(row, "documentId");
    const limit = new ConcurrencyLimit(relationConcurrency);
    const adminRead = { service, manage, version, options, limit };
    const content = await withRelations(row, type.attributes, { uid: type.uid, id }, adminRead);
    const latestRow = await read();
    if (latestRow?.["updatedAt"] === row["updatedAt"]) {
      return markAdminRead({ ...pick(row, systemKeys), ...content });
    }
    row = latestRow;
  }
  return undefined;
}

interface AdminRead {
  readonly service: TypedService;
  readonly manage: Manage;
  readonly version: VersionRequest;
  readonly options: ReadOptions;
  readonly limit: ConcurrencyLimit;
}

/** The attributes of a document or component that may be shown, with the targets of relations. */
async function withRelations(
  row: JsonObject,
  attributes: Attributes,
  owner: Pick<AdminRelation, "uid" | "id">,
  adminRead: AdminRead,
): Promise<JsonObject> {
  const parts = await Promise.all(
    [...attributes].map(async ([name, attribute]): Promise<[string, Json][]> => {
      const value = ownIn(row, name);
      // The content manager returns no targets of a polymorphic relation.
      const isOmitted = [isUnread, isInverse, isPolymorphic].some((is) => is(attribute));
      if (value === undefined || isOmitted) return [];
      if (isComponent(attribute))
        return [[name, await componentWithRelations(value, attribute, adminRead)]];
      if (attribute.type !== "relation") return [[name, value]];
      const targets = await targetsOf(attribute, { ...owner, field: name }, adminRead);
      // A relation that the administrator can't read stays absent and is never sent.
      return targets === undefined ? [] : [[name, targets]];
    }),
  );
  return Object.fromEntries(parts.flat());
}

async function componentWithRelations(
  value: Json,
  attribute: AttributeSchema,
  adminRead: AdminRead,
): Promise<Json> {
  if (isArray(value)) {
    return Promise.all(value.map((item) => componentWithRelations(item, attribute, adminRead)));
  }
  if (!isObject(value)) return value;
  const attributes = attributesOf(attribute, value, adminRead.service.catalog);
  const { id = null } = value;
  const uid = componentUidOf(attribute, value);
  if (!attributes || typeof id !== "number") return value;
  const content = await withRelations(value, attributes, { uid, id }, adminRead);
  return { ...pick(value, ["__component", "id"]), ...content };
}

/** The targets in order, which the content manager reverses; undefined if they can't be read. */
async function targetsOf(
  attribute: AttributeSchema,
  relation: Pick<AdminRelation, "uid" | "id" | "field">,
  { manage, version, options, limit }: AdminRead,
): Promise<Json | undefined> {
  const { locale, status } = version;
  const targets: JsonObject[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { ...relation, page, status, ...(locale && { locale }) };
    const [failure, answer] = await limit.run(() =>
      whenAllowed(options, (call) =>
        manage((admin) => admin.relationTargets({ ...query, ...call })),
      ),
    );
    if (failure) return undefined;
    targets.push(...answer.targets.map(asJson));
    pages = answer.pageCount;
  }
  return isList(attribute) ? targets.reverse() : (targets[0] ?? null);
}
