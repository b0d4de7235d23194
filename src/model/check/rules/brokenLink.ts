import { attributeValuesIn } from "../../content/attributePositions.ts";
import type { FindingPlace } from "../checkFinding.ts";
import { collectedRun } from "../checkRule.ts";
import type { CheckedDocument, CheckRule, RuleContext, RuleStep } from "../checkRule.ts";
import { filePathsOf } from "../../content/references.ts";
import { linksIn, targetOfLink } from "../textLinks.ts";
import type { CheckedLink, LinkTarget } from "../textLinks.ts";

/**
 * Finds links in texts to media files and documents of the service that don't exist, to the
 * computer of an editor, and to another environment. Requests pages of other sites if the user
 * allows that.
 */
export const brokenLink: CheckRule<"broken-link"> = {
  code: "broken-link",
  defaultSeverity: "warning",
  needsPublished: false,
  create: (context) =>
    collectedRun({
      maxItems: 100,
      collect: (document, service) =>
        attributeValuesIn(document.content, service)
          .flatMap(linksIn)
          .flatMap((link) => openLinkOf(link, document, context)),
      lookUp: async (links) => {
        await lookUpSites(linksTo(links, "site"), context);
        const failure = await lookUpFiles(linksTo(links, "file"), context);
        return failure ?? lookUpDocuments(linksTo(links, "document"), context);
      },
    }),
};

/** A link whose target must be looked up. */
interface OpenLink {
  readonly location: FindingPlace;
  readonly url: string;
  readonly target: LinkTarget;
}

type OpenLinkTo<Kind> = OpenLink & { readonly target: { readonly kind: Kind } };

const linksTo = <Kind extends LinkTarget["kind"]>(
  links: readonly OpenLink[],
  kind: Kind,
): OpenLinkTo<Kind>[] =>
  links.filter((link): link is OpenLinkTo<Kind> => link.target.kind === kind);

/** Reports a link if its URL shows that it is broken, and returns it if its target must be looked up. */
function openLinkOf(
  { path, url }: CheckedLink,
  { address, title }: CheckedDocument,
  { scope, report, checksForeignLinks }: RuleContext<"broken-link">,
): OpenLink[] {
  const location = { address, title, path, fixes: [{ code: "edit-link", url }] as const };
  const target = targetOfLink(url, scope.connection, scope.otherConnections);
  switch (target?.kind) {
    case undefined:
      return [];
    case "file":
    case "document":
      return [{ location, url, target }];
    case "site":
      return checksForeignLinks ? [{ location, url, target }] : [];
    case "localhost":
      report({ ...location, data: { url, reason: "localhost" } });
      return [];
    case "other-environment": {
      const data = { url, reason: "other-environment", connection: target.connection } as const;
      report({ ...location, data });
      return [];
    }
  }
}

async function lookUpSites(
  links: readonly OpenLinkTo<"site">[],
  { lookups, report }: RuleContext<"broken-link">,
): Promise<void> {
  const flaws = await Promise.all(links.map(({ target }) => lookups.site(target.url)));
  for (const [at, { location, url }] of links.entries()) {
    const flaw = flaws[at];
    if (flaw) report({ ...location, data: { url, ...flaw } });
  }
}

async function lookUpFiles(
  links: readonly OpenLinkTo<"file">[],
  { lookups, report }: RuleContext<"broken-link">,
): RuleStep {
  const paths = links.flatMap(({ target }) => filePathsOf(target.path));
  const [failure, existing] = await lookups.files(paths);
  if (failure) return failure;
  for (const { location, url, target } of links) {
    const isThere = filePathsOf(target.path).some((path) => existing?.has(path));
    if (existing && !isThere) report({ ...location, data: { url, reason: "no-file" } });
  }
  return undefined;
}

async function lookUpDocuments(
  links: readonly OpenLinkTo<"document">[],
  { lookups, report, scope }: RuleContext<"broken-link">,
): RuleStep {
  const { types, targets } = scope.service.catalog;
  const documents = links.flatMap((link) => {
    const type = types.get(link.target.type) ?? targets.get(link.target.type);
    return type ? { ...link, document: { ...link.target, target: type.uid } } : [];
  });
  const [failure, exists] = await lookups.existing(documents.map(({ document }) => document));
  if (failure) return failure;
  for (const { location, url, document } of documents) {
    if (exists(document) === false) report({ ...location, data: { url, reason: "no-document" } });
  }
  return undefined;
}
