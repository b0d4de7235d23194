import type { AttributeSchema } from "../../../client/index.ts";
import { listIn } from "../../schemas/navigation.ts";
import { groupedBy } from "../../foundation/chunks.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ReadFailure } from "../../reading/readFailure.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { checkedAttributesIn } from "../checkedAttributes.ts";
import type { FindingPlace, TargetData } from "../checkFinding.ts";
import { lackingReferences } from "../checkedReferences.ts";
import type {
  CheckedDocument,
  CheckedPage,
  CheckRule,
  RuleContext,
  RuleRun,
  RuleStep,
} from "../checkRule.ts";

/**
 * Finds relations whose target is gone. A service removes a document from relations when it deletes
 * it, so a required relation may become empty. Relations to documents that don't exist come from
 * imports and from changes of the database.
 */
export const missingTarget: CheckRule<"missing-target"> = {
  code: "missing-target",
  defaultSeverity: "error",
  needsPublished: true,
  create: (context) => new MissingTargets(context),
};

/** A relation whose target was not looked up yet. */
interface OpenRelation {
  readonly place: FindingPlace;
  /** The uid of the target's type. */
  readonly target: string;
  readonly locale: string | undefined;
  readonly data: TargetData;
}

/** How many relations wait for a lookup, so that one request answers for many documents. */
const mostOpen = 400;

class MissingTargets implements RuleRun {
  readonly #context: RuleContext<"missing-target">;
  #open: OpenRelation[] = [];

  constructor(context: RuleContext<"missing-target">) {
    this.#context = context;
  }

  readonly page = async ({ service, documents }: CheckedPage): RuleStep => {
    for (const document of documents) {
      this.#reportEmpty(document, service);
      this.#open.push(...openRelations(document, service));
    }
    return this.#open.length < mostOpen ? done(null) : this.#lookUp();
  };

  readonly end = (): RuleStep => this.#lookUp();

  /** Reports required relations and media files that are empty. The service does not check them. */
  #reportEmpty({ address, title, content, published }: CheckedDocument, service: TypedService) {
    const isDraft = service.type.draftAndPublish && published === undefined;
    for (const { attribute, path, value } of checkedAttributesIn(content, service)) {
      if (!isRequiredReference(attribute) || listIn(value)?.length !== 0) continue;
      const data = { kind: attribute.type === "media" ? "no-file" : "no-target" } as const;
      const fixes = [{ code: "choose-value" }] as const;
      this.#context.report({ address, title, path, data, fixes }, isDraft ? "warning" : undefined);
    }
  }

  async #lookUp(): Promise<Outcome<null, ReadFailure>> {
    const { report, lookups } = this.#context;
    const open = this.#open;
    this.#open = [];
    const groups = groupedBy(open, ({ target, locale = "" }) => `${target} ${locale}`);
    for (const group of groups.values()) {
      const [first] = group;
      if (!first) continue;
      const ids = group.map(({ data }) => data.documentId);
      const [failure, found] = await lookups.existing({ ...first, ids });
      if (failure) return failed(failure);
      for (const { place, data } of group) {
        if (found && !found.has(data.documentId)) {
          report({ ...place, data: { kind: "gone", ...data } });
        }
      }
    }
    return done(null);
  }
}

/** Whether a relation or media file is required. A condition of the attribute may hide it. */
const isRequiredReference = ({ type, required, conditions }: AttributeSchema): boolean =>
  required === true && /^(relation|media)$/.test(type) && !conditions;

/**
 * The relations that only the published version has. The service returns a target in a draft only
 * if the target has a draft. The draft has no path for these relations, so they have the path of
 * their attribute.
 */
function openRelations(
  { address, title, content, published = {} }: CheckedDocument,
  service: TypedService,
): OpenRelation[] {
  const versions = { content: published, published: content };
  return lackingReferences(versions, service).flatMap(({ target, path, ...reference }) => {
    if (target === undefined) return [];
    // The draft lacks the relation, so a publish removes it.
    const fixes = [{ code: "publish-again" }, { code: "compare-with-published" }] as const;
    const place = { address, title, path: path.slice(0, 1), fixes };
    const data = { title: reference.title, documentId: reference.documentId };
    return [{ place, target, locale: address.locale, data }];
  });
}
