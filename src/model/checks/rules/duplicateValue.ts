import type { AttributeSchema } from "../../../client/index.ts";
import { titleOf } from "../../documents/snapshot/reader.ts";
import { groupedBy } from "../../foundation/chunks.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn, valueIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { QueryFailure } from "../../query/queryFailure.ts";
import { isShared, isStructured, isUnread } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { CheckFix, OtherDocument } from "../checkFinding.ts";
import type {
  CheckedDocument,
  CheckedPage,
  CheckRule,
  RuleContext,
  RuleRun,
  RuleStep,
} from "../checkRule.ts";
import { hashOf } from "../hashes.ts";

/**
 * Finds documents with the same value of a unique attribute or UID, including drafts: a service
 * checks uniqueness only when it publishes. Values of localized attributes must be unique in their
 * locale. A shared attribute is reported once, not for each localization.
 */
export const duplicateValue: CheckRule<"duplicate-value"> = {
  code: "duplicate-value",
  defaultSeverity: "error",
  needsPublished: false,
  create: (context) => new DuplicateValues(context),
};

/** A value that other documents may have, too. */
interface Candidate {
  readonly document: CheckedDocument;
  readonly value: string | number;
}

/** The values of an attribute in one locale, or in all of them if `locale` is undefined. */
interface ValueScope {
  readonly service: TypedService;
  readonly name: string;
  readonly locale: string | undefined;
}

interface DuplicatedValue {
  readonly service: TypedService;
  readonly name: string;
  readonly value: string | number;
}

/** How many of the other documents a quick fix offers to compare with. */
const mostCompared = 3;

class DuplicateValues implements RuleRun {
  readonly #context: RuleContext<"duplicate-value">;
  /** Hashes of the values of all documents so far. */
  readonly #seen = new Set<number>();
  /** Hashes of the values that were reported for all of their documents. */
  readonly #reported = new Set<number>();

  constructor(context: RuleContext<"duplicate-value">) {
    this.#context = context;
  }

  readonly page = async ({ service, documents, isPartOfType }: CheckedPage): RuleStep => {
    const first = new Map([...documents].reverse().map((one) => [one.documentId, one]));
    for (const [name, attribute] of service.type.attributes) {
      if (!isUnique(attribute)) continue;
      const isOnce = isShared(attribute, service.type);
      const checked = isOnce ? [...first.values()].reverse() : documents;
      const groups = groupedBy(checked, ({ address }) => (isOnce ? "" : (address.locale ?? "")));
      for (const [locale, group] of groups) {
        const scope = { service, name, locale: locale === "" ? undefined : locale };
        const [failure] = await this.#checkScope(scope, group, isPartOfType);
        if (failure) return failed(failure);
      }
    }
    return done(null);
  };

  async #checkScope(
    scope: ValueScope,
    documents: readonly CheckedDocument[],
    isPartOfType: boolean,
  ): Promise<Outcome<null, QueryFailure>> {
    const { service, name, locale } = scope;
    const candidates = documents.flatMap((document): Candidate[] => {
      const value = valueIn(document.content, name);
      if ((typeof value !== "string" || value === "") && typeof value !== "number") return [];
      const hash = hashIn(scope, value);
      const isNew = !this.#seen.has(hash);
      this.#seen.add(hash);
      return (isNew && !isPartOfType) || this.#reported.has(hash) ? [] : [{ document, value }];
    });
    if (candidates.length === 0) return done(null);
    const values = [...new Set(candidates.map(({ value }) => value))];
    const asked = { type: service.type, attribute: name, locale, values };
    const [failure, rows] = await this.#context.lookups.withValues(asked);
    if (failure) return failed(failure);
    for (const value of values) {
      const same = this.#documentsWith(value, rows, scope);
      if (same.length < 2) continue;
      const some = candidates.filter((one) => one.value === value).map(({ document }) => document);
      if (!isPartOfType) this.#reported.add(hashIn(scope, value));
      this.#report(isPartOfType ? some : same, same, { service, name, value });
    }
    return done(null);
  }

  /** The documents that have the value, each of them once. */
  #documentsWith(
    value: string | number,
    rows: readonly JsonObject[],
    { service: { type, catalog }, name }: ValueScope,
  ): OtherDocument[] {
    const equal = rows.filter((row) => row[name] === value);
    const byId = groupedBy(equal, (row) => textIn(row, "documentId"));
    return [...byId].flatMap(([id, versions]) => {
      const row = versions.find((one) => one["locale"] === catalog.defaultLocale) ?? versions[0];
      if (!row) return [];
      const locale = textIn(row, "locale");
      const { connection } = this.#context.scope;
      const place = type.localized && locale !== "" ? { locale } : {};
      const address = { connection: connection.id, type: type.name, id, ...place };
      return [{ address, title: titleOf(row, type) }];
    });
  }

  #report(
    documents: readonly OtherDocument[],
    same: readonly OtherDocument[],
    { service, name, value }: DuplicatedValue,
  ): void {
    const attribute = service.type.attributes.get(name);
    const isSlug = attribute?.type === "uid" && attribute.targetField !== undefined;
    for (const { address, title } of documents) {
      const others = same.filter((one) => one.address.id !== address.id);
      const data = { value: String(value), others };
      const fixes: CheckFix[] = [
        ...(isSlug ? [{ code: "regenerate-slug" } as const] : []),
        { code: "set-field", field: name, publishes: false },
        ...others.slice(0, mostCompared).map((other) => ({ code: "compare-with", other }) as const),
      ];
      this.#context.report({ address, title, path: [name], data, fixes });
    }
  }
}

const isUnique = (attribute: AttributeSchema): boolean =>
  (attribute.unique === true || attribute.type === "uid") &&
  !isStructured(attribute) &&
  !isUnread(attribute);

const hashIn = ({ service, name, locale = "*" }: ValueScope, value: string | number): number =>
  hashOf([service.type.uid, name, locale, value].join(" "));
