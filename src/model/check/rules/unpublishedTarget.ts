import { targetAddressOf } from "../../documents/versionDifferences.ts";
import type { CheckFix } from "../checkFinding.ts";
import { collectedRun, waitingReferences, type CheckRule } from "../checkRule.ts";
import { isFile, lackingReferences, type Reference } from "../../content/references.ts";

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
      collect: (document, ofType) => {
        // Without drafts, all content is published.
        const visible = ofType.type.draftAndPublish ? document.published : {};
        const references = visible ? lackingReferences(document.content, visible, ofType) : [];
        // A document that refers to itself is published together with its target.
        const isOther = (reference: Reference) =>
          !isFile(reference) && reference.documentId !== document.documentId;
        return waitingReferences(document, references.filter(isOther));
      },
      lookUp: async (references) => {
        const [failure, isPublished] = await lookups.published(references);
        if (failure) return failure;
        for (const reference of references) {
          if (isPublished(reference) !== false) continue;
          const { location: path, documentId } = reference;
          const { address, title, state } = reference.document;
          const target = targetAddressOf(reference, address, service);
          // With the target, the service publishes the relations to it, but not those in components.
          // For these, the document must be published again.
          const needsDocument =
            state !== undefined && state !== "draft" && reference.path.includes(".");
          const fixes: CheckFix[] = [];
          if (target && needsDocument) fixes.push({ code: "publish-with-relations" });
          if (target && !(needsDocument && state === "published"))
            fixes.push({ code: "publish-target", target });
          fixes.push({ code: "remove-relation", documentId });
          report({ address, title, path, data: { title: reference.title, documentId }, fixes });
        }
        return undefined;
      },
    }),
};
