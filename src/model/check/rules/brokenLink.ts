import { attributeValuesIn } from "../../content/attributePositions.ts";
import type { FindingPlace } from "../checkFinding.ts";
import { collectedRun, type CheckRule } from "../checkRule.ts";
import { filePathsOf } from "../../content/references.ts";
import { linksIn, targetOfLink, type LinkTarget } from "../textLinks.ts";

/**
 * Finds links in texts to media files and documents of the service that don't exist, to the
 * computer of an editor, and to another environment. Requests pages of other sites if the user
 * allows that.
 */
export const brokenLink: CheckRule<"broken-link"> = {
  code: "broken-link",
  defaultSeverity: "warning",
  needsPublished: false,
  create: ({ report, lookups, scope, checksForeignLinks }) =>
    collectedRun({
      maxItems: 100,
      collect: ({ address, title, content }, service) =>
        attributeValuesIn(content, service)
          .flatMap(linksIn)
          .flatMap(({ path, url }): OpenLink[] => {
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
                const { connection } = target;
                report({ ...location, data: { url, reason: "other-environment", connection } });
                return [];
              }
            }
          }),
      lookUp: async (links) => {
        const sites = linksTo(links, "site");
        const flaws = await Promise.all(sites.map(({ target }) => lookups.site(target.url)));
        for (const [at, { location, url }] of sites.entries()) {
          const flaw = flaws[at];
          if (flaw) report({ ...location, data: { url, ...flaw } });
        }
        const files = linksTo(links, "file");
        const paths = files.flatMap(({ target }) => filePathsOf(target.path));
        const [failure, existing] = await lookups.files(paths);
        if (failure) return failure;
        for (const { location, url, target } of existing ? files : []) {
          const isThere = filePathsOf(target.path).some((path) => existing?.has(path));
          if (!isThere) report({ ...location, data: { url, reason: "no-file" } });
        }
        const { types, targets } = scope.service.catalog;
        const documents = linksTo(links, "document").flatMap(({ location, url, target }) => {
          const type = types.get(target.type) ?? targets.get(target.type);
          return type ? { location, url, document: { ...target, target: type.uid } } : [];
        });
        const [error, exists] = await lookups.existing(documents.map(({ document }) => document));
        if (error) return error;
        for (const { location, url, document } of documents) {
          if (exists(document) === false)
            report({ ...location, data: { url, reason: "no-document" } });
        }
        return undefined;
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
