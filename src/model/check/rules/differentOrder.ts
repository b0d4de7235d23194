import { documentIdOf, attributeValuesIn } from "../../content/attributePositions.ts";
import { listIn } from "../../schemas/navigation.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isOwnReference } from "../../schemas/catalog.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import { publishedVersionFixes as fixes } from "../checkFinding.ts";
import { comparableShape } from "../checkRule.ts";
import type { CheckRule } from "../checkRule.ts";

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
      for (const { path, ids } of reorderedLists(content, published, shape)) {
        report({ address, title, path, data: { count: ids.length }, fixes });
      }
    },
  }),
};

function reorderedLists(draft: JsonObject, published: JsonObject, shape: TypeInCatalog) {
  const others = listsIn(published, shape);
  return [...listsIn(draft, shape).values()].filter(({ path, ids }) => {
    const other = others.get(path.join(" "))?.ids ?? [];
    // The published version may lack some entries. Other rules report these.
    const ours = ids.filter((id) => other.includes(id));
    const theirs = other.filter((id) => ids.includes(id));
    const isSameSet = ours.toSorted().join() === theirs.toSorted().join();
    return isSameSet && ours.join() !== theirs.join();
  });
}

/** The documentIds in each list of relations or media files, by path. */
const listsIn = (content: JsonObject, shape: TypeInCatalog) =>
  new Map(
    attributeValuesIn(content, shape)
      .filter(({ attribute }) => isOwnReference(attribute))
      .map(({ path, value }) => [path.join(" "), { path, ids: idsIn(value) }]),
  );

const idsIn = (value: Json): string[] => (listIn(value) ?? []).map(documentIdOf);
