import { documentIdOf, valuesIn } from "../content/attributePlaces.ts";
import type { FindingPath } from "../foundation/contentProblem.ts";
import type { JsonObject } from "../foundation/json.ts";
import { isObject, textIn } from "../foundation/json.ts";
import { isOwnReference, isShared, titleOfTarget } from "../schemas/catalog.ts";
import type { TypeInCatalog } from "../schemas/catalog.ts";
import type { CheckedDocument } from "./checkRule.ts";

/** A relation to a document or a media file in a document. */
export interface CheckedReference {
  /** The path of the value. */
  readonly path: FindingPath;
  /** The path without indexes, such as `sections.author`. */
  readonly field: string;
  readonly isFile: boolean;
  /** The uid of the target type; empty for a media file, or if the service doesn't name the type. */
  readonly target: string;
  readonly documentId: string;
  /** Empty if the target has no title. */
  readonly title: string;
  /** Whether the target has an inverse side, where users can change the relation, too. */
  readonly isTwoWay: boolean;
}

/** Every media file in a content and every relation whose owning side is there. */
export const checkedReferencesIn = (
  content: JsonObject,
  shape: TypeInCatalog,
): CheckedReference[] =>
  valuesIn(content, isOwnReference, shape).flatMap(({ attribute, path, value }) => {
    const documentId = documentIdOf(value);
    if (documentId === "" || !isObject(value)) return [];
    const isFile = attribute.type === "media";
    const titleField = isFile ? "name" : (titleOfTarget(attribute, shape.catalog) ?? "");
    return {
      path,
      field: path.filter((segment) => typeof segment === "string").join("."),
      isFile,
      target: isFile ? "" : (attribute.target ?? ""),
      documentId,
      title: textIn(value, titleField),
      isTwoWay: attribute.inversedBy !== undefined,
    };
  });

/** The references that a draft has more often in a field than its published version. */
export function lackingReferences(
  { content, published = {} }: Pick<CheckedDocument, "content" | "published">,
  shape: TypeInCatalog,
): CheckedReference[] {
  const left = new Map<string, number>();
  const keyOf = ({ field, documentId }: CheckedReference) => `${field} ${documentId}`;
  for (const key of checkedReferencesIn(published, shape).map(keyOf)) {
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return checkedReferencesIn(content, shape).filter((reference) => {
    const key = keyOf(reference);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

/** A reference, and the document that has it, without its content. */
export interface ReferenceInDocument extends CheckedReference {
  readonly document: Pick<CheckedDocument, "address" | "documentId" | "title" | "state">;
  readonly locale: string | undefined;
}

/** References that wait for a lookup, which needs no content. */
export const waitingReferences = (
  { address, documentId, title, state }: CheckedDocument,
  references: readonly CheckedReference[],
): ReferenceInDocument[] =>
  references.map((reference) => ({
    ...reference,
    document: { address, documentId, title, state },
    locale: address.locale,
  }));

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
