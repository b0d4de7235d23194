import type { JsonObject, JsonPath } from "../../foundation/json.ts";
import { objectsIn, textIn, valueIn } from "../../foundation/json.ts";
import { isComponent, isList, attributesOf, type Attributes } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { collectedRun, comparableShape, waitingReferences } from "../checkRule.ts";
import type { CheckRule, ReferenceInDocument } from "../checkRule.ts";
import { publishedVersionFixes as fixes, type LostContent } from "../checkFinding.ts";
import { isFile, lackingReferences, type Reference } from "../../content/references.ts";

/**
 * Finds content that a publish lost: the published version lacks a relation, a media file or a
 * component of its draft, although neither version was edited since. A relation is lost if its
 * target was not published yet when the document was. Excludes relations to targets that are still
 * not published, and relations of a component to its own document, which every publish omits.
 */
export const lostRelation: CheckRule<"lost-relation"> = {
  code: "lost-relation",
  defaultSeverity: "error",
  needsPublished: true,
  create: ({ report, lookups }) =>
    collectedRun({
      maxItems: 200,
      maxPages: 10,
      collect: (document, service) => {
        const { address, title, state, content, published = {} } = document;
        if (state !== "published") return [];
        const shape = comparableShape(document, service);
        const components = lostComponents(shape.type.attributes, content, published, service);
        for (const loss of components) report({ address, title, ...loss, fixes });
        const isOutside = ({ location }: Reference) =>
          !components.some(({ path }) => path.every((segment, at) => segment === location[at]));
        const references = lackingReferences(content, published, shape);
        return waitingReferences(document, references.filter(isOutside));
      },
      lookUp: async (references) => {
        const [failure, isPublished] = await lookups.published(references);
        if (failure) return failure;
        const losses = references.filter((reference) => isLost(reference, isPublished(reference)));
        // A two-way relation may have been added on its other side and not been published there. The
        // service shows it in this draft, and does not change the time of this draft.
        const isTwoWay = ({ attribute }: Reference) => attribute.inversedBy !== undefined;
        const twoWay = losses.filter(isTwoWay);
        const [modifiedFailure, isModified] = await lookups.modified(twoWay);
        if (modifiedFailure) return modifiedFailure;
        for (const reference of losses) {
          if (isTwoWay(reference) && isModified(reference) !== false) continue;
          const { address, title } = reference.document;
          const { title: targetTitle, documentId } = reference;
          const kind = isFile(reference) ? "file" : "relation";
          const data: LostContent = { kind, title: targetTitle, documentId };
          report({ address, title, path: reference.location, data, fixes });
        }
        return undefined;
      },
    }),
};

function isLost(reference: ReferenceInDocument, isPublished: boolean | undefined): boolean {
  const { documentId, path, document } = reference;
  if (isFile(reference)) return true;
  if (documentId === document.documentId) return !path.includes(".");
  return isPublished === true;
}

/** The components that the first of two versions has and the second lacks, by their path in it. */
function lostComponents(
  attributes: Attributes,
  draft: JsonObject,
  published: JsonObject,
  { catalog }: Pick<TypedService, "catalog">,
  above: JsonPath = [],
): { path: JsonPath; data: LostContent }[] {
  return [...attributes].flatMap(([name, attribute]) => {
    if (!isComponent(attribute) || !Object.hasOwn(draft, name)) return [];
    const path = [...above, name];
    const [ours, theirs] = [draft, published].map((version) => objectsIn(valueIn(version, name)));
    if (!ours || !theirs) return [];
    const count = ours.length - theirs.length;
    if (count > 0) return [{ path, data: { kind: "component", count } }];
    return ours.flatMap((entry, at) => {
      const other = theirs[at];
      const inner = attributesOf(attribute, entry, catalog);
      const isSameComponent =
        other && textIn(entry, "__component") === textIn(other, "__component");
      if (!inner || !isSameComponent) return [];
      const entryPath = isList(attribute) ? [...path, at] : path;
      return lostComponents(inner, entry, other, { catalog }, entryPath);
    });
  });
}
