import type { CheckRule } from "../checkRule.ts";

/**
 * Finds documents that don't exist in all locales of the service. Off by default, because many
 * projects translate only some of their content.
 */
export const missingTranslation: CheckRule<"missing-translation"> = {
  code: "missing-translation",
  defaultSeverity: "off",
  needsPublished: false,
  create: ({ report }) => ({
    document: ({ address, title, changes }, { service: { type, catalog } }) => {
      if (!type.localized || address.locale !== catalog.defaultLocale) return;
      const locales = catalog.locales.map(({ code }) => code).filter((code) => !changes.has(code));
      const fixes = locales.map((locale) => ({ code: "add-localization", locale }) as const);
      if (locales.length > 0) report({ address, title, path: [], data: { locales }, fixes });
    },
  }),
};
