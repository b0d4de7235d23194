import { documentIdOf, attributeValuesIn } from "../../content/attributePositions.ts";
import { isAllowed } from "../../media/mediaKinds.ts";
import { mediaType } from "../../foundation/address.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, objectsIn, textIn, valueIn } from "../../foundation/json.ts";
import type { CheckRule } from "../checkRule.ts";
import { HashedTexts } from "../../foundation/hash.ts";

/**
 * Finds images without an alternative text that a document uses. The text belongs to the media
 * file, so a file is reported once, with the first document that uses it. An image in blocks has a
 * copy of the text, and is reported in its document.
 */
export const missingAlternativeText: CheckRule<"missing-alternative-text"> = {
  code: "missing-alternative-text",
  defaultSeverity: "warning",
  needsPublished: false,
  create: ({ report }) => {
    const reportedFileIds = new HashedTexts();
    return {
      document: ({ address, title, content }, { service }) => {
        for (const { attribute, path, value } of attributeValuesIn(content, service)) {
          for (const [at, file] of attribute.type === "media" ? objectsIn(value).entries() : []) {
            const name = textIn(file, "name");
            const id = documentIdOf(file);
            if (!lacksText(file) || !isAllowed(["images"], name)) continue;
            if (!reportedFileIds.add(id)) continue;
            report({
              address: { connection: address.connection, type: mediaType, id },
              title: name,
              path: ["alternativeText"],
              data: { usedIn: { address, title, path: isArray(value) ? [...path, at] : path } },
              fixes: [{ code: "enter-text" }],
            });
          }
          const blocks = attribute.type === "blocks" && isArray(value) ? value : [];
          for (const [at, block] of blocks.entries()) {
            const isImage = isObject(block) && block["type"] === "image";
            const image = isImage ? valueIn(block, "image") : null;
            if (!isObject(image) || !lacksText(image)) continue;
            const textPath = [...path, at, "image", "alternativeText"];
            const fixes = [{ code: "enter-text" }] as const;
            report({ address, title, path: textPath, data: { usedIn: undefined }, fixes });
          }
        }
      },
    };
  },
};

/** An absent key is unknown. */
const lacksText = (image: JsonObject): boolean =>
  Object.hasOwn(image, "alternativeText") && textIn(image, "alternativeText").trim() === "";
