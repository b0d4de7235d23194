import { targetAddressOf } from "../../documents/versionDifferences.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { CheckFix } from "../checkFinding.ts";
import { collectedRun, waitingReferences } from "../checkRule.ts";
import type { CheckedDocument, CheckRule, ReferenceInDocument } from "../checkRule.ts";
import { isFile, lackingReferences } from "../../content/references.ts";
import type { Reference } from "../../content/references.ts";

/**
 * Finds relations that a published version lacks because their target is not published in the same
 * locale. Excludes drafts that were never published: their targets may be published first.
 */
export const unpublishedTarget: CheckRule<"unpublished-target"> = {
  code: "unpublished-target",
  defaultSeverity: "warning",
  needsPublished: true,
  create: ({ report, lookups, scope: { service } }) =>
    collectedRun({
      maxItems: 200,
      maxPages: 10,
      collect: (document, ofType) =>
        waitingReferences(document, invisibleRelations(document, ofType)),
      lookUp: async (references) => {
        const [failure, isPublished] = await lookups.published(references);
        if (failure) return failure;
        for (const reference of references.filter(
          (candidate) => isPublished(candidate) === false,
        )) {
          const { location: path, documentId } = reference;
          const { address, title } = reference.document;
          const target = targetAddressOf(reference, address, service);
          const fixes: CheckFix[] = [
            ...(target ? publishingFixes(target, reference) : []),
            { code: "remove-relation", documentId },
          ];
          report({ address, title, path, data: { title: reference.title, documentId }, fixes });
        }
        return undefined;
      },
    }),
};

/**
 * With the target, the service publishes the relations to it, but not those in components. For
 * these, the document must be published again.
 */
function publishingFixes(
  target: Address,
  { document: { state }, path }: ReferenceInDocument,
): CheckFix[] {
  const needsDocument = state !== undefined && state !== "draft" && path.includes(".");
  return [
    ...(needsDocument ? [{ code: "publish-with-relations" } as const] : []),
    ...(needsDocument && state === "published"
      ? []
      : [{ code: "publish-target", target } as const]),
  ];
}

/** The relations that readers of the published content may not see. */
function invisibleRelations(
  { content, published, documentId }: CheckedDocument,
  service: TypedService,
): readonly Reference[] {
  // Without drafts, all content is published.
  const visible = service.type.draftAndPublish ? published : {};
  if (!visible) return [];
  // A document that refers to itself is published together with its target.
  return lackingReferences(content, visible, service).filter(
    (reference) => !isFile(reference) && reference.documentId !== documentId,
  );
}
