import { documentIdOf, attributeValuesIn } from "../../content/attributePositions.ts";
import { mediaType } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray } from "../../foundation/json.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { mediaFileUid } from "../../schemas/mediaFileType.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { textsIn } from "../../content/textMatch.ts";
import type { CheckRule, RuleContext, RuleRun } from "../checkRule.ts";
import { HashedTexts } from "../../foundation/hash.ts";
import { filePathsOf } from "../../content/references.ts";

/**
 * Finds media files that no document uses, neither in a media attribute nor in a text. Runs only in
 * a check of a whole connection, with all types, and only if the token may read all of them. A file
 * is surely unused only if no content is hidden from every token.
 */
export const unusedFile: CheckRule<"unused-file"> = {
  code: "unused-file",
  defaultSeverity: "warning",
  needsPublished: true,
  create: (context) => {
    const { target } = context.scope;
    return target.kind === "connection" && !target.types ? findUnusedFiles(context) : {};
  },
};

function findUnusedFiles({
  report,
  lookups,
  scope,
  isComplete,
}: RuleContext<"unused-file">): RuleRun {
  const connection = scope.connection.id;
  const used = new HashedTexts();
  const documentByType = new Map<string, Address>();
  /** Whether all content that can use files was read. */
  const isAllRead = async () => {
    const catalog = await lookups.catalogBehind(connection, documentByType.values());
    return catalog !== undefined && !canHideFiles(catalog);
  };
  return {
    document: ({ address, content, published = {} }, { service }) => {
      documentByType.set(address.type, address);
      for (const version of [content, published]) {
        for (const use of usesIn(version, service)) used.add(use);
      }
    },
    end: async () => {
      const isKnown = isComplete();
      let isSure: boolean | undefined;
      for await (const [failure, files] of lookups.allFiles()) {
        if (failure) return failure;
        if (!isKnown) break;
        for (const { documentId, name, url } of files) {
          // A file at another host is used if a text has the end of its URL.
          const names = [documentId, `/uploads/${url.split("/").at(-1) ?? ""}`, url];
          if (names.some((key) => used.has(key))) continue;
          const address = { connection, type: mediaType, id: documentId };
          isSure ??= await isAllRead();
          const data = { url, isSure };
          report({ address, title: name, path: [], data, fixes: [{ code: "delete-file" }] });
        }
      }
      return undefined;
    },
  };
}

/** The documentIds and paths of the files that a content uses. */
const usesIn = (content: JsonObject, service: TypedService): string[] =>
  attributeValuesIn(content, service).flatMap(({ attribute, path, value }) => {
    if (attribute.type === "media") return itemsIn(value).map(documentIdOf);
    if (skipped.test(attribute.type)) return [];
    return [...textsIn(value, path)].flatMap(({ text }) =>
      [...text.matchAll(uploadPath)].flatMap(([filePath]) => filePathsOf(filePath)),
    );
  });

/** Attributes that contain no text. Those inside components are checked by themselves. */
const skipped = /^(relation|component|dynamiczone)$/;

const uploadPath = /\/uploads\/[^\s"'<>()[\]\\?#]+/g;

const itemsIn = (value: Json): readonly Json[] =>
  (isArray(value) ? value : [value]).filter((item) => item !== null);

/**
 * Whether content that no check reads can use files: private attributes, types of plugins, and
 * hidden media files. A service that hides one attribute may hide others.
 */
const canHideFiles = ({ types, targets, components }: Catalog): boolean =>
  [...types.values()].some(({ attributes }) => hasHidden(attributes)) ||
  [...components.values()].some(hasHidden) ||
  [...targets.values()].some(
    ({ uid, attributes }) =>
      !uid.startsWith("api::") &&
      uid !== mediaFileUid &&
      [...attributes.values()].some(({ type }) => type === "media"),
  );

const hasHidden = (attributes: Attributes): boolean =>
  [...attributes.values()].some(
    ({ type, private: isPrivate, visible }) =>
      visible === false ||
      (isPrivate === true &&
        /^(media|richtext|blocks|text|json|component|dynamiczone)$/.test(type)),
  );
