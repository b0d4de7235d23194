import { documentIdOf, attributeValuesIn } from "../../content/attributePositions.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isOwnReference, listIn, type TypeInCatalog } from "../../schemas/catalog.ts";
import { publishedVersionFixes as fixes } from "../checkFinding.ts";
import { comparableShape, type CheckRule } from "../checkRule.ts";

/**
 * Finds lists of relations or media files whose order differs between a published version and its
 * draft, although neither was edited since.
 */
export const differentOrder: CheckRule<"different-order"> = {
  code: "different-order",
  defaultSeverity: "warning",
  needsPublished: true,
  create: ({ report }) => ({
    document: (document, { service }) => {
      const { address, title, state, content, published } = document;
      if (state !== "published" || !published) return;
      const shape = comparableShape(document, service);
      const publishedLists = listsIn(published, shape);
      for (const [key, { path, ids }] of listsIn(content, shape)) {
        const publishedIds = publishedLists.get(key)?.ids ?? [];
        // The published version may lack some entries. Other rules report these.
        const ours = ids.filter((id) => publishedIds.includes(id));
        const theirs = publishedIds.filter((id) => ids.includes(id));
        const isSameSet = ours.toSorted().join() === theirs.toSorted().join();
        if (isSameSet && ours.join() !== theirs.join())
          report({ address, title, path, data: { count: ids.length }, fixes });
      }
    },
  }),
};

/** The documentIds in each list of relations or media files, by path. */
const listsIn = (content: JsonObject, shape: TypeInCatalog) =>
  new Map(
    attributeValuesIn(content, shape)
      .filter(({ attribute }) => isOwnReference(attribute))
      .map(({ path, value }) => {
        const ids = (listIn(value) ?? []).map(documentIdOf);
        return [path.join(" "), { path, ids }];
      }),
  );
