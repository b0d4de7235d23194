import type { ShapeParams } from "../../client/index.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { isObject, textIn } from "../foundation/json.ts";
import type { JsonObject } from "../foundation/json.ts";
import { isUnread } from "../schemas/catalog.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { attributesLackedBy, extraKeyOf } from "../schemas/hiddenAttributes.ts";
import type { ConfirmedKeys, HiddenAttributes } from "../schemas/hiddenAttributes.ts";
import type { PopulateTree } from "./requestShape.ts";

/**
 * Checks whether drafts have keys that the catalog lacks. If a reload of the schema does not add
 * them, the service is asked whether they are attributes.
 */
export function checkRows(service: TypedService, rows: readonly JsonObject[]): void {
  const attributes = attributesLackedBy(service.catalog, service.type, rows);
  const [row] = rows;
  if (attributes.size === 0 || !row) return;
  service.doubt({ attributes, confirm: () => confirmKeys(service, row, attributes) });
}

/** The most keys to ask about. More than these are taken for keys that the project's code adds. */
const maxKeys = 100;
/** How many keys to ask about at once. */
const keyConcurrency = 4;

/** Asks for each key as a field, because a service rejects fields that it does not have. */
async function confirmKeys(
  service: TypedService,
  row: JsonObject,
  attributes: HiddenAttributes,
): Promise<ConfirmedKeys> {
  const hidden = new Map<string, Attributes>();
  const extra = new Set<string>();
  const keys = [...attributes].flatMap(([uid, named]) =>
    [...named].map(([name, attribute]) => ({ uid, name, attribute })),
  );
  const limit = new ConcurrencyLimit(keyConcurrency);
  await Promise.all(
    keys.map(async ({ uid, name, attribute }, at) => {
      const shape = at < maxKeys ? fieldShape(service, uid, name) : undefined;
      const isThere =
        shape !== undefined && (await limit.run(() => isAttribute(service, row, { name, shape })));
      if (isThere === undefined) return;
      if (!isThere) extra.add(extraKeyOf(uid, name));
      else hidden.set(uid, new Map([...(hidden.get(uid) ?? []), [name, attribute]]));
    }),
  );
  return { hidden, extra };
}

/** No document has this id. */
const unusedId = "0".repeat(24);

/** False if the answer does not tell; undefined if there is no answer, so that it is asked again. */
async function isAttribute(
  { cms, type }: TypedService,
  row: JsonObject,
  { name, shape }: { readonly name: string; readonly shape: ShapeParams },
): Promise<boolean | undefined> {
  const locale = textIn(row, "locale");
  const params = { ...shape, status: "draft", ...(locale && { locale }) } as const;
  const [error] =
    type.kind === "single"
      ? await cms.single<JsonObject>(type.name).find({ params })
      : await cms
          .collection<JsonObject>(type.name)
          .find({ documentId: textIn(row, "documentId") || unusedId, params });
  // A service checks the fields before it looks for the document.
  if (!error || error.name === "NotFoundError") return true;
  if (error.retryable) return undefined;
  if (!isObject(error.details)) return false;
  // The service rejects a media file or relation as a field, but names its path.
  const { key, path = null } = error.details;
  return key === name && path !== null;
}

/** The parameters that name an attribute of the type or of one of its components as a field. */
function fieldShape(
  { type, catalog }: TypedService,
  uid: string,
  name: string,
): ShapeParams | undefined {
  const fields = { fields: [name] };
  if (uid === type.uid) return fields;
  const populate = populateTo(type.attributes, { catalog, uid, fields, above: [] });
  return populate && { fields: ["documentId"], populate };
}

interface FieldPosition {
  readonly catalog: Catalog;
  /** The component that has the field. */
  readonly uid: string;
  readonly fields: PopulateTree;
  /** The enclosing components. A component may contain itself. */
  readonly above: readonly string[];
}

function populateTo(attributes: Attributes, position: FieldPosition): PopulateTree | undefined {
  for (const [name, attribute] of attributes) {
    const { type, component, components = [] } = attribute;
    const uids = component === undefined ? components : [component];
    for (const inner of isUnread(attribute) ? [] : uids) {
      const part = partIn(inner, position);
      if (part) return { [name]: type === "component" ? part : { on: { [inner]: part } } };
    }
  }
  return undefined;
}

function partIn(component: string, position: FieldPosition): PopulateTree | undefined {
  const { catalog, uid, fields, above } = position;
  if (component === uid) return fields;
  const attributes = above.includes(component) ? undefined : catalog.components.get(component);
  const populate =
    attributes && populateTo(attributes, { ...position, above: [...above, component] });
  return populate && { populate };
}
