import { isShared } from "../schemas/catalog.ts";
import type { TypeInCatalog } from "../schemas/catalog.ts";
import type { CheckedDocument } from "./checkRule.ts";

/**
 * The type of a document with only the attributes that must be equal in both versions if neither
 * was edited. Excludes attributes that were not read completely. Also excludes shared attributes if
 * another localization changed later: the service copies them to the draft only.
 */
export function comparableShape(
  { address, changes, unread }: CheckedDocument,
  { type, catalog }: TypeInCatalog,
): TypeInCatalog {
  const changedAt = changes.get(address.locale ?? "") ?? 0;
  const hasNewer = [...changes.values()].some((time) => time > changedAt);
  const attributes = [...type.attributes].filter(
    ([name, attribute]) => !unread.has(name) && !(hasNewer && isShared(attribute, type)),
  );
  return { type: { ...type, attributes: new Map(attributes) }, catalog };
}
