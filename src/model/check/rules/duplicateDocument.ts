import type { CheckRule } from "../checkRule.ts";

/**
 * Finds documents that the service has several times in a locale, with the same documentId. The
 * admin panel and the API then show one of them, and change another.
 */
export const duplicateDocument: CheckRule<"duplicate-document"> = {
  code: "duplicate-document",
  defaultSeverity: "error",
  needsPublished: true,
  create: ({ report }) => ({
    document: ({ address, title, copies }) => {
      for (const version of ["draft", "published"] as const) {
        if (copies[version] === 0) continue;
        report({ address, title, path: [], data: { version, count: copies[version] + 1 } });
      }
    },
  }),
};
