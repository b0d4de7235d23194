import type { AttributeSchema } from "../../../client/index.ts";
import { titleOf } from "../../documents/snapshotReader.ts";
import { groupedBy } from "../../foundation/chunks.ts";
import type { Json, JsonObject, JsonPath } from "../../foundation/json.ts";
import { isObject, textIn, valueIn, pathText } from "../../foundation/json.ts";
import {
  isComponent,
  isShared,
  isStructured,
  isUnread,
  attributesOf,
  listIn,
} from "../../schemas/catalog.ts";
import type { Attributes } from "../../schemas/catalog.ts";
import type { ValueQuery } from "../../reading/lookup.ts";
import type { CheckFix, ValueAddress } from "../checkFinding.ts";
import type {
  CheckedDocument,
  CheckedPage,
  CheckedService,
  CheckRule,
  RuleContext,
  RuleRun,
  RuleStep,
} from "../checkRule.ts";
import { HashedTexts } from "../../foundation/hash.ts";

/**
 * Finds documents with the same value of a unique attribute or UID, including drafts: a service
 * checks uniqueness only when it publishes. Values of localized attributes must be unique in their
 * locale. A shared attribute is reported once, not for each localization. Attributes of components
 * must be unique in the documents of a type and locale, and within a document. In dynamic zones,
 * only the values within a document are compared.
 */
export const duplicateValue: CheckRule<"duplicate-value"> = {
  code: "duplicate-value",
  defaultSeverity: "error",
  needsPublished: false,
  create: (context) => new DuplicateValues(context),
};

type Value = string | number;

interface FoundValue {
  readonly value: Value;
  readonly path: JsonPath;
}

/** The values of an attribute in one locale, or in all of them if `locale` is undefined. */
interface ValueScope {
  readonly service: CheckedService;
  /** Of an attribute of the type, or of a component that the type contains directly. */
  readonly path: ValueQuery["path"];
  readonly locale: string | undefined;
}

const maxComparedDocuments = 3;
const maxNamedDocuments = 20;

class DuplicateValues implements RuleRun {
  readonly #context: RuleContext<"duplicate-value">;
  readonly #valuesSoFar = new HashedTexts();
  /** The values that were reported for all of their documents. */
  readonly #reported = new HashedTexts();
  /** The values that more documents have than a finding names, so that they are looked up once. */
  /**
   * The documents with the same value. The first are at most one more than a finding names, because
   * it doesn't name its own.
   */
  readonly #common = new Map<string, { first: readonly ValueAddress[]; count: number }>();

  constructor(context: RuleContext<"duplicate-value">) {
    this.#context = context;
  }

  readonly page = async ({ service, documents, isPartOfType }: CheckedPage): RuleStep => {
    const firstByDocument = new Map(
      [...documents].reverse().map((document) => [document.documentId, document]),
    );
    // A single type has one document in each locale.
    const attributes = service.type.kind === "single" ? [] : uniqueAttributes(service);
    for (const { path, isOnce } of attributes) {
      const checkedDocuments = isOnce ? [...firstByDocument.values()].reverse() : documents;
      const localeOf = ({ address }: CheckedDocument) => (isOnce ? undefined : address.locale);
      const groups = groupedBy(checkedDocuments, (document) => localeOf(document) ?? "");
      for (const group of groups.values()) {
        const scope = { service, path, locale: localeOf(group[0]) };
        const failure = await this.#checkScope(scope, group, isPartOfType);
        if (failure) return failure;
      }
    }
    for (const document of documents) this.#reportRepeated(document, service);
    return undefined;
  };

  async #checkScope(
    scope: ValueScope,
    documents: readonly CheckedDocument[],
    isPartOfType: boolean,
  ): RuleStep {
    const { service, path: attributePath, locale } = scope;
    const candidates = documents.flatMap(({ address, title, content }) => {
      // A value that a document has several times is reported apart.
      const values = new Map(valuesIn(content, scope).map(({ value, path }) => [value, path]));
      return [...values].flatMap(([value, path]) => {
        const key = keyIn(scope, value);
        const isNew = this.#valuesSoFar.add(key);
        const isSettled = (isNew && !isPartOfType) || this.#reported.has(key);
        return isSettled ? [] : { address, title, value, path };
      });
    });
    if (candidates.length === 0) return undefined;
    const byValue = groupedBy(candidates, ({ value }) => keyIn(scope, value));
    const unknownValues = [...byValue].flatMap(([key, [{ value }]]) =>
      this.#common.has(key) ? [] : [value],
    );
    const query = { type: service.type, path: attributePath, locale, values: unknownValues };
    const [failure, rows] = await this.#context.lookups.withValues(query);
    if (failure) return failure;
    const documentsByValue = this.#documentsByValue(rows, scope);
    for (const [key, matchingCandidates] of byValue) {
      const [{ value }] = matchingCandidates;
      const sameDocuments = documentsByValue.get(key) ?? [];
      const sharing = this.#common.get(key) ?? {
        first: sameDocuments.slice(0, maxNamedDocuments + 1),
        count: sameDocuments.length,
      };
      if (sharing.count < 2) continue;
      if (!isPartOfType) this.#reported.add(key);
      else if (sharing.count > maxNamedDocuments) this.#common.set(key, sharing);
      this.#report(isPartOfType ? matchingCandidates : sameDocuments, sharing, value, scope);
    }
    return undefined;
  }

  /** Each document once, by the keys of the values that its rows have. */
  #documentsByValue(
    rows: readonly JsonObject[],
    scope: ValueScope,
  ): ReadonlyMap<string, readonly ValueAddress[]> {
    const { type, catalog } = scope.service;
    const { id: connection } = this.#context.scope.connection;
    const rowsOfValues = rows.flatMap((row) =>
      valuesIn(row, scope).map(({ value, path }) => ({ row, value, path })),
    );
    const byValue = groupedBy(rowsOfValues, ({ value }) => keyIn(scope, value));
    return new Map(
      [...byValue].map(([key, places]) => {
        const byId = groupedBy(places, ({ row }) => textIn(row, "documentId"));
        const documents = [...byId].map(([id, versions]): ValueAddress => {
          const inDefault = versions.filter(({ row }) => row["locale"] === catalog.defaultLocale);
          const { row, path } = inDefault[0] ?? versions[0];
          const locale = textIn(row, "locale");
          const localePart = type.localized && locale !== "" ? { locale } : {};
          const address = { connection, type: type.name, id, ...localePart };
          return { address, title: titleOf(row, type), path };
        });
        return [key, documents];
      }),
    );
  }

  #report(
    documents: readonly ValueAddress[],
    sharing: { first: readonly ValueAddress[]; count: number },
    value: Value,
    scope: ValueScope,
  ): void {
    const [name, inner] = scope.path;
    // The fields of components are set in the editor.
    const attribute = inner === undefined ? scope.service.type.attributes.get(name) : undefined;
    const isSlug = attribute?.type === "uid" && attribute.targetField !== undefined;
    for (const { address, title, path } of documents) {
      const others = sharing.first
        .filter((other) => other.address.id !== address.id)
        .slice(0, maxNamedDocuments);
      const data = { value: String(value), others, count: sharing.count - 1 };
      const fixes: CheckFix[] = [];
      if (isSlug) fixes.push({ code: "regenerate-slug" });
      if (attribute) fixes.push({ code: "set-field", field: name, publishes: false });
      for (const other of others.slice(0, maxComparedDocuments))
        fixes.push({ code: "compare-with", other });
      this.#context.report({ address, title, path, data, fixes });
    }
  }

  /** Reports values that a document has several times, in a list of components or a dynamic zone. */
  #reportRepeated({ address, title, content }: CheckedDocument, service: CheckedService): void {
    const { type, catalog } = service;
    for (const [name, attribute] of type.attributes) {
      const values = isComponent(attribute) ? (listIn(valueIn(content, name)) ?? []) : [];
      const items = values.flatMap((item, at) => (isObject(item) ? { item, at } : []));
      const byComponent = groupedBy(items, ({ item }) => textIn(item, "__component"));
      for (const entries of byComponent.values()) {
        for (const inner of uniqueNames(attributesOf(attribute, entries[0].item, catalog))) {
          const innerValues = entries.flatMap(({ item, at }) =>
            valueAt(item, inner, [name, at, inner]),
          );
          const byValue = groupedBy(innerValues, ({ value }) => String(value));
          for (const { value, path, other } of [...byValue.values()].flatMap(repeatedValues)) {
            const others = [{ address, title, path: other }];
            this.#context.report({
              address,
              title,
              path,
              data: { value: String(value), others, count: 1 },
            });
          }
        }
      }
    }
  }
}

/** Equal values of a document, each with the path of another one. */
const repeatedValues = (values: readonly FoundValue[]) =>
  values.flatMap(({ value, path }) => {
    const other = values.find((candidate) => candidate.path !== path);
    return other ? [{ value, path, other: other.path }] : [];
  });

const isUnique = (attribute: AttributeSchema): boolean =>
  (attribute.unique === true || attribute.type === "uid") &&
  !isStructured(attribute) &&
  !isUnread(attribute);

/**
 * The unique attributes of a type, and those of its components. A service does not compare values of
 * components in components in the same way, so these are left out.
 */
/** `isOnce`: all localizations share the value, and documents are compared over all locales. */
const uniqueAttributes = ({ type, catalog }: CheckedService) =>
  [...type.attributes].flatMap(
    ([name, attribute]): { path: ValueScope["path"]; isOnce: boolean }[] => {
      if (isUnique(attribute)) return [{ path: [name], isOnce: isShared(attribute, type) }];
      if (attribute.type !== "component") return [];
      const innerNames = uniqueNames(attributesOf(attribute, {}, catalog));
      return innerNames.map((inner) => ({ path: [name, inner], isOnce: false }));
    },
  );

const uniqueNames = (attributes: Attributes = new Map()): string[] =>
  [...attributes].filter(([, attribute]) => isUnique(attribute)).map(([name]) => name);

function valuesIn(content: JsonObject, { path: [name, inner] }: ValueScope): FoundValue[] {
  if (inner === undefined) return valueAt(content, name, [name]);
  const value = valueIn(content, name);
  return isObject(value)
    ? valueAt(value, inner, [name, inner])
    : (listIn(value) ?? []).flatMap((item, at) => valueAt(item, inner, [name, at, inner]));
}

function valueAt(item: Json, name: string, path: JsonPath): FoundValue[] {
  const value = isObject(item) ? valueIn(item, name) : null;
  return (typeof value === "string" && value !== "") || typeof value === "number"
    ? [{ value, path }]
    : [];
}

const keyIn = ({ service, path, locale = "*" }: ValueScope, value: Value): string =>
  [service.type.uid, pathText(path), locale, value].join(" ");
