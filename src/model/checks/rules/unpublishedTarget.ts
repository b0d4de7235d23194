import { targetAddressOf } from "../../documents/versionDifferences.ts";
import type { Address } from "../../foundation/address.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { CheckFix } from "../checkFinding.ts";
import type {
  CheckedDocument,
  CheckedPage,
  CheckRule,
  RuleContext,
  RuleRun,
  RuleStep,
} from "../checkRule.ts";
import { checkedReferencesIn, lackingReferences } from "../checkedReferences.ts";
import type { CheckedReference } from "../checkedReferences.ts";
import { OpenReferences, publishedTargets } from "../publishedTargets.ts";
import type { ReferenceInDocument } from "../publishedTargets.ts";

/**
 * Finds relations that a published version lacks because their target is not published in the same
 * locale. Excludes drafts that were never published: their targets may be published first.
 */
export const unpublishedTarget: CheckRule<"unpublished-target"> = {
  code: "unpublished-target",
  defaultSeverity: "warning",
  needsPublished: true,
  create: (context) => new UnpublishedTargets(context),
};

class UnpublishedTargets implements RuleRun {
  readonly #context: RuleContext<"unpublished-target">;
  readonly #open = new OpenReferences();

  constructor(context: RuleContext<"unpublished-target">) {
    this.#context = context;
  }

  readonly page = async ({ service, documents }: CheckedPage): RuleStep => {
    for (const document of documents) {
      this.#open.add(document, invisibleRelations(document, service));
    }
    return this.#open.isDue() ? this.end() : done(null);
  };

  readonly end = async (): RuleStep => {
    const { report, lookups, scope } = this.#context;
    const open = this.#open.take();
    const { service } = scope;
    const [failure, isPublished] = await publishedTargets(open, service.catalog, lookups);
    if (failure) return failed(failure);
    for (const { document, reference } of open) {
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
  };
}

/**
 * With the target, the service publishes the relations to it, but not those in components. For
 * these, the document must be published again.
 */
function publishingFixes(
  target: Address,
  { state }: ReferenceInDocument["document"],
  { field }: CheckedReference,
): CheckFix[] {
  const needsDocument = state !== undefined && state !== "draft" && field.includes(".");
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
