import { documentIdOf, attributeValuesIn } from "../../content/attributePositions.ts";
import { isAllowed } from "../../media/mediaKinds.ts";
import { mediaType } from "../../foundation/address.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, objectsIn, textIn, valueIn } from "../../foundation/json.ts";
import type { AttributeValue } from "../../content/attributePositions.ts";
import type { CheckedDocument, CheckRule, RuleContext } from "../checkRule.ts";
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
  create: (context) => {
    const reportedFileIds = new HashedTexts();
    return {
      document: (document, { service }) => {
        for (const attributeValue of attributeValuesIn(document.content, service)) {
          if (attributeValue.attribute.type === "media")
            reportFiles(attributeValue, document, context, reportedFileIds);
          if (attributeValue.attribute.type === "blocks")
            reportBlocks(attributeValue, document, context);
        }
      },
    };
  },
};

function reportFiles(
  { value }: AttributeValue,
  { address, title }: CheckedDocument,
  { report }: RuleContext<"missing-alternative-text">,
  reportedFileIds: HashedTexts,
): void {
  for (const file of objectsIn(value)) {
    const name = textIn(file, "name");
    const id = documentIdOf(file);
    if (!lacksText(file) || !isAllowed(["images"], name) || !reportedFileIds.add(id)) continue;
    report({
      address: { connection: address.connection, type: mediaType, id },
      title: name,
      path: ["alternativeText"],
      data: { usedIn: { address, title } },
      fixes: [{ code: "enter-text" }],
    });
  }
}

function reportBlocks(
  { path, value }: AttributeValue,
  { address, title }: CheckedDocument,
  { report }: RuleContext<"missing-alternative-text">,
): void {
  for (const [at, block] of isArray(value) ? value.entries() : []) {
    const image = isObject(block) && block["type"] === "image" ? valueIn(block, "image") : null;
    if (!isObject(image) || !lacksText(image)) continue;
    const textPath = [...path, at, "image", "alternativeText"];
    const fixes = [{ code: "enter-text" }] as const;
    report({ address, title, path: textPath, data: { usedIn: undefined }, fixes });
  }
}

/** An absent key is unknown. */
const lacksText = (image: JsonObject): boolean =>
  Object.hasOwn(image, "alternativeText") && textIn(image, "alternativeText").trim() === "";
