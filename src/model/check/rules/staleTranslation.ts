import { valueKey } from "../../content/equality.ts";
import { isObject, textIn, type JsonObject, ownIn } from "../../foundation/json.ts";
import { isComponent } from "../../schemas/catalog.ts";
import type { CheckedDocument, CheckedService, CheckRule } from "../checkRule.ts";

/**
 * Finds localizations that were last saved or published before the text in the default locale. The
 * service keeps no other time, so a publish without a change counts as one. It writes a field that
 * all localizations share to each of them, so a change of such a field counts for all of them.
 */
export const staleTranslation: CheckRule<"stale-translation"> = {
  code: "stale-translation",
  defaultSeverity: "warning",
  needsPublished: true,
  create: ({ report }) => ({
    page: ({ service, documents }) => {
      const { defaultLocale: locale } = service.catalog;
      if (!service.type.localized || locale === undefined) return undefined;
      const originals = new Map(
        documents
          .filter(({ address }) => address.locale === locale)
          .map((document) => [document.documentId, document]),
      );
      for (const { address, documentId, title, changes } of documents) {
        const original = originals.get(documentId);
        const changedAt = original ? lastTextChange(original, service) : changes.get(locale);
        const translatedAt = changes.get(address.locale ?? "");
        if (address.locale === locale || !changedAt || !translatedAt) continue;
        if (changedAt - translatedAt <= sameEdit) continue;
        const fixes = [{ code: "compare-with-locale", locale }] as const;
        report({ address, title, path: [], data: { locale, changedAt, translatedAt }, fixes });
      }
      return undefined;
    },
  }),
};

/** In milliseconds. Publishing all locales of a document takes a while, and is one edit. */
const sameEdit = 600_000;

/** The time of the last change that may have changed a text, in milliseconds. */
function lastTextChange(
  { address, changes, state, content, published }: CheckedDocument,
  service: CheckedService,
): number | undefined {
  const changedAt = changes.get(address.locale ?? "");
  const isTextPublished =
    state === "modified" && published && textOf(content, service) === textOf(published, service);
  if (!isTextPublished) return changedAt;
  const { $: facts = null } = published;
  return Date.parse(textIn(isObject(facts) ? facts : {}, "updatedAt")) || undefined;
}

const textTypes = /^(string|text|richtext|blocks)$/;

/** The texts and components of a content, as one string to compare. */
const textOf = (content: JsonObject, { type, catalog }: CheckedService): string =>
  [...type.attributes]
    .filter(([, attribute]) => textTypes.test(attribute.type) || isComponent(attribute))
    .map(([name, attribute]) => valueKey(attribute, ownIn(content, name), catalog))
    .join("\n");
