import fc from "fast-check";
import type { Change, Row } from "./changingService.ts";

export const anyId = fc.string({
  unit: fc.constantFrom("a", "b", "c", "x", "y", "z", "0", "1", "9"),
  minLength: 1,
  maxLength: 4,
});
const anyTitle = fc.constantFrom("Tea", "Coffee", "Milk");

/** Rows of documents, each of which has one to three locales. */
const anyRows = (locales: readonly string[]): fc.Arbitrary<readonly Row[]> =>
  fc
    .uniqueArray(
      fc.record({
        documentId: anyId,
        title: anyTitle,
        count: fc.integer({ min: 1, max: locales.length }),
      }),
      {
        selector: ({ documentId }) => documentId,
        maxLength: 40,
        size: "max",
      },
    )
    .map((documents) =>
      documents.flatMap(({ count, ...document }) =>
        locales.slice(0, count).map((locale) => ({ ...document, locale })),
      ),
    );

/** Changes to existing and new documents during the read. */
const anyChanges = (
  rows: readonly Row[],
  kinds: readonly Change["kind"][],
): fc.Arbitrary<readonly Change[]> => {
  const known =
    rows.length === 0 ? anyId : fc.constantFrom(...rows.map(({ documentId }) => documentId));
  return fc.array(
    fc.record({ kind: fc.constantFrom(...kinds), documentId: fc.oneof(known, anyId) }),
    { maxLength: 12, size: "max" },
  );
};

/** A collection, the maximum page size of its service, and the changes during the read. */
export const anyReading = (
  kinds: readonly Change["kind"][],
  {
    locales = ["en"],
    least = 1,
  }: { readonly locales?: readonly string[]; readonly least?: number } = {},
) =>
  anyRows(locales).chain((rows) =>
    fc.record({
      rows: fc.constant(rows),
      maxPageSize: fc.integer({ min: least, max: 12 }),
      changes: anyChanges(rows, kinds),
      byPages: fc.boolean(),
    }),
  );
