import { isArray, isObject, type Json } from "../../foundation/json.ts";
import { attributeValuesIn, type AttributeValue } from "../../content/attributePositions.ts";
import type { CheckFix } from "../checkFinding.ts";
import type { CheckRule } from "../checkRule.ts";

/** Finds required texts that are empty or white space. The service accepts them, but not null. */
export const emptyText: CheckRule<"empty-text"> = {
  code: "empty-text",
  defaultSeverity: "warning",
  needsPublished: false,
  create: ({ report }) => ({
    document: ({ address, title, content }, { service }) => {
      for (const { path, value } of attributeValuesIn(content, service).filter(isEmptyText)) {
        const isWhiteSpace = value !== "" && !isArray(value);
        const [field, ...below] = path;
        // Set Field applies to fields of the document itself. Blocks are written in the editor.
        const fix: CheckFix =
          typeof field === "string" && below.length === 0
            ? { code: "set-field", field, publishes: false }
            : { code: "enter-text" };
        const fixes = isArray(value) ? [] : [fix];
        report({ address, title, path, data: { isWhiteSpace }, fixes });
      }
    },
  }),
};

/** A condition of the attribute may hide an empty text. */
function isEmptyText({ attribute, value }: AttributeValue): boolean {
  const { type, required, conditions } = attribute;
  if (required !== true || conditions) return false;
  if (type === "blocks") return isArray(value) && value.every(isBlank);
  return /^(string|text|richtext)$/.test(type) && typeof value === "string" && isBlank(value);
}

function isBlank(block: Json): boolean {
  if (typeof block === "string") return block.trim() === "";
  if (!isObject(block) || block["type"] === "image") return false;
  const { text = null, children = [] } = block;
  if (typeof text === "string") return text.trim() === "";
  return isArray(children) && children.every(isBlank);
}
