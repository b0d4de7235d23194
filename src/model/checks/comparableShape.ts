import { isShared } from "../schemas/catalog.ts";
import type { TypeInCatalog } from "../schemas/catalog.ts";
import type { CheckedDocument } from "./checkRule.ts";

/**
 * The type of a document with only the attributes that must be equal in both versions if neither
 * was edited. Excludes attributes that were not read completely. Also excludes shared attributes if
 * another localization changed later: the service copies them to the draft only.
 */
export function comparableShape(
  document: CheckedDocument,
  { type, catalog }: TypeInCatalog,
): TypeInCatalog {
  const hasNewer = hasNewerLocalization(document);
  const attributes = [...type.attributes].filter(
    ([name, attribute]) => !document.unread.has(name) && !(hasNewer && isShared(attribute, type)),
  );
  return { type: { ...type, attributes: new Map(attributes) }, catalog };
}

function hasNewerLocalization({ address, changes }: CheckedDocument): boolean {
  const own = changes.get(address.locale ?? "") ?? 0;
  return [...changes.values()].some((time) => time > own);
}
