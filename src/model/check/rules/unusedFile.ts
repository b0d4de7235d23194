import { documentIdOf, attributeValuesIn } from "../../content/attributePositions.ts";
import { mediaType, type Address } from "../../foundation/address.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { mediaFileUid } from "../../schemas/mediaFileType.ts";
import { textsIn } from "../../content/textMatch.ts";
import type { CheckRule } from "../checkRule.ts";
import { linksIn } from "../textLinks.ts";
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
  create: ({ report, lookups, scope, isComplete }) => {
    const { target } = scope;
    if (target.kind !== "connection" || target.types) return {};
    const connection = scope.connection.id;
    /** The documentIds and paths of the files that documents use. */
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
        const values = [content, published].flatMap((version) =>
          attributeValuesIn(version, service),
        );
        for (const { attribute, path, value } of values) {
          const files = attribute.type === "media" ? [value].flat() : [];
          for (const file of files.filter((item) => item !== null)) used.add(documentIdOf(file));
          if (skipped.test(attribute.type)) continue;
          const links = linksIn({ attribute, path, value }).map(({ url }) => url);
          // A mention that isn't a link is a use, too: a file that is deleted is gone.
          const mentions = [...textsIn(value, path)].map(({ text }) => text);
          for (const text of [...links, ...mentions]) {
            const paths = [...text.matchAll(uploadPath)].flatMap(([match]) => filePathsOf(match));
            for (const filePath of paths) used.add(filePath);
          }
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
  },
};

/** Attributes that contain no text. Those inside components are checked by themselves. */
const skipped = /^(media|relation|component|dynamiczone)$/;

const uploadPath = /\/uploads\/[^\s"'<>()[\]\\?#]+/g;

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
