import { groupedBy } from "../../foundation/chunks.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ReadFailure } from "../../reading/readFailure.ts";
import { checkedAttributesIn } from "../checkedAttributes.ts";
import type { FindingPlace } from "../checkFinding.ts";
import type {
  CheckedDocument,
  CheckedPage,
  CheckRule,
  RuleContext,
  RuleRun,
  RuleStep,
} from "../checkRule.ts";
import { filePathsOf } from "../../reading/fileReader.ts";
import { linksIn, targetOfLink } from "../links.ts";
import type { CheckedLink, LinkTarget } from "../links.ts";

/**
 * Finds links in texts to media files and documents of the service that don't exist, to the
 * computer of an editor, and to another environment. Requests pages of other sites if the user
 * allows that.
 */
export const brokenLink: CheckRule<"broken-link"> = {
  code: "broken-link",
  defaultSeverity: "warning",
  needsPublished: false,
  create: (context) => new BrokenLinks(context),
};

/** A link whose target was not looked up yet. */
interface OpenLink<Target> {
  readonly place: FindingPlace;
  readonly url: string;
  readonly target: Target;
}

type FileLink = OpenLink<Extract<LinkTarget, { readonly kind: "file" }>>;
type SiteLink = OpenLink<Extract<LinkTarget, { readonly kind: "site" }>>;
type DocumentLink = OpenLink<Extract<LinkTarget, { readonly kind: "document" }>>;

/** How many links wait for a lookup, so that one request answers for many documents. */
const mostOpen = 100;

class BrokenLinks implements RuleRun {
  readonly #context: RuleContext<"broken-link">;
  #files: FileLink[] = [];
  #documents: DocumentLink[] = [];
  #sites: SiteLink[] = [];

  constructor(context: RuleContext<"broken-link">) {
    this.#context = context;
  }

  readonly page = async ({ service, documents }: CheckedPage): RuleStep => {
    for (const document of documents) {
      for (const link of checkedAttributesIn(document.content, service).flatMap(linksIn)) {
        this.#check(link, document);
      }
    }
    const open = this.#files.length + this.#documents.length + this.#sites.length;
    const isFull = open >= mostOpen;
    return isFull ? this.#lookUp() : done(null);
  };

  readonly end = (): RuleStep => this.#lookUp();

  #check(link: CheckedLink, { address, title }: CheckedDocument): void {
    const { path, url } = link;
    const { connection, others } = this.#context.scope;
    const place = { address, title, path, fixes: [{ code: "edit-link", url }] as const };
    const target = targetOfLink(url, connection, others);
    switch (target?.kind) {
      case "file":
        this.#files.push({ place, url, target });
        break;
      case "document":
        this.#documents.push({ place, url, target });
        break;
      case "site":
        if (this.#context.checksForeignLinks) this.#sites.push({ place, url, target });
        break;
      case "localhost":
        this.#context.report({ ...place, data: { url, reason: "localhost" } });
        break;
      case "other-environment": {
        const data = { url, reason: "other-environment", connection: target.connection } as const;
        this.#context.report({ ...place, data });
        break;
      }
    }
  }

  async #lookUp(): Promise<Outcome<null, ReadFailure>> {
    await this.#lookUpSites();
    const [failure] = await this.#lookUpFiles();
    return failure ? failed(failure) : this.#lookUpDocuments();
  }

  async #lookUpSites(): Promise<void> {
    const { lookups, report } = this.#context;
    const open = this.#sites;
    this.#sites = [];
    const flaws = await Promise.all(open.map(({ target }) => lookups.site(target.url)));
    for (const [at, { place, url }] of open.entries()) {
      const flaw = flaws[at];
      if (flaw) report({ ...place, data: { url, ...flaw } });
    }
  }

  async #lookUpFiles(): Promise<Outcome<null, ReadFailure>> {
    const open = this.#files;
    this.#files = [];
    const paths = open.flatMap(({ target }) => filePathsOf(target.path));
    const [failure, existing] = await this.#context.lookups.files(paths);
    if (failure) return failed(failure);
    for (const { place, url, target } of open) {
      const isThere = filePathsOf(target.path).some((path) => existing?.has(path));
      if (existing && !isThere)
        this.#context.report({ ...place, data: { url, reason: "no-file" } });
    }
    return done(null);
  }

  async #lookUpDocuments(): Promise<Outcome<null, ReadFailure>> {
    const open = this.#documents;
    this.#documents = [];
    const groups = groupedBy(open, ({ target: { type, locale = "" } }) => `${type} ${locale}`);
    for (const group of groups.values()) {
      const [failure] = await this.#lookUpGroup(group);
      if (failure) return failed(failure);
    }
    return done(null);
  }

  /** Looks up links to one type in one locale. */
  async #lookUpGroup(group: readonly DocumentLink[]): Promise<Outcome<null, ReadFailure>> {
    const { report, lookups, scope } = this.#context;
    const { types, targets } = scope.service.catalog;
    const { type: name = "", locale } = group[0]?.target ?? {};
    const type = types.get(name) ?? targets.get(name);
    if (!type) return done(null);
    const ids = group.map(({ target }) => target.documentId);
    const [failure, existing] = await lookups.existing({ target: type.uid, locale, ids });
    if (failure) return failed(failure);
    for (const { place, url, target } of group) {
      if (!existing || existing.has(target.documentId)) continue;
      report({ ...place, data: { url, reason: "no-document" } });
    }
    return done(null);
  }
}
