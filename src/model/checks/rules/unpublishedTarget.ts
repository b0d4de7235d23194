import { targetAddressOf } from "../../changes/lifecycle/versionDifferences.ts";
import type { Address } from "../../foundation/address.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { CheckFix } from "../checkFinding.ts";
import type { CheckedDocument, CheckedPage, CheckRule, RuleContext } from "../checkRule.ts";
import { checkedReferencesIn, lackingReferences } from "../checkedReferences.ts";
import type { CheckedReference } from "../checkedReferences.ts";
import { publishedTargets } from "../publishedTargets.ts";

/**
 * Finds relations that a published version lacks because their target is not published in the same
 * locale. Excludes drafts that were never published: their targets may be published first.
 */
export const unpublishedTarget: CheckRule<"unpublished-target"> = {
  code: "unpublished-target",
  defaultSeverity: "warning",
  needsPublished: true,
  create: (context) => ({ page: (page) => checkPage(page, context) }),
};

async function checkPage(
  { service, documents }: CheckedPage,
  { report, lookups }: RuleContext<"unpublished-target">,
) {
  const relations = documents.flatMap((document) =>
    invisibleRelations(document, service).map((reference) => ({ document, reference })),
  );
  const [failure, isPublished] = await publishedTargets(relations, service.catalog, lookups);
  if (failure) return failed(failure);
  for (const { document, reference } of relations) {
    const { address, title } = document;
    const { target = "", documentId, path } = reference;
    if (isPublished(target, address.locale, documentId) !== false) continue;
    const place = targetAddressOf({ target, documentId }, address, service);
    report({
      address,
      title,
      path,
      data: { title: reference.title, documentId },
      fixes: [
        ...(place ? publishingFixes(place, document, reference) : []),
        { code: "remove-relation", documentId },
      ],
    });
  }
  return done(null);
}

/**
 * With the target, the service publishes the relations to it, but not those in components. For
 * these, the document must be published again.
 */
function publishingFixes(
  target: Address,
  { published, state }: CheckedDocument,
  { field }: CheckedReference,
): CheckFix[] {
  const needsDocument = published !== undefined && field.includes(".");
  return [
    ...(needsDocument ? [{ code: "publish-with-relations" } as const] : []),
    ...(needsDocument && state === "published"
      ? []
      : [{ code: "publish-target", target } as const]),
  ];
}

/** The relations that readers of the published content may not see. */
function invisibleRelations(
  document: CheckedDocument,
  service: TypedService,
): readonly CheckedReference[] {
  const { content, published, documentId } = document;
  const all = !service.type.draftAndPublish
    ? checkedReferencesIn(content, service)
    : published
      ? lackingReferences(document, service)
      : [];
  // A document that refers to itself is published together with its target.
  return all.filter((one) => one.target !== undefined && one.documentId !== documentId);
}
