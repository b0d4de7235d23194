import type { ShapeParams } from "../../client/index.ts";
import { fieldShape } from "../content/requestShape.ts";
import { unusedId } from "../foundation/address.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { isObject, textIn, type JsonObject } from "../foundation/json.ts";
import { isServiceFailure } from "../foundation/outcome.ts";
import type { Attributes } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { attributesLackedBy, extraKeyOf } from "../schemas/hiddenAttributes.ts";
import type { HiddenAttributes } from "../schemas/hiddenAttributes.ts";
import { readPart } from "./readRequests.ts";

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
const keyConcurrency = 4;

/** Asks for each key as a field, because a service rejects fields that it does not have. */
async function confirmKeys(service: TypedService, row: JsonObject, attributes: HiddenAttributes) {
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

/** False if the answer does not tell; undefined if there is no answer, so that it is asked again. */
async function isAttribute(
  service: TypedService,
  row: JsonObject,
  { name, shape }: { readonly name: string; readonly shape: ShapeParams },
): Promise<boolean | undefined> {
  const isSingle = service.type.kind === "single";
  const documentId = isSingle ? undefined : textIn(row, "documentId") || unusedId;
  const version = { documentId, locale: textIn(row, "locale"), status: "draft" } as const;
  const [failure] = await readPart(service, { ...version, ...shape });
  // A service checks the fields before it looks for the document.
  if (!failure || !isServiceFailure(failure)) return true;
  const { error } = failure;
  if (error.retryable) return undefined;
  if (!isObject(error.details)) return false;
  // The service rejects a media file or relation as a field, but names its path.
  const { key, path = null } = error.details;
  return key === name && path !== null;
}
