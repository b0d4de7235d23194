import { attributesOf, listIn } from "../../schemas/navigation.ts";
import type { FindingPath } from "../../foundation/contentProblem.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject, textIn, valueIn } from "../../foundation/json.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { isComponent, isList } from "../../schemas/catalog.ts";
import type { Attributes, TypeInCatalog } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type {
  CheckedDocument,
  CheckedPage,
  CheckRule,
  RuleContext,
  RuleRun,
  RuleStep,
} from "../checkRule.ts";
import type { FindingPlace, LostContent } from "../checkFinding.ts";
import { lackingReferences } from "../checkedReferences.ts";
import type { CheckedReference } from "../checkedReferences.ts";
import { comparableShape } from "../comparableShape.ts";
import { modifiedTargets, OpenReferences, publishedTargets } from "../publishedTargets.ts";
import type { ReferenceInDocument, TargetAnswer } from "../publishedTargets.ts";

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
  create: (context) => new LostRelations(context),
};

class LostRelations implements RuleRun {
  readonly #context: RuleContext<"lost-relation">;
  readonly #open = new OpenReferences();

  constructor(context: RuleContext<"lost-relation">) {
    this.#context = context;
  }

  readonly page = async ({ service, documents }: CheckedPage): RuleStep => {
    for (const document of documents.filter(({ state }) => state === "published")) {
      const { components, references } = lossesOf(document, service);
      for (const loss of components) this.#report(document, loss);
      this.#open.add(document, references);
    }
    return this.#open.isDue() ? this.end() : done(null);
  };

  readonly end = async (): RuleStep => {
    const { lookups, scope } = this.#context;
    const open = this.#open.take();
    const [failure, isPublished] = await publishedTargets(open, scope.service.catalog, lookups);
    if (failure) return failed(failure);
    const lost = open.filter((one) => isLost(one, isPublished));
    const twoWay = lost.filter(({ reference }) => reference.isTwoWay);
    const [unknown, isModified] = await modifiedTargets(twoWay, lookups);
    if (unknown) return failed(unknown);
    for (const { document, reference } of lost.filter((one) => !mayWait(one, isModified))) {
      this.#report(document, { path: reference.path, data: lossOf(reference) });
    }
    return done(null);
  };

  #report({ address, title }: ReferenceInDocument["document"], { path, data }: Loss): void {
    const fixes = [{ code: "publish-again" }, { code: "compare-with-published" }] as const;
    this.#context.report({ address, title, path, data, fixes });
  }
}

/** A part that is missing, with its path in the draft. */
type Loss = Pick<FindingPlace, "path"> & { readonly data: LostContent };

interface Losses {
  readonly references: readonly CheckedReference[];
  readonly components: readonly Loss[];
}

function lossesOf(document: CheckedDocument, service: TypedService): Losses {
  const { content, published } = document;
  const shape = comparableShape(document, service);
  const components = lostComponents(shape.type.attributes, [content, published ?? {}], {
    shape,
    above: [],
  });
  const references = lackingReferences(document, shape).filter(
    ({ path }) => !components.some((lost) => isBelow(path, lost.path)),
  );
  return { references, components };
}

const isBelow = (path: FindingPath, above: FindingPath): boolean =>
  above.every((segment, at) => segment === path[at]);

function isLost(
  { reference: { documentId, target, field }, document }: ReferenceInDocument,
  isPublished: TargetAnswer,
): boolean {
  if (target === undefined) return true;
  if (documentId === document.documentId) return !field.includes(".");
  return isPublished(target, document.address.locale, documentId) === true;
}

/**
 * Whether the relation may have been added on its other side and not been published there. The
 * service shows it in this draft, and does not change the time of this draft.
 */
const mayWait = (
  { reference: { isTwoWay, target = "", documentId }, document: { address } }: ReferenceInDocument,
  isModified: TargetAnswer,
): boolean => isTwoWay && isModified(target, address.locale, documentId) !== false;

const lossOf = ({ target, title, documentId }: CheckedReference): LostContent => ({
  kind: target === undefined ? "file" : "relation",
  title,
  documentId,
});

interface ComponentContext {
  readonly shape: TypeInCatalog;
  readonly above: FindingPath;
}

/** The components that the first of two versions has and the second lacks. */
function lostComponents(
  attributes: Attributes,
  [draft, published]: readonly [JsonObject, JsonObject],
  { shape, above }: ComponentContext,
): Loss[] {
  return [...attributes].flatMap(([name, attribute]) => {
    if (!isComponent(attribute) || !Object.hasOwn(draft, name)) return [];
    const path = [...above, name];
    const [ours, theirs] = [draft, published].map((one) => componentsIn(valueIn(one, name)));
    if (!ours || !theirs) return [];
    const count = ours.length - theirs.length;
    if (count > 0) return [{ path, data: { kind: "component", count } }];
    return ours.flatMap((one, at) => {
      const other = theirs[at];
      const inner = attributesOf(attribute, one, shape.catalog);
      if (!inner || !other || !isSameComponent(one, other)) return [];
      const place = isList(attribute) ? [...path, at] : path;
      return lostComponents(inner, [one, other], { shape, above: place });
    });
  });
}

const componentsIn = (value: Json): readonly JsonObject[] =>
  (isObject(value) ? [value] : (listIn(value) ?? [])).filter(isObject);

const isSameComponent = (one: JsonObject, other: JsonObject): boolean =>
  textIn(one, "__component") === textIn(other, "__component");
